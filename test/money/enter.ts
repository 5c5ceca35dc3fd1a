import type { Books } from './books.ts'
import { DAY } from './calendar.ts'
import { TEA } from './catalogue.ts'
import type { Begun, Canceled, Confirmed, Deed, Erased, Opened, Pressed, Scheduled, Tried } from './deeds.ts'
import {
  isEntitled,
  listPrice,
  type Order,
  productOf,
  type Share,
  sharesOf,
  sum,
  workOut,
  worthOf,
} from './ledger.ts'
import { end } from './pass-time.ts'
import { refresh } from './refresh.ts'
import { giveBack } from './refund.ts'
import { type OrderRow, type Rows, statusAt } from './rows.ts'
import { complete } from './sell.ts'
import { isFixed, useOf } from './use.ts'
import { must } from './wrong.ts'

/** Enters what a request has brought about, and whether it may have. */
export function enter(books: Books, deed: Deed, rows: Rows): void {
  switch (deed.kind) {
    case 'opened':
      return open(books, deed, rows)
    case 'tried':
      return tryOut(books, deed, rows)
    case 'pressed':
      return press(books, deed, rows)
    case 'begun':
      return begin(books, deed, rows)
    case 'reported':
      return report(books, deed.order, rows)
    case 'rejected':
      return reject(books, deed)
    case 'confirmed':
      return confirm(books, deed, rows)
    case 'refunded':
      return giveBack(books, deed, rows)
    case 'canceled':
      return cancel(books, deed, rows)
    case 'resumed':
      books.subscription(deed.subscription).leaving = false
      return
    case 'scheduled':
      return schedule(books, deed)
    case 'erased':
      return erase(books, deed, rows)
    case 'clock_deleted':
      return forgetClock(books, deed.clock)
  }
}

function open(books: Books, { order: id, customer, plan: asked, named, ...deed }: Opened, rows: Rows): void {
  if (books.ledger.orders.has(id)) return // the page of one that was open already
  const row = rows.orders.get(id)
  must(row?.customer_id === customer, () => `checkout ${id} is not the customer's`)
  const { erased, now } = books.account(customer)
  must(!erased, () => `checkout ${id} was opened for a customer who has been erased`)
  const target = named === null ? asked && books.owner(customer, asked) : books.subscription(named)
  must(!target || isEntitled(target), () => `checkout ${id} is for a subscription that has ended`)
  const renews = target && (asked === target.plan || asked === target.scheduled)
  const plan = renews ? (target.scheduled ?? asked) : asked
  const purpose = !target ? 'new' : renews ? 'renew' : 'change'
  must((row.purpose ?? 'new') === purpose, () => `checkout ${id} is to ${row.purpose}, not to ${purpose}`)
  must(purpose !== 'change' || named !== null, () => `checkout ${id} changes a plan that nobody named`)
  const shares = target && purpose === 'change' ? sharesOf(target, now) : new Map<number, Share>()
  const unused = target ? worthOf(target, shares) : new Map<number, number>()
  const list = listPrice(plan, row.quantity, TEA)
  const worth = sum(unused.values())
  must(worth === 0 || worth < list, () => `checkout ${id} gives ${worth} of credit for ${list}`)
  const { credit } = workOut(list, deed.discount, worth, [])
  must(row.credit_amount === credit, () => `checkout ${id} takes ${row.credit_amount} off, not ${credit}`)
  const lives = row.expires_at.getTime() - now
  must(purpose !== 'change' || lives <= DAY, () => `the credit of checkout ${id} holds ${lives} ms`)
  const order: Order = {
    ...{
      id,
      customer,
      plan,
      purpose,
      unused,
      shares,
      credit,
      url: deed.url,
      discount: deed.discount,
      most: deed.most,
    },
    ...{
      again: deed.byKey ? asked : plan,
      byKey: deed.byKey,
      quantity: row.quantity,
      codes: [],
      status: 'open',
      ...{ closed: false, accepted: false },
      sent: 0,
      delayed: false,
    },
    ...{ target: target?.id ?? null, version: target?.version ?? 0, state: target?.state ?? 0 },
  }
  books.ledger.orders.set(id, order)
}

function tryOut(books: Books, { subscription: id, customer, plan, days }: Tried, rows: Rows): void {
  const account = books.account(customer)
  const product = productOf(plan)
  must(!account.erased, () => `trial ${id} began for a customer who has been erased`)
  must(!account.tried.includes(product), () => `trial ${id} is the second one of ${product}`)
  must(!books.owner(customer, plan), () => `trial ${id} is of ${product}, which the customer has`)
  must(rows.subscriptions.get(id)?.customer_id === customer, () => `trial ${id} is not there`)
  account.tried.push(product)
  const { calendar } = books.world
  const anchor = calendar.dayOf(account.now) + days
  const trialEnds = calendar.endOf(anchor)
  books.add({ id, customer, plan, status: 'trialing', trialEnds, anchor, months: 0, segments: [] })
}

function press(books: Books, { order: id, taken }: Pressed, rows: Rows): void {
  const order = books.order(id)
  const row = rows.orders.get(id)!
  if (!taken || order.status !== 'open') return
  const { now } = books.account(order.customer)
  if (row.status === 'complete') {
    refresh(books, order, row)
    order.sent += row.amount_total > 0 ? 1 : 0
    complete(books, order, row, rows, now)
  } else must(statusAt(row, now) !== 'open', () => `Pay did nothing to checkout ${id}`)
}

function begin(books: Books, { order: id, later }: Begun, rows: Rows): void {
  const order = books.order(id)
  const row = rows.orders.get(id)!
  if (order.status !== 'open') return
  refresh(books, order, row)
  const isFree = row.amount_total === 0 && row.status === 'complete'
  if (isFree) return complete(books, order, row, rows, books.account(order.customer).now)
  if (!later) return
  order.sent += 1
  order.delayed = true
}

function report(books: Books, id: number, rows: Rows): void {
  const order = books.order(id)
  const isWaiting = rows.orders.get(id)!.status === 'pending'
  if (isWaiting && order.status !== 'complete') order.status = 'pending'
  for (const payment of rows.payments)
    if (payment.payable_id === id && payment.status === 'pending') books.ledger.waiting.add(payment.id)
}

function reject(books: Books, { order: id, payment }: { order: number; payment: number }): void {
  const order = books.order(id)
  if (order.status === 'pending') order.status = 'open'
  books.ledger.waiting.delete(payment)
}

const SETTLED = ['paid', 'refund_required', 'refunded']

/** Money is entered: all of it, or what is to do for all, is decided about at once; less waits for the rest. */
function confirm(books: Books, deed: Confirmed, rows: Rows): void {
  const { order: id, payment: paymentId, asked, partly = false, late = false } = deed
  const order = books.order(id)
  const payment = rows.payments.find(({ id: of }) => of === paymentId)!
  const { now } = books.account(order.customer)
  if (!deed.done) {
    const isOld = payment.ended_at !== null && now >= payment.ended_at.getTime() + 60 * DAY
    return must(
      isOld || SETTLED.includes(payment.status),
      () => `transfer ${paymentId}, ${payment.status}, cannot be confirmed`,
    )
  }
  const { entered, waiting } = books.ledger
  const before = entered.get(paymentId) ?? 0
  const missing = Math.max(0, asked - before)
  const came = before + (deed.sum ?? (partly && before > 0 ? 0 : missing))
  const wasWaiting = waiting.has(paymentId)
  entered.set(paymentId, came)
  order.sent += 1
  waiting.delete(paymentId)
  // All of it may have gone back at the same moment.
  const { status: told, paid_at: paidAt } = payment
  const status = told === 'refunded' ? (paidAt ? 'paid' : 'refund_required') : told
  const row = rows.orders.get(id)!
  // An order that has changed since and is open takes what covers its present total.
  const isCovered = came >= row.amount_total
  const isOrdered = asked === row.amount_total || (isCovered && order.status === 'open' && !order.closed)
  const use = isOrdered ? useOfMoney(books, order, row, late) : null
  const isWhole = partly || came >= asked || isCovered
  const canWait = use !== null && (isWhole || !isSecondChange(books, order))
  const right = !canWait ? 'refund_required' : isWhole ? 'paid' : 'pending'
  // What had ended gave its codes back: somebody else may have used them up.
  const isLost = !wasWaiting && order.codes.length > 0 && status === 'refund_required'
  must(
    status === right || isLost,
    () =>
      `the transfer for checkout ${id} (${order.purpose}) is ${status}, not ${right}; it can do: ${use ?? 'nothing'}`,
  )
  if (status === 'pending') {
    order.accepted ||= order.status === 'expired' || order.closed
    Object.assign(order, { status: 'pending', closed: false })
  } else if (status === 'paid') {
    order.closed = false
    complete(books, order, row, rows, now)
  }
}

/** What money of an order can do, whose end was its merchant's to overlook. */
function useOfMoney(books: Books, order: Order, row: OrderRow, late: boolean): ReturnType<typeof useOf> {
  if (order.status === 'complete') return null
  const isOver = order.status === 'expired' || order.closed
  if (isOver && !late && !(order.status === 'pending' && order.accepted)) return null
  const isGone = row.closed_by === 'erasure' || row.closed_by === 'clock'
  if (isOver && order.credit > 0) return null
  if (isOver && (isGone || books.account(order.customer).erased)) return null
  return useOf(books, { ...order, closed: false })
}

/** Another change of the same subscription waits for its money, of which there is one at a time. */
function isSecondChange(books: Books, { id, purpose, target, status }: Order): boolean {
  if (purpose !== 'change' || target === null || status === 'pending') return false
  const { version } = books.subscription(target)
  return [...books.ledger.orders.values()].some(
    (other) =>
      other.id !== id &&
      other.target === target &&
      other.purpose === 'change' &&
      other.status === 'pending' &&
      other.version === version,
  )
}

function cancel(books: Books, { subscription: id, immediately }: Canceled, rows: Rows): void {
  const it = books.subscription(id)
  must(isEntitled(it), () => `subscription ${id} was canceled after its end`)
  if (immediately || it.status === 'past_due') {
    const { status } = rows.subscriptions.get(id)!
    must(status === 'canceled', () => `subscription ${id} was canceled and is ${status}`)
    end(it)
  } else if (!it.leaving) {
    it.leaving = true
    it.state += 1
  }
}

function schedule(books: Books, { subscription: id, plan }: Scheduled): void {
  const it = books.subscription(id)
  must(isEntitled(it), () => `subscription ${id} was scheduled after its end`)
  must(!it.leaving, () => `subscription ${id} was scheduled while a cancellation is pending`)
  must(!isFixed(it), () => `the renewal of subscription ${id} is paid, and it is scheduled anew`)
  const owner = plan && books.owner(it.customer, plan)
  must(!owner || owner === it, () => `subscription ${id} is to move to what subscription ${owner!.id} has`)
  const scheduled = plan === it.plan ? null : plan
  if (scheduled !== it.scheduled) it.state += 1
  it.scheduled = scheduled
}

function erase(books: Books, { customer, refused }: Erased, rows: Rows): void {
  const account = books.account(customer)
  const entitled = books.entitledOf(customer)
  const waiting = rows.payments.filter(
    ({ id, payable_id: of }) => books.ledger.waiting.has(id) && books.order(of).customer === customer,
  )
  switch (refused) {
    case null:
      must(!account.erased, () => `customer ${customer} was erased twice`)
      must(
        entitled.length === 0,
        () => `customer ${customer} was erased with subscription ${entitled[0]!.id}`,
      )
      must(waiting.length === 0, () => `customer ${customer} was erased while a transfer waits`)
      account.erased = true
      return
    case 'customer_has_subscription':
      return must(entitled.length > 0, () => `customer ${customer} has no subscription, but: ${refused}`)
    case 'customer_has_pending_payment':
      return must(waiting.length > 0, () => `customer ${customer} has no transfer waiting, but: ${refused}`)
    default:
      must(account.erased, () => `customer ${customer} cannot be erased: ${refused}`)
  }
}

function forgetClock(books: Books, clock: number): void {
  for (const account of books.ledger.accounts.values()) {
    if (account.clock !== clock) continue
    account.erased = true
    for (const it of books.entitledOf(account.id)) end(it)
  }
}
