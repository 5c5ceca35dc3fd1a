import type { Created } from '../../kit/field.ts'
import type { Amount } from '../../kit/money.ts'
import type { refundProperties } from './object.ts'

/** Limit of refunds per payment: a payment object lists them all. */
export const MOST_REFUNDS = 100

/** A merchant's request for a refund. */
export interface RefundInput extends Created<typeof refundProperties> {
  /** Default: the whole remaining amount. */
  amount?: Amount
  cancel_subscription?: boolean
  /** True: only records money that the merchant sent back. False: asks the provider to refund, if it can. */
  by_hand?: boolean
}
