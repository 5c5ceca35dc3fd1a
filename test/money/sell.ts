import type { Books } from './books.ts'
import { type Plan, PLANS } from './catalogue.ts'
import { endOf, isEntitled, type Order, type Segment, type Subscription } from './ledger.ts'
import { beginPaidTime } from './pass-time.ts'
import type { OrderRow, Rows } from './rows.ts'
import { useOf } from './use.ts'
import { must } from './wrong.ts'

/** Enters a complete order, by the only use that its money can have. */
export function complete(books: Books, order: Order, row: OrderRow, rows: Rows, at: number): void {
  const { id, plan, customer, purpose, credit } = order
  must(row.status === 'complete', () => `checkout ${id} is paid and ${row.status}`)
  must(order.status !== 'complete', () => `checkout ${id} is complete twice`)
  must(row.paid_at?.getTime() === at, () => `checkout ${id} was paid at another time`)
  const use = useOf(books, order)
  order.status = 'complete'
  if (!plan) return
  const segments = rows.segments.filter(({ checkout_id: of }) => of === id)
  must(segments.length === 1, () => `checkout ${id} has paid for ${segments.length} periods`)
  must(use !== null, () => `checkout ${id} (${purpose}, credit ${credit}) must not give a period`)
  const subscriptionId = segments[0]!.subscription_id
  const subscription = books.ledger.subscriptions.get(subscriptionId)
  must(
    (subscription === undefined) === (use === 'new'),
    () => `checkout ${id} (${use}) is for ${subscriptionId}`,
  )
  const paid = rows.payments.find(({ payable_id: of, paid_at: when }) => of === id && when !== null)
  const money = Math.min(row.amount_total, paid?.amount_received ?? 0)
  const bought = { plan, months: PLANS[plan].months * order.quantity, money, at }
  if (!subscription) return begin(books, subscriptionId, order, bought)
  const its = subscription.customer === customer && isEntitled(subscription)
  must(its, () => `checkout ${id} cannot pay for subscription ${subscription.id}`)
  if (use === 'change') change(books, subscription, order, bought)
  else renew(books, subscription, order, bought)
  Object.assign(subscription, { status: 'active', leaving: false })
  subscription.version += 1
  subscription.state += 1
  beginPaidTime(subscription, at)
}

interface Bought {
  plan: Plan
  months: number
  money: number
  at: number
}

function begin(books: Books, id: number, order: Order, bought: Bought): void {
  const { calendar } = books.world
  const { plan, months, at } = bought
  const anchor = calendar.dayOf(at)
  const segment = segmentOf(order, bought, at, calendar.paidUntil(anchor, months))
  const { customer } = order
  books.add({ id, customer, plan, status: 'active', trialEnds: 0, anchor, months, segments: [segment] })
}

/** Starts a new period now. The unused part of the old ones becomes credit. */
function change(books: Books, subscription: Subscription, order: Order, bought: Bought): void {
  const { calendar } = books.world
  const { plan, months, at } = bought
  let due = order.credit
  const useCredit = (segment: Segment, worth: number) => {
    must(segment.returned === null, () => `the credit of checkout ${segment.order} is used twice`)
    segment.returned = Math.min(due, worth)
    must(
      segment.returned <= segment.value,
      () => `checkout ${segment.order} gives more credit than its value`,
    )
    due -= segment.returned
  }
  for (const segment of subscription.segments) {
    const worth = order.unused.get(segment.order)
    const isLeft = segment.to > at
    const isPaidFor = !isLeft || worth !== undefined || subscription.status !== 'active'
    must(isPaidFor, () => `checkout ${order.id} drops time of checkout ${segment.order} without credit`)
    if (isLeft || worth !== undefined) useCredit(segment, worth ?? 0)
    if (isLeft) Object.assign(segment, { from: Math.min(segment.from, at), to: at })
  }
  must(due === 0, () => `${due} of the credit of checkout ${order.id} has no source`)
  const anchor = calendar.dayOf(at)
  subscription.segments.push(segmentOf(order, bought, at, calendar.paidUntil(anchor, months)))
  Object.assign(subscription, { anchor, months, plan, scheduled: null })
}

/** Extends the paid time or the trial; starts now if the extended time would already be over. */
function renew(books: Books, subscription: Subscription, order: Order, bought: Bought): void {
  const { calendar } = books.world
  const { months, at } = bought
  const isTrial = subscription.status === 'trialing'
  let [from, anchor, all] = [
    endOf(subscription),
    subscription.anchor,
    isTrial ? months : subscription.months + months,
  ]
  if (calendar.paidUntil(anchor, all) <= at) [from, anchor, all] = [at, calendar.dayOf(at), months]
  subscription.segments.push(segmentOf(order, bought, from, calendar.paidUntil(anchor, all)))
  Object.assign(subscription, { anchor, months: all })
}

function segmentOf({ id: order, credit }: Order, bought: Bought, from: number, to: number): Segment {
  const { plan, months, money } = bought
  return { order, plan, from, to, whole: to - from, months, money, value: money + credit, returned: null }
}
