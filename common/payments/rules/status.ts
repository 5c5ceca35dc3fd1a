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
