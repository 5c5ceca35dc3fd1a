import type { Interval } from '../kit/interval.ts'
import type { Amount } from '../kit/money.ts'

/** What a paid checkout buys of a recurring price. */
export interface Paid {
  checkoutId: number
  customerId: number
  productId: number
  priceId: number
  interval: Interval
  /** How many billing periods at once. */
  periods: number
  /** Money paid plus credit used: what the time is worth if it is given back. */
  value: Amount
  /** How much of it is the credit for unused time of the plan that it changes. */
  credit: Amount
  testClockId: number | null
}
