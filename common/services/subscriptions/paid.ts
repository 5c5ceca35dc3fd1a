import type { Interval } from '../../kit/interval.ts'
import type { Amount } from '../../kit/money.ts'

/** Purchase of a recurring price by a paid checkout. */
export interface Paid {
  checkoutId: number
  customerId: number
  productId: number
  priceId: number
  interval: Interval
  /** Number of billing periods. */
  periods: number
  /** Money paid plus credit used: the value of the time for a later credit. */
  value: Amount
  /** Part of the value that is credit for unused time of the old plan. */
  credit: Amount
  /** When that credit was computed. */
  creditedAt: Date
  testClockId: number | null
}
