import type { Amount } from '../kit/money.ts'
import type { RefundReason } from './object.ts'

/** So many refunds can a payment have: it lists them all. */
export const MOST_REFUNDS = 100

/** What a merchant says of money that goes back. */
export interface RefundInput {
  /** All that is left, where it is not said. */
  amount?: Amount
  reason?: RefundReason
  note?: string
  cancel_subscription?: boolean
  /** The merchant has sent it, and only records that; else the payment's provider is told to, where it can. */
  by_hand?: boolean
}
