import { defineTable } from '../../../db/define-table.ts'
import { bytes, encrypted, flag, integer, reference, time, varchar } from '../../kit/column.ts'

export const idempotencyKeysTable = defineTable(
  'idempotency_keys',
  {
    project_id: reference(),
    is_test: flag(),
    idempotency_key: varchar(255).ascii().kept(),
    request_hash: bytes('binary(32)'),
    status: integer('smallint'),
    answer: encrypted('mediumblob'),
    /** The subject whose data the answer holds, such as `customer 5`; null if it holds no personal data. */
    subject: varchar(40).ascii().nullable().kept(),
    created_at: time(),
  },
  {
    primary: ['project_id', 'is_test', 'idempotency_key'],
    index: {
      idempotency_keys_age: ['created_at'],
      idempotency_keys_subject: ['subject'],
    },
  },
)
