import type { Amount } from '../../kit/money.ts'
import type { RefundReason } from './object.ts'

/** Limit of refunds per payment: a payment object lists them all. */
export const MOST_REFUNDS = 100

/** A merchant's request for a refund. */
export interface RefundInput {
  /** Default: the whole remaining amount. */
  amount?: Amount
  reason?: RefundReason
  note?: string
  cancel_subscription?: boolean
  /** True: only records money that the merchant sent back. False: asks the provider to refund, if it can. */
  by_hand?: boolean
}
