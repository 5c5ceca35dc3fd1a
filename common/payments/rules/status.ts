/** Where an attempt to pay can stand. */
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
 * Why a payment has ended without its money: the method declined it, the merchant rejected the transfer, its time
 * or that of what it was for ran out, or another attempt took its place.
 */
export const FAILURE_CODES = ['declined', 'rejected', 'lapsed', 'replaced'] as const

export type FailureCode = (typeof FAILURE_CODES)[number]

/** Whether its money is here and was decided about: from then on it is only given back. */
export function isSettled(status: PaymentStatus): boolean {
  return status === 'paid' || status === 'refund_required' || status === 'refunded'
}
