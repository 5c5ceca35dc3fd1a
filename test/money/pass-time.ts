import type { Books } from './books.ts'
import { DAY } from './calendar.ts'
import { GRACE } from './catalogue.ts'
import { accessEnds, endOf, isEntitled, LONGEST_WAIT, productOf, type Subscription } from './ledger.ts'
import type { Rows } from './rows.ts'
import { complete } from './sell.ts'
import { must } from './wrong.ts'

/** Begins time that was paid ahead at the scheduled price. */
export function beginPaidTime(subscription: Subscription, now: number): void {
  subscription.enteredTo = Math.max(subscription.enteredTo, now)
  const running = subscription.segments.findLast(({ from }) => from <= subscription.enteredTo)
  if (!isEntitled(subscription) || !running || running.plan === subscription.plan) return
  Object.assign(subscription, { plan: running.plan, scheduled: null })
  subscription.version += 1
  subscription.state += 1
}

/** Enters the effects of time, delayed money and ends, in the order in which they happened. */
export function enterTime(books: Books, rows: Rows): void {
  const happened = [...delayedMoney(books, rows), ...ends(books, rows)].sort(
    (one, other) => one.at - other.at,
  )
  for (const { at, enter } of happened) {
    beginAllPaidTime(books, at)
    enter()
  }
  beginAllPaidTime(books)
}

/** Begins paid time of each subscription, up to its customer's own time. */
export function beginAllPaidTime(books: Books, upTo = Infinity): void {
  for (const subscription of books.ledger.subscriptions.values())
    beginPaidTime(subscription, Math.min(upTo, books.account(subscription.customer).now))
}

interface Happened {
  at: number
  enter: () => void
}

function* delayedMoney(books: Books, rows: Rows): Generator<Happened> {
  for (const order of books.ledger.orders.values()) {
    const row = rows.orders.get(order.id)!
    if (row.status !== 'complete' || order.status === 'complete') continue
    const at = row.paid_at!.getTime()
    const enter = () => {
      must(order.delayed, () => `checkout ${order.id} is complete, without a payment`)
      complete(books, order, row, rows, at)
    }
    yield { at, enter }
  }
}

/** Checks whether a subscription is known only when its event is entered: earlier money may have started it. */
function* ends(books: Books, rows: Rows): Generator<Happened> {
  for (const { id, status, ended_at: ended, current_period_end: end } of rows.subscriptions.values()) {
    const known = () => books.ledger.subscriptions.get(id)
    const before = known()?.status
    if (status === before) continue
    if (status === 'canceled') {
      const at = ended!.getTime()
      yield { at, enter: () => endByTime(books, known(), at) }
    } else if (status === 'past_due') yield { at: end.getTime(), enter: () => becomeOverdue(books, known()) }
  }
}

/** An end comes when the paid time is over, and is deferred only by a transfer that waits. */
function endByTime(books: Books, subscription: Subscription | undefined, at: number): void {
  if (!subscription) return
  const due = accessEnds(subscription, books.world.calendar)
  must(at >= due, () => `subscription ${subscription.id} ended ${due - at} ms before its time was over`)
  must(at < due + LONGEST_WAIT + DAY, () => `subscription ${subscription.id} ended ${at - due} ms late`)
  end(subscription)
}

export function end(subscription: Subscription): void {
  subscription.status = 'canceled'
  subscription.state += 1
}

function becomeOverdue(books: Books, subscription: Subscription | undefined): void {
  if (!subscription) return
  const isDue = books.account(subscription.customer).now >= endOf(subscription)
  must(
    GRACE[productOf(subscription.plan)] > 0 && !subscription.leaving && isDue,
    () => `subscription ${subscription.id} has no grace`,
  )
  subscription.status = 'past_due'
  subscription.state += 1
}
