import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { bytes, char, flag, primaryKey, reference, time, varchar } from '../../kit/column.ts'

export const apiTokensTable = defineTable(
  'api_tokens',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    /** The merchant's own name for it, such as the program that uses it. */
    name: varchar(100).nullable().kept(),
    hash: bytes('binary(32)'),
    last4: char(4).binary().kept(),
    last_used_at: time().nullable(),
    revoked_at: time().nullable(),
    created_at: time(),
  },
  {
    unique: {
      api_tokens_hash: ['hash'],
    },
    index: {
      api_tokens_project: ['project_id'],
    },
  },
)

/** A secret key of the API. Only its hash is stored. */
export const ApiToken = modelOf(apiTokensTable)
export type ApiToken = InstanceType<typeof ApiToken>
