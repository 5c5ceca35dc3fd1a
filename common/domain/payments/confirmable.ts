import { DAY, later } from '../../kit/time.ts'
import { isSettled, type PaymentStatus } from './status.ts'

/** A payment that has ended can be confirmed all the same for so long; its reference is nobody else's meanwhile. */
export const CONFIRMABLE_FOR = 60 * DAY

const SETTLED: Partial<Record<PaymentStatus, string>> = {
  paid: 'its money is here already. More that comes for it is not entered: confirm it on the payment that it was meant for, or send it back. To give back what is entered, refund it.',
  refund_required:
    'its money is here and could pay for nothing. Give it back to the customer, and refund it here.',
  refunded: 'its money was given back. Let the customer pay anew.',
}

/** What of a payment decides whether it can be confirmed. */
export interface Confirmable {
  status: PaymentStatus
  /** Whether somebody confirms it at all, which the method says. */
  isByHand: boolean
  /** When it ended without money. */
  endedAt: Date
}

/** Why a payment cannot be confirmed at `now`, and what to do in place of that; null where it can. */
export function whyNotConfirmable({ status, isByHand, endedAt }: Confirmable, now: Date): string | null {
  if (isSettled(status)) return `This payment is ${status}: ${SETTLED[status]}`
  if (!isByHand)
    return `This payment is ${status}: nobody confirms one by this method. Let the customer pay again.`
  const hasEnded = status === 'canceled' || status === 'failed'
  if (!hasEnded || now < later(endedAt, CONFIRMABLE_FOR)) return null
  return `This payment is ${status} for more than 60 days. Give the money back, or open a new checkout for it.`
}
