import { defineTable } from '../../../db/define-table.ts'
import type { RefundReason, RefundStatus } from '../../domain/refunds/object.ts'
import { char, flag, integer, money, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const refundsTable = defineTable(
  'refunds',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    payment_id: reference(),
    amount: money(),
    currency: char(3).kept(),
    status: word<RefundStatus>(16),
    reason: word<RefundReason>(16).nullable(),
    note: varchar(500).nullable().erased(),
    created_at: time(),
    updated_at: time(),
    calls: integer('int unsigned').default(0),
    failure_message: varchar(500).nullable().kept(),
    busy_until: time().nullable(),
    refused_calls: integer('smallint unsigned').default(0),
    attempt: integer('smallint unsigned').default(0),
  },
  {
    index: {
      refunds_created: ['project_id', 'is_test', 'created_at'],
      refunds_list: ['project_id', 'is_test', 'id'],
      refunds_payment: ['payment_id', 'id'],
    },
  },
)
