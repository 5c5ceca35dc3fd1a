import type { Books } from './books.ts'
import type { Refunded } from './effects.ts'
import { endOf, isEntitled, type Segment, type Subscription, sum, valueOfShares } from './ledger.ts'
import type { Rows } from './rows.ts'

/**
 * Enters a refund: the period that the money bought loses value, and so does each later period that used it
 * as credit. A period that has not begun and has no money left is removed.
 */
export function enterRefund(books: Books, { payment: id, amount }: Refunded, rows: Rows): void {
  const { refunded, entered } = books.ledger
  const back = (refunded.get(id) ?? 0) + amount
  refunded.set(id, back)
  const payment = rows.payments.find((one) => one.id === id)!
  const { payable_id: order, paid_at: paidAt } = payment
  if (paidAt === null) return
  for (const subscription of books.ledger.subscriptions.values()) {
    const segment = subscription.segments.find((one) => one.order === order)
    if (!segment) continue
    const before = segment.value
    const left = (entered.get(id) ?? payment.amount) - back
    segment.money = Math.max(0, Math.min(left, rows.orders.get(order)!.amount_total))
    revalue(books, subscription)
    const isAhead = isEntitled(subscription) && segment.from > books.account(subscription.customer).now
    const isTaken = isAhead && left === 0 && segment.value === 0
    if (segment.value === before && !isTaken) return
    subscription.version += 1
    subscription.state += 1
    if (isTaken) removeSegment(books, subscription, segment)
    return
  }
}

/** Recalculates periods in the order of sale, since the credit for one comes from earlier ones. */
function revalue(books: Books, subscription: Subscription): void {
  for (const segment of subscription.segments)
    segment.value = segment.money + creditOf(books, subscription, segment)
}

/** Returns the present value of the credit that was used for a period. */
export function creditOf(books: Books, subscription: Subscription, { order: id }: Segment): number {
  const { credit, shares } = books.order(id)
  return Math.min(credit, sum(valueOfShares(subscription, shares).values()))
}

function removeSegment(books: Books, subscription: Subscription, removed: Segment): void {
  const index = subscription.segments.indexOf(removed)
  const laterSegments = subscription.segments.splice(index).slice(1)
  subscription.months -= removed.months + sum(laterSegments.map(({ months }) => months))
  let from = removed.from
  for (const segment of laterSegments) {
    subscription.months += segment.months
    const to = books.world.calendar.paidUntil(subscription.anchor, subscription.months)
    Object.assign(segment, { from, to, whole: to - from })
    subscription.segments.push(segment)
    from = to
  }
  if (subscription.segments.length === 0) subscription.status = 'trialing'
  else if (endOf(subscription) !== from) throw new Error('periods do not end where they were counted to')
}
