import type { Books } from './books.ts'
import { DAY } from './calendar.ts'
import { GRACE } from './catalogue.ts'
import { accessEnds, endOf, isEntitled, LONGEST_WAIT, productOf, type Subscription } from './ledger.ts'
import type { Rows } from './rows.ts'
import { complete } from './sell.ts'
import { must } from './wrong.ts'

/** Time that was paid for ahead, at the scheduled price, begins. */
export function moveOn(it: Subscription, now: number): void {
  it.enteredTo = Math.max(it.enteredTo, now)
  const running = it.segments.findLast(({ from }) => from <= it.enteredTo)
  if (!isEntitled(it) || !running || running.plan === it.plan) return
  Object.assign(it, { plan: running.plan, scheduled: null })
  it.version += 1
  it.state += 1
}

/** Enters what time has done: money that was on its way and ends, in the order in which they happened. */
export function enterTime(books: Books, rows: Rows): void {
  const happened = [...delayedMoney(books, rows), ...ends(books, rows)].sort(
    (one, other) => one.at - other.at,
  )
  for (const { at, enter } of happened) {
    moveAllOn(books, at)
    enter()
  }
  moveAllOn(books)
}

/** As far as each one's own time has come. */
export function moveAllOn(books: Books, upTo = Infinity): void {
  for (const it of books.ledger.subscriptions.values())
    moveOn(it, Math.min(upTo, books.account(it.customer).now))
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
      must(order.delayed, () => `checkout ${order.id} is complete, and nobody has paid`)
      complete(books, order, row, rows, at)
    }
    yield { at, enter }
  }
}

/** Whether a subscription is known, by the money before it, shows when its turn comes. */
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

/** Ends come when what is paid for is over, and wait for nothing but the merchant's decision about a transfer. */
function endByTime(books: Books, it: Subscription | undefined, at: number): void {
  if (!it) return
  const due = accessEnds(it, books.world.calendar)
  must(at >= due, () => `subscription ${it.id} ended ${due - at} ms before its time was over`)
  must(at < due + LONGEST_WAIT + DAY, () => `subscription ${it.id} ended ${at - due} ms late`)
  end(it)
}

export function end(it: Subscription): void {
  it.status = 'canceled'
  it.state += 1
}

function becomeOverdue(books: Books, it: Subscription | undefined): void {
  if (!it) return
  const isDue = books.account(it.customer).now >= endOf(it)
  must(GRACE[productOf(it.plan)] > 0 && !it.leaving && isDue, () => `subscription ${it.id} has no grace`)
  it.status = 'past_due'
  it.state += 1
}
