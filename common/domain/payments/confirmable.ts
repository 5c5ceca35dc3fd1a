import { DAY, later } from '../../kit/time.ts'
import { isSettled, type PaymentStatus } from './status.ts'

/**
 * A payment can still be confirmed for this time after it has ended. No other payment gets its reference
 * meanwhile.
 */
export const CONFIRMABLE_FOR = 60 * DAY

const SETTLED: Partial<Record<PaymentStatus, string>> = {
  paid: 'its money has arrived already. Confirm further money on the payment that it was meant for, or return it. To return the recorded money, refund this payment.',
  refund_required:
    'its money has arrived, but could not pay for an order. Return it to the customer, and refund this payment.',
  refunded: 'its money was refunded. Let the customer pay again.',
}

/** The fields of a payment that decide whether it can be confirmed. */
export interface Confirmable {
  status: PaymentStatus
  /** Whether a person confirms payments of this method. */
  isManual: boolean
  /** When it ended without the full amount. */
  endedAt: Date
}

/** Returns why a payment cannot be confirmed at `now`, and what to do instead; null if it can be confirmed. */
export function whyNotConfirmable({ status, isManual, endedAt }: Confirmable, now: Date): string | null {
  if (isSettled(status)) return `This payment is ${status}: ${SETTLED[status]}`
  if (!isManual)
    return `This payment is ${status}: payments by this method cannot be confirmed by hand. Let the customer pay again.`
  const hasEnded = status === 'canceled' || status === 'failed'
  if (!hasEnded || now < later(endedAt, CONFIRMABLE_FOR)) return null
  return `This payment has been ${status} for more than 60 days. Return the money, or create a new checkout for it.`
}
