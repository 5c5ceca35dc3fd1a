import type { Books } from './books.ts'
import { DAY } from './calendar.ts'
import {
  accessEnds,
  type Account,
  endOf,
  isEntitled,
  LONGEST_WAIT,
  type Order,
  productsOf,
  type Subscription,
} from './ledger.ts'
import { refresh } from './refresh.ts'
import { type OrderRow, type Rows, type SegmentRow, statusAt, type SubscriptionRow } from './rows.ts'
import { comparePayments, compareSums } from './sums.ts'
import { isAsIntended, useOf } from './use.ts'
import { must } from './wrong.ts'

/** Compares all rows with the books. Throws `Wrong` at the first difference. */
export function compare(books: Books, rows: Rows): void {
  const { orders, accounts, subscriptions } = books.ledger
  for (const id of rows.orders.keys()) must(orders.has(id), () => `checkout ${id} was opened by no request`)
  for (const order of orders.values()) compareOrder(books, order, rows.orders.get(order.id)!)
  for (const row of rows.subscriptions.values()) {
    const subscription = subscriptions.get(row.id)
    must(subscription !== undefined, () => `subscription ${row.id} was started by no request`)
    must(
      row.status === subscription.status,
      () => `subscription ${row.id} is ${row.status}; it must be ${subscription.status}`,
    )
    const sold = rows.segments.filter(({ subscription_id: of }) => of === row.id)
    compareSegments(books, subscription, sold)
    if (isEntitled(subscription)) compareEntitled(books, subscription, row)
  }
  for (const account of accounts.values()) {
    compareProducts(books, account)
    comparePayments(books, account, rows)
    compareSums(books, books.ordersOf(account.id), rows)
  }
  compareSums(books, [...orders.values()], rows)
}

function compareOrder(books: Books, order: Order, row: OrderRow): void {
  const { id, purpose, status: before } = order
  if (before !== 'complete') refresh(books, order, row)
  const { now, erased } = books.account(order.customer)
  const status = statusAt(row, now)
  // A closed checkout can still be reported until a worker has expired it: it waits, and is then flagged for refund.
  const isLate = before === 'expired' && order.closed && status === 'pending'
  const isOver = before === 'complete' || before === 'expired'
  const isRight = isOver ? status === before || isLate : status !== 'complete'
  must(isRight, () => `checkout ${id} was ${before}, and is ${status}`)
  must(!erased || isOver || status === 'expired', () => `checkout ${id} of an erased customer is ${status}`)
  order.closed ||= row.closed_by !== null && status === 'expired'
  const isAsked = status !== 'open' || isAsIntended(books, order)
  must(isAsked, () => `checkout ${id} (${purpose}) is open, with the use ${useOf(books, order) ?? 'none'}`)
  order.status = status
}

/** Checks that each paid order has one period of its length and value, and that none overlap. */
function compareSegments(books: Books, subscription: Subscription, sold: readonly SegmentRow[]): void {
  const stamp = (time: number) => new Date(time).toISOString()
  const paid = subscription.segments.map(({ order, plan, from, to, value }) =>
    [order, plan, stamp(from), stamp(to), value].join(' '),
  )
  const given = sold.map(({ checkout_id: order, price_id: price, starts_at, ends_at, value }) =>
    [order, books.world.planOf.get(price), starts_at.toISOString(), ends_at.toISOString(), value].join(' '),
  )
  const formatLines = (lines: readonly string[]) => lines.map((line) => `\n    ${line}`).join('')
  must(
    paid.join() === given.join(),
    () =>
      `subscription ${subscription.id} has the periods${formatLines(given)}\n  but must have${formatLines(paid)}`,
  )
  for (const [index, { from, to }] of subscription.segments.entries()) {
    const before = subscription.segments[index - 1]
    must(
      from <= to && (!before || from >= before.to),
      () => `periods of subscription ${subscription.id} overlap`,
    )
  }
}

function compareEntitled(books: Books, subscription: Subscription, row: SubscriptionRow): void {
  const { id } = subscription
  const { now, erased } = books.account(subscription.customer)
  must(!erased, () => `subscription ${id} gives access to a customer who has been erased`)
  const [plan, scheduled] = [row.price_id, row.scheduled_price_id].map((price) =>
    price === null ? null : books.world.planOf.get(price),
  )
  must(
    plan === subscription.plan,
    () => `subscription ${id} is at ${plan}; it must be at ${subscription.plan}`,
  )
  must(
    scheduled === subscription.scheduled,
    () => `subscription ${id} continues at ${scheduled}, not ${subscription.scheduled}`,
  )
  // If a renewal and a cancellation meet, the later one counts, so the books must know the order.
  const isLeaving = row.canceled_at !== null
  must(
    isLeaving === subscription.leaving,
    () => `subscription ${id} ${isLeaving ? 'ends' : 'continues'} after its period`,
  )
  const paidUntil = endOf(subscription)
  must(
    row.current_period_end.getTime() === paidUntil,
    () => `subscription ${id} has another end than paid for`,
  )
  const ends = subscription.status === 'past_due' ? accessEnds(subscription, books.world.calendar) : paidUntil
  if (now < ends) return
  const waits = ({ status, target }: Order) => status === 'pending' && target === id
  const isDeferred = now < ends + LONGEST_WAIT && books.ordersOf(subscription.customer).some(waits)
  must(isDeferred, () => `subscription ${id} is active ${(now - ends) / DAY} days after its end`)
}

function compareProducts(books: Books, { id, now }: Account): void {
  const taken = books.entitledOf(id).flatMap((subscription) => [...productsOf(subscription, now)])
  must(
    new Set(taken).size === taken.length,
    () => `customer ${id} has a product twice: ${taken.sort().join(', ')}`,
  )
}
