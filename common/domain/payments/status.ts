/** States of a payment. */
export const PAYMENT_STATUSES = [
  'started',
  'pending',
  'paid',
  'failed',
  'canceled',
  'refund_required',
  'refunded',
] as const

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * Why a payment ended without the full amount: declined by the method, rejected by the merchant, expired, or replaced
 * by another attempt.
 */
export const FAILURE_CODES = ['declined', 'rejected', 'lapsed', 'replaced'] as const

export type FailureCode = (typeof FAILURE_CODES)[number]

/** Returns whether a payment's money has arrived and its use is decided. Afterwards it can only be refunded. */
export function isSettled(status: PaymentStatus): boolean {
  return status === 'paid' || status === 'refund_required' || status === 'refunded'
}
