import type { Amount } from '../../kit/money.ts'
import { isSettled, type PaymentStatus } from './status.ts'

/** The fields of a payment that decide how much has arrived, and how much must be refunded. */
export interface PaymentSums {
  status: PaymentStatus
  amount: Amount
  /** Null in rows of an older release, in which the full amount arrived or nothing. */
  amountReceived: Amount | null
  amountRefunded: Amount
}

/** Returns the amount received so far. */
export function receivedOf({ status, amount, amountReceived }: PaymentSums): Amount {
  return amountReceived ?? (isSettled(status) ? amount : 0)
}

/** Returns the amount still missing. */
export function missingOf(payment: PaymentSums): Amount {
  return Math.max(0, payment.amount - receivedOf(payment))
}

/** Returns the amount received and not refunded. */
export function leftOf(payment: PaymentSums): Amount {
  return receivedOf(payment) - payment.amountRefunded
}

/** Returns the part of a settled payment's money that still pays for its order; a surplus is refunded first. */
export function keptOf(payment: PaymentSums): Amount {
  if (payment.status === 'refund_required') return 0 // paid again after a full refund
  return Math.max(0, Math.min(leftOf(payment), payment.amount))
}

/** Returns the amount that the merchant must refund: all of a `refund_required` payment, else the surplus. */
export function toRefund(payment: PaymentSums): Amount {
  if (payment.status === 'refund_required') return leftOf(payment)
  return payment.status === 'paid' ? Math.max(0, leftOf(payment) - payment.amount) : 0
}
