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

/** Whether everything stands as the books say. */
export function compare(books: Books, rows: Rows): void {
  const { orders, accounts, subscriptions } = books.ledger
  for (const id of rows.orders.keys()) must(orders.has(id), () => `checkout ${id} was opened by nobody`)
  for (const order of orders.values()) compareOrder(books, order, rows.orders.get(order.id)!)
  for (const row of rows.subscriptions.values()) {
    const it = subscriptions.get(row.id)
    must(it !== undefined, () => `subscription ${row.id} was begun by nobody`)
    must(row.status === it.status, () => `subscription ${row.id} is ${row.status}; it must be ${it.status}`)
    const sold = rows.segments.filter(({ subscription_id: of }) => of === row.id)
    compareSegments(books, it, sold)
    if (isEntitled(it)) compareEntitled(books, it, row)
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
  // One that was closed can be reported for as long as no worker has told of it: it waits, and its money goes back.
  const isLate = before === 'expired' && order.closed && status === 'pending'
  const isOver = before === 'complete' || before === 'expired'
  const isRight = isOver ? status === before || isLate : status !== 'complete'
  must(isRight, () => `checkout ${id} was ${before}, and is ${status}`)
  must(!erased || isOver || status === 'expired', () => `checkout ${id} of an erased customer is ${status}`)
  order.closed ||= row.closed_by !== null && status === 'expired'
  const isAsked = status !== 'open' || isAsIntended(books, order)
  must(isAsked, () => `checkout ${id} (${purpose}) is open, and can do: ${useOf(books, order) ?? 'nothing'}`)
  order.status = status
}

/** Each paid order has its period, of its length and its worth; none overlaps another. */
function compareSegments(books: Books, it: Subscription, sold: readonly SegmentRow[]): void {
  const stamp = (time: number) => new Date(time).toISOString()
  const paid = it.segments.map(({ order, plan, from, to, value }) =>
    [order, plan, stamp(from), stamp(to), value].join(' '),
  )
  const given = sold.map(({ checkout_id: order, price_id: price, starts_at, ends_at, value }) =>
    [order, books.world.planOf.get(price), starts_at.toISOString(), ends_at.toISOString(), value].join(' '),
  )
  const tell = (lines: readonly string[]) => lines.map((line) => `\n    ${line}`).join('')
  must(
    paid.join() === given.join(),
    () => `subscription ${it.id} has the periods${tell(given)}\n  paid for are${tell(paid)}`,
  )
  for (const [index, { from, to }] of it.segments.entries()) {
    const before = it.segments[index - 1]
    must(from <= to && (!before || from >= before.to), () => `periods of subscription ${it.id} overlap`)
  }
}

function compareEntitled(books: Books, it: Subscription, row: SubscriptionRow): void {
  const { id } = it
  const { now, erased } = books.account(it.customer)
  must(!erased, () => `subscription ${id} gives access to a customer who has been erased`)
  const [plan, scheduled] = [row.price_id, row.scheduled_price_id].map((price) =>
    price === null ? null : books.world.planOf.get(price),
  )
  must(plan === it.plan, () => `subscription ${id} is at ${plan}; paid is ${it.plan}`)
  must(scheduled === it.scheduled, () => `subscription ${id} goes on at ${scheduled}, not ${it.scheduled}`)
  // Of a renewal and a cancellation at the same moment, the later one decides: the books must know which it was.
  const isLeaving = row.canceled_at !== null
  must(
    isLeaving === it.leaving,
    () => `subscription ${id} ${isLeaving ? 'ends' : 'goes on'} after its period`,
  )
  const paidUntil = endOf(it)
  must(
    row.current_period_end.getTime() === paidUntil,
    () => `subscription ${id} has another end than paid for`,
  )
  const ends = it.status === 'past_due' ? accessEnds(it, books.world.calendar) : paidUntil
  if (now < ends) return
  const waits = ({ status, target }: Order) => status === 'pending' && target === id
  const isDeferred = now < ends + LONGEST_WAIT && books.ordersOf(it.customer).some(waits)
  must(isDeferred, () => `subscription ${id} goes on ${(now - ends) / DAY} days past its end`)
}

function compareProducts(books: Books, { id, now }: Account): void {
  const taken = books.entitledOf(id).flatMap((it) => [...productsOf(it, now)])
  must(new Set(taken).size === taken.length, () => `customer ${id} has twice: ${taken.sort().join(', ')}`)
}
