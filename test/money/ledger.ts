import { type Calendar, DAY } from './calendar.ts'
import { CODES, GRACE, type Plan, PLANS, type Product } from './catalogue.ts'

/** A customer, and their time: real time or the time of a test clock. */
export interface Account {
  id: number
  clock: number | null
  now: number
  erased: boolean
  /** Products with a trial in the past. */
  tried: Product[]
}

/** Time that an order paid for. */
export interface Segment {
  order: number
  plan: Plan
  from: number
  to: number
  /** Its length when it was sold, and the number of months. */
  whole: number
  months: number
  /** The paid money that is not refunded. */
  money: number
  /** That money plus the credit that was used for it. */
  value: number
  /** The credit given for its unused part in another order, or null before that. */
  returned: number | null
}

export interface Subscription {
  id: number
  customer: number
  plan: Plan
  scheduled: Plan | null
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  trialEnds: number
  /** The day that periods are counted from, and the number of paid months. */
  anchor: number
  months: number
  segments: Segment[]
  /** Whether a cancellation at the end is requested. */
  leaving: boolean
  /** Increases when it is renewed or changed, or when its scheduled plan begins. */
  version: number
  /** The end of the time that has been entered: a test clock behind real time does not reset it. */
  enteredTo: number
  /** Increases with `version`, and when it is canceled, scheduled or overdue. A credit is for one state. */
  state: number
}

/** A checkout: the request, and the model's view of it. */
export interface Order {
  id: number
  customer: number
  url: string
  /** Null for a one-time item. */
  plan: Plan | null
  /** The plan that "start again" orders: the named plan, or the charged one. */
  again: Plan | null
  byKey: boolean
  quantity: number
  most: number
  discount: number
  codes: string[]
  purpose: 'new' | 'renew' | 'change'
  target: number | null
  version: number
  state: number
  /** The value of the unused part of each segment of the target when this order is opened. */
  unused: Map<number, number>
  /** The unused share of each segment. */
  shares: Map<number, Share>
  credit: number
  status: 'open' | 'pending' | 'complete' | 'expired'
  /** Whether it can have no effect any more, although no worker has expired it yet. */
  closed: boolean
  /** Whether its money was accepted after its end, and the rest is still missing. */
  accepted: boolean
  /** Number of payments that were made for it. */
  sent: number
  delayed: boolean
}

/** The state of the model. Plain data, so that it can be copied to try two orders of events. */
export interface Ledger {
  accounts: Map<number, Account>
  subscriptions: Map<number, Subscription>
  orders: Map<number, Order>
  /** Payments whose money has arrived. */
  received: Set<number>
  /** The amounts that were entered by hand, and the refunded amounts, by payment. */
  entered: Map<number, number>
  refunded: Map<number, number>
  /** Payments that wait for the merchant's decision. */
  waiting: Set<number>
}

export function newLedger(): Ledger {
  return {
    accounts: new Map(),
    subscriptions: new Map(),
    orders: new Map(),
    received: new Set(),
    entered: new Map(),
    refunded: new Map(),
    waiting: new Set(),
  }
}

export const productOf = (plan: Plan): Product => PLANS[plan].product
export const isEntitled = ({ status }: Subscription): boolean => status !== 'canceled'

/** Returns the end of paid time or of the trial. */
export function endOf({ segments, trialEnds }: Subscription): number {
  return segments.at(-1)?.to ?? trialEnds
}

/** Returns when access ends by time alone if nothing is paid. */
export function accessEnds(subscription: Subscription, calendar: Calendar): number {
  const grace =
    subscription.leaving || subscription.segments.length === 0 ? 0 : GRACE[productOf(subscription.plan)]
  return grace > 0 ? calendar.endOf(calendar.dayOf(endOf(subscription)) + grace) : endOf(subscription)
}

/** An end is deferred by at most this time for the merchant's decision about a transfer. */
export const LONGEST_WAIT = 3 * DAY

/** Returns the products that a subscription reserves: of its plan, its schedule and its paid time. */
export function productsOf(subscription: Subscription, now: number): Set<Product> {
  const paid = subscription.segments.filter(({ to }) => to > now).map(({ plan }) => plan)
  return new Set(
    [subscription.plan, ...(subscription.scheduled ? [subscription.scheduled] : []), ...paid].map(productOf),
  )
}

/** Returns the subscription that reserves the product of a plan, or null. */
export function ownerOf(ledger: Ledger, customer: number, plan: Plan, now: number): Subscription | null {
  for (const subscription of ledger.subscriptions.values())
    if (
      subscription.customer === customer &&
      isEntitled(subscription) &&
      productsOf(subscription, now).has(productOf(plan))
    )
      return subscription
  return null
}

/** The unused time of a segment, and its whole time. */
export interface Share {
  left: number
  whole: number
}

/** Returns the value of a share, rounded up. */
export function partOf(value: number, { left, whole }: Share): number {
  return Number((BigInt(value) * BigInt(left) + BigInt(whole - 1)) / BigInt(whole))
}

/** Returns the unused share of each segment by its order; a trial or an overdue subscription has none. */
export function sharesOf({ status, segments }: Subscription, now: number): Map<number, Share> {
  const running = status === 'active' ? segments.filter(({ to }) => to > now) : []
  return new Map(
    running.map(({ order, from, to, whole }) => [order, { left: to - Math.max(from, now), whole }]),
  )
}

/** Returns the present value of these shares. */
export function valueOfShares(
  { segments }: Subscription,
  shares: ReadonlyMap<number, Share>,
): Map<number, number> {
  const sources = segments.filter(({ order }) => shares.has(order))
  return new Map(sources.map(({ order, value }) => [order, partOf(value, shares.get(order)!)]))
}

export function sum(amounts: Iterable<number>): number {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

export function listPrice(plan: Plan | null, quantity: number, tea: number): number {
  return quantity * (plan ? PLANS[plan].amount : tea)
}

/** Calculates an order: direct discounts, then credit, then product codes, then other codes. */
export function calculateOrder(
  list: number,
  discount: number,
  unused: number,
  codes: readonly string[],
): { credit: number; codes: number; total: number } {
  const afterDiscount = list - Math.min(discount, list)
  const credit = Math.min(unused, afterDiscount)
  let left = afterDiscount - credit
  let off = 0
  const order = [...codes].sort((a, b) => Number(isForOrder(a)) - Number(isForOrder(b)))
  for (const code of order) {
    const { percent_off: percent, amount_off: amount = 0 } = CODES[code]!
    const wanted = percent === undefined ? amount : Math.floor((left * percent * 2 + 100) / 200)
    const taken = Math.min(wanted, left)
    off += taken
    left -= taken
  }
  return { credit, codes: off, total: left }
}

const isForOrder = (code: string) => CODES[code]!.type === 'order_total'
