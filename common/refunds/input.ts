import type { Amount } from '../kit/money.ts'
import type { RefundReason } from './object.ts'

/** What a merchant says of money that goes back. */
export interface RefundInput {
  /** All that is left, where it is not said. */
  amount?: Amount
  reason?: RefundReason
  note?: string
  cancel_subscription?: boolean
}
