import type { Amount } from '../../kit/money.ts'
import { isSettled, type PaymentStatus } from './status.ts'

/** What of a payment decides how much of it came, and how much of that is to go back. */
export interface PaymentSums {
  status: PaymentStatus
  amount: Amount
  /** Null where an older release wrote the row, for which what came was always what was asked for. */
  amountReceived: Amount | null
  amountRefunded: Amount
}

/** What has come so far. */
export function receivedOf({ status, amount, amountReceived }: PaymentSums): Amount {
  return amountReceived ?? (isSettled(status) ? amount : 0)
}

/** What has not come yet of what was asked for. */
export function missingOf(payment: PaymentSums): Amount {
  return Math.max(0, payment.amount - receivedOf(payment))
}

/** What has come and was not given back. */
export function leftOf(payment: PaymentSums): Amount {
  return receivedOf(payment) - payment.amountRefunded
}

/** What the merchant has to give back: all of money that could do nothing, else what came beyond the sum. */
export function toRefund(payment: PaymentSums): Amount {
  if (payment.status === 'refund_required') return leftOf(payment)
  return payment.status === 'paid' ? Math.max(0, leftOf(payment) - payment.amount) : 0
}
