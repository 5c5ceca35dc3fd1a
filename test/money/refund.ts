import type { Books } from './books.ts'
import type { Refunded } from './deeds.ts'
import { endOf, isEntitled, type Segment, type Subscription, sum, worthOf } from './ledger.ts'
import type { Rows } from './rows.ts'

/**
 * Money goes back to a customer: what it bought is worth less, and so is each later period that took this as credit. A
 * period without money left that has not begun is taken away.
 */
export function giveBack(books: Books, { payment: id, amount }: Refunded, rows: Rows): void {
  const { refunded, entered } = books.ledger
  const back = (refunded.get(id) ?? 0) + amount
  refunded.set(id, back)
  const payment = rows.payments.find((one) => one.id === id)!
  const { payable_id: order, paid_at: paidAt } = payment
  if (paidAt === null) return
  for (const it of books.ledger.subscriptions.values()) {
    const segment = it.segments.find((one) => one.order === order)
    if (!segment) continue
    const before = segment.value
    const left = (entered.get(id) ?? payment.amount) - back
    segment.money = Math.max(0, Math.min(left, rows.orders.get(order)!.amount_total))
    revalue(books, it)
    const isAhead = isEntitled(it) && segment.from > books.account(it.customer).now
    const isTaken = isAhead && left === 0 && segment.value === 0
    if (segment.value === before && !isTaken) return
    it.version += 1
    it.state += 1
    if (isTaken) takeAway(books, it, segment)
    return
  }
}

/** Periods in the order in which they were sold: the credit for one comes from earlier ones. */
function revalue(books: Books, it: Subscription): void {
  for (const segment of it.segments) segment.value = segment.money + creditOf(books, it, segment)
}

/** What of the credit that was used for a period is left by now. */
export function creditOf(books: Books, it: Subscription, { order: id }: Segment): number {
  const { credit, shares } = books.order(id)
  return Math.min(credit, sum(worthOf(it, shares).values()))
}

function takeAway(books: Books, it: Subscription, gone: Segment): void {
  const index = it.segments.indexOf(gone)
  const behind = it.segments.splice(index).slice(1)
  it.months -= gone.months + sum(behind.map(({ months }) => months))
  let from = gone.from
  for (const segment of behind) {
    it.months += segment.months
    const to = books.world.calendar.paidUntil(it.anchor, it.months)
    Object.assign(segment, { from, to, whole: to - from })
    it.segments.push(segment)
    from = to
  }
  if (it.segments.length === 0) it.status = 'trialing'
  else if (endOf(it) !== from) throw new Error('periods do not end where they were counted to')
}
