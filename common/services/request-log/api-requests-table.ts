import { defineTable } from '../../../db/define-table.ts'
import { flag, integer, primaryKey, reference, text, time, varchar, word } from '../../kit/column.ts'

/**
 * The API requests of the last seven days. An erasure has nothing to do here: values that can name a person are masked
 * before they are written.
 */
export const apiRequestsTable = defineTable(
  'api_requests',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    token_id: reference(),
    request_id: varchar(128).ascii().kept(),
    method: word(8),
    path: varchar(255).kept(),
    status: integer('smallint'),
    is_failed: flag(),
    duration_ms: integer(),
    error: text().nullable().kept(),
    body: text().nullable().kept(),
    /** Earlier requests that were not recorded, because there were too many in one minute. */
    skipped: integer().default(0),
    created_at: time(),
  },
  {
    index: {
      api_requests_list: ['project_id', 'is_test'],
      api_requests_failed: ['project_id', 'is_test', 'is_failed'],
      api_requests_token: ['project_id', 'is_test', 'token_id', 'is_failed'],
      api_requests_method: ['project_id', 'is_test', 'method', 'is_failed'],
      api_requests_request: ['project_id', 'is_test', 'request_id'],
      api_requests_created: ['project_id', 'is_test', 'created_at'],
      api_requests_age: ['created_at'],
    },
  },
)
