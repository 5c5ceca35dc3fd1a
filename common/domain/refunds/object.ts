import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { type Infer, shape } from '../../kit/shape.ts'
import {
  amount,
  choice,
  createdAt,
  currency,
  id,
  isTest,
  projectId,
  text,
  updatedAt,
} from '../../kit/values.ts'

/** Only refunds by a provider can be `pending` or `failed`; a refund by hand is recorded as succeeded. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const

export const REFUND_REASONS = ['requested', 'duplicate', 'late', 'other'] as const

export const refundProperties = {
  id: field(id('The refund.', 12), column.primaryKey()),
  project_id: projectId,
  payment_id: field(id('The refunded payment.', 90), column.reference()),
  amount: field(amount('The refunded amount.', 5_000), column.money()),
  currency,
  status: field(choice('The state of the refund.', REFUND_STATUSES, 'succeeded'), column.word(16)),
  reason: field(
    choice('The reason for the refund.', REFUND_REASONS, 'requested'),
    column.word(16).nullable(),
    { create: true },
  ),
  note: field(text('Your own note; customers do not see it.'), column.varchar(500).nullable().erased(), {
    create: true,
    as: ['text', 500, { lineBreaks: true }],
  }),
  failure_message: field(
    text('Why the provider did not refund it, and what to do.'),
    column.varchar(500).nullable().kept(),
  ),
  is_test: isTest,
  created_at: createdAt('2026-02-09T03:00:00.000000Z'),
  updated_at: updatedAt('2026-02-09T03:00:00.000000Z'),
}

/** A refund as `GET /refunds/:id` returns it. */
export interface RefundObject extends Infer<typeof refundProperties> {}

export type RefundStatus = RefundObject['status']

export const refund = shape<RefundObject>('Refund', 'Money returned to a customer.', refundProperties)
