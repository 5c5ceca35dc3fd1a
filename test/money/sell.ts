import type { Books } from './books.ts'
import { type Plan, PLANS } from './catalogue.ts'
import { endOf, isEntitled, type Order, type Segment, type Subscription } from './ledger.ts'
import { moveOn } from './pass-time.ts'
import type { OrderRow, Rows } from './rows.ts'
import { useOf } from './use.ts'
import { must } from './wrong.ts'

/** An order is complete: what it has paid for is entered, by the one use that its money had. */
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
  must(use !== null, () => `checkout ${id} (${purpose}, credit ${credit}) gives a period that it must not`)
  const subscription = segments[0]!.subscription_id
  const it = books.ledger.subscriptions.get(subscription)
  must((it === undefined) === (use === 'new'), () => `checkout ${id} (${use}) is for ${subscription}`)
  const paid = rows.payments.find(({ payable_id: of, paid_at: when }) => of === id && when !== null)
  const money = Math.min(row.amount_total, paid?.amount_received ?? 0)
  const bought = { plan, months: PLANS[plan].months * order.quantity, money, at }
  if (!it) return begin(books, subscription, order, bought)
  const its = it.customer === customer && isEntitled(it)
  must(its, () => `checkout ${id} pays for subscription ${it.id}, which it cannot`)
  if (use === 'change') change(books, it, order, bought)
  else renew(books, it, order, bought)
  Object.assign(it, { status: 'active', leaving: false })
  it.version += 1
  it.state += 1
  moveOn(it, at)
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

/** A new period begins now. What is left of the old ones is given up, for the credit and nothing else. */
function change(books: Books, it: Subscription, order: Order, bought: Bought): void {
  const { calendar } = books.world
  const { plan, months, at } = bought
  let due = order.credit
  const giveBack = (segment: Segment, worth: number) => {
    must(segment.returned === null, () => `the credit of checkout ${segment.order} is used twice`)
    segment.returned = Math.min(due, worth)
    must(segment.returned <= segment.value, () => `checkout ${segment.order} gives back more than its worth`)
    due -= segment.returned
  }
  for (const segment of it.segments) {
    const worth = order.unused.get(segment.order)
    const isLeft = segment.to > at
    const isPaidFor = !isLeft || worth !== undefined || it.status !== 'active'
    must(isPaidFor, () => `checkout ${order.id} gives up time of checkout ${segment.order} for nothing`)
    if (isLeft || worth !== undefined) giveBack(segment, worth ?? 0)
    if (isLeft) Object.assign(segment, { from: Math.min(segment.from, at), to: at })
  }
  must(due === 0, () => `${due} of the credit of checkout ${order.id} comes from nothing`)
  const anchor = calendar.dayOf(at)
  it.segments.push(segmentOf(order, bought, at, calendar.paidUntil(anchor, months)))
  Object.assign(it, { anchor, months, plan, scheduled: null })
}

/** On top of what is paid for, or after the trial; from now where all of that would be over by now. */
function renew(books: Books, it: Subscription, order: Order, bought: Bought): void {
  const { calendar } = books.world
  const { months, at } = bought
  const isTrial = it.status === 'trialing'
  let [from, anchor, all] = [endOf(it), it.anchor, isTrial ? months : it.months + months]
  if (calendar.paidUntil(anchor, all) <= at) [from, anchor, all] = [at, calendar.dayOf(at), months]
  it.segments.push(segmentOf(order, bought, from, calendar.paidUntil(anchor, all)))
  Object.assign(it, { anchor, months: all })
}

function segmentOf({ id: order, credit }: Order, bought: Bought, from: number, to: number): Segment {
  const { plan, months, money } = bought
  return { order, plan, from, to, whole: to - from, months, money, value: money + credit, returned: null }
}
