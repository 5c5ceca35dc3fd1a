import { type Calendar, DAY } from './calendar.ts'
import { CODES, GRACE, type Plan, PLANS, type Product } from './catalogue.ts'

/** A customer, and the time that they live in: real, or a test clock's. */
export interface Account {
  id: number
  clock: number | null
  now: number
  erased: boolean
  /** Products of which they have had a trial. */
  tried: Product[]
}

/** Time that an order has paid for. */
export interface Segment {
  order: number
  plan: Plan
  from: number
  to: number
  /** How long it was when it was sold, and how many months that is. */
  whole: number
  months: number
  /** What is left of the money that was paid for it. */
  money: number
  /** That money, and the credit that was used for it. */
  value: number
  /** What was taken off another order for the part that was given up; null until then. */
  returned: number | null
}

export interface Subscription {
  id: number
  customer: number
  plan: Plan
  scheduled: Plan | null
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  trialEnds: number
  /** The day that periods are counted from, and how many months of them are paid. */
  anchor: number
  months: number
  segments: Segment[]
  /** A cancellation at the end is asked for. */
  leaving: boolean
  /** Rises when it is renewed, changed, or moves to its scheduled plan. */
  version: number
  /** How far its time has been entered: a clock that stands behind real time does not take it back. */
  enteredTo: number
  /** Rises with `version`, and when it is canceled, scheduled or overdue: a credit is for one of these. */
  state: number
}

/** A checkout: what was asked for, and what the model makes of it. */
export interface Order {
  id: number
  customer: number
  url: string
  /** Null for what is sold once. */
  plan: Plan | null
  /** What "start again" asks for: the plan that was named, or the one that was charged. */
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
  /** What is left of each segment of the target, by its order, when this one is opened. */
  unused: Map<number, number>
  /** Which share of each that is. */
  shares: Map<number, Share>
  credit: number
  status: 'open' | 'pending' | 'complete' | 'expired'
  /** It can do nothing any more; nobody has told of it yet. */
  closed: boolean
  /** Its money was accepted although it had ended, and the rest of it is waited for. */
  accepted: boolean
  /** How often money was sent for it, and how often that came to something. */
  sent: number
  delayed: boolean
}

/** All that the model knows; plain data, so that it can be copied and two orders of events be tried. */
export interface Ledger {
  accounts: Map<number, Account>
  subscriptions: Map<number, Subscription>
  orders: Map<number, Order>
  /** Payments that have brought money. */
  received: Set<number>
  /** What was entered for a payment by hand, and what went back of a payment. */
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

/** Until when a subscription is paid for, or tried. */
export function endOf({ segments, trialEnds }: Subscription): number {
  return segments.at(-1)?.to ?? trialEnds
}

/** When access ends by the clock alone, unpaid. */
export function accessEnds(it: Subscription, calendar: Calendar): number {
  const grace = it.leaving || it.segments.length === 0 ? 0 : GRACE[productOf(it.plan)]
  return grace > 0 ? calendar.endOf(calendar.dayOf(endOf(it)) + grace) : endOf(it)
}

/** An end waits so long for the merchant's decision about a transfer. */
export const LONGEST_WAIT = 3 * DAY

/** The products that a subscription keeps from others: those of its plan, its schedule, and its paid time. */
export function productsOf(it: Subscription, now: number): Set<Product> {
  const paid = it.segments.filter(({ to }) => to > now).map(({ plan }) => plan)
  return new Set([it.plan, ...(it.scheduled ? [it.scheduled] : []), ...paid].map(productOf))
}

/** The subscription that keeps the product of a plan from others. */
export function ownerOf(ledger: Ledger, customer: number, plan: Plan, now: number): Subscription | null {
  for (const it of ledger.subscriptions.values())
    if (it.customer === customer && isEntitled(it) && productsOf(it, now).has(productOf(plan))) return it
  return null
}

/** What is left of a segment's time, and all of it. */
export interface Share {
  left: number
  whole: number
}

/** What a share of a value comes to, rounded up. */
export function partOf(value: number, { left, whole }: Share): number {
  return Number((BigInt(value) * BigInt(left) + BigInt(whole - 1)) / BigInt(whole))
}

/** What is left of each segment, by its order; nothing of a trial, or of what is overdue. */
export function sharesOf({ status, segments }: Subscription, now: number): Map<number, Share> {
  const running = status === 'active' ? segments.filter(({ to }) => to > now) : []
  return new Map(
    running.map(({ order, from, to, whole }) => [order, { left: to - Math.max(from, now), whole }]),
  )
}

/** What those shares are worth now. */
export function worthOf({ segments }: Subscription, shares: ReadonlyMap<number, Share>): Map<number, number> {
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

/** Works an order out: direct discounts, then the credit, then codes for a product, then the others. */
export function workOut(
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
