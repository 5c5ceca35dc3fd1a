import { type Infer, nullable, shape } from '../kit/shape.ts'
import { amount, choice, createdAt, currency, id, isTest, projectId, text, updatedAt } from '../kit/values.ts'

/** `pending` and `failed` are for methods whose provider gives the money back; by hand it is done when it is recorded. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const

export const REFUND_REASONS = ['requested', 'duplicate', 'late', 'other'] as const

const refundProperties = {
  id: id('The refund.', 12),
  project_id: projectId,
  payment_id: id('The payment whose money is given back.', 90),
  amount: amount('How much.', 5_000),
  currency,
  status: choice('Where it stands.', REFUND_STATUSES, 'succeeded'),
  reason: nullable(choice('Why.', REFUND_REASONS, 'requested')),
  note: nullable(text('Your own note; customers do not see it.')),
  failure_message: nullable(text('Why the provider has not given it back, and what to do.')),
  is_test: isTest,
  created_at: createdAt('2026-02-09T03:00:00.000000Z'),
  updated_at: updatedAt('2026-02-09T03:00:00.000000Z'),
}

/** A refund as `GET /refunds/:id` answers it. */
export interface RefundObject extends Infer<typeof refundProperties> {}

export type RefundStatus = RefundObject['status']
export type RefundReason = NonNullable<RefundObject['reason']>

export const refund = shape<RefundObject>('Refund', 'Money given back to a customer.', refundProperties)
