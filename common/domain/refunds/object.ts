import { type Infer, nullable, shape } from '../../kit/shape.ts'
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

const refundProperties = {
  id: id('The refund.', 12),
  project_id: projectId,
  payment_id: id('The refunded payment.', 90),
  amount: amount('The refunded amount.', 5_000),
  currency,
  status: choice('The state of the refund.', REFUND_STATUSES, 'succeeded'),
  reason: nullable(choice('The reason for the refund.', REFUND_REASONS, 'requested')),
  note: nullable(text('Your own note; customers do not see it.')),
  failure_message: nullable(text('Why the provider did not refund it, and what to do.')),
  is_test: isTest,
  created_at: createdAt('2026-02-09T03:00:00.000000Z'),
  updated_at: updatedAt('2026-02-09T03:00:00.000000Z'),
}

/** A refund as `GET /refunds/:id` returns it. */
export interface RefundObject extends Infer<typeof refundProperties> {}

export type RefundStatus = RefundObject['status']
export type RefundReason = NonNullable<RefundObject['reason']>

export const refund = shape<RefundObject>('Refund', 'Money returned to a customer.', refundProperties)
