import type { Books } from './books.ts'
import { DAY } from './calendar.ts'
import { TEA } from './catalogue.ts'
import type {
  Canceled,
  Confirmed,
  Effect,
  Erased,
  Opened,
  Pressed,
  Scheduled,
  Started,
  TrialStarted,
} from './effects.ts'
import {
  calculateOrder,
  isEntitled,
  listPrice,
  type Order,
  productOf,
  type Share,
  sharesOf,
  sum,
  valueOfShares,
} from './ledger.ts'
import { end } from './pass-time.ts'
import { refresh } from './refresh.ts'
import { enterRefund } from './refund.ts'
import { type OrderRow, type Rows, statusAt } from './rows.ts'
import { complete } from './sell.ts'
import { isFixed, useOf } from './use.ts'
import { must } from './wrong.ts'

/** Enters the effect of a request, and checks that it was allowed. */
export function enter(books: Books, effect: Effect, rows: Rows): void {
  switch (effect.kind) {
    case 'opened':
      return open(books, effect, rows)
    case 'tried':
      return startTrial(books, effect, rows)
    case 'pressed':
      return press(books, effect, rows)
    case 'started':
      return begin(books, effect, rows)
    case 'reported':
      return report(books, effect.order, rows)
    case 'rejected':
      return reject(books, effect)
    case 'confirmed':
      return confirm(books, effect, rows)
    case 'refunded':
      return enterRefund(books, effect, rows)
    case 'canceled':
      return cancel(books, effect, rows)
    case 'resumed':
      books.subscription(effect.subscription).leaving = false
      return
    case 'scheduled':
      return schedule(books, effect)
    case 'erased':
      return erase(books, effect, rows)
    case 'clock_deleted':
      return forgetClock(books, effect.clock)
  }
}

function open(
  books: Books,
  { order: id, customer, plan: asked, named, ...effect }: Opened,
  rows: Rows,
): void {
  if (books.ledger.orders.has(id)) return // the page of a checkout that is already open
  const row = rows.orders.get(id)
  must(row?.customer_id === customer, () => `checkout ${id} is not the customer's`)
  const { erased, now } = books.account(customer)
  must(!erased, () => `checkout ${id} was opened for an erased customer`)
  const target = named === null ? asked && books.owner(customer, asked) : books.subscription(named)
  must(!target || isEntitled(target), () => `checkout ${id} is for a subscription that has ended`)
  const renews = target && (asked === target.plan || asked === target.scheduled)
  const plan = renews ? (target.scheduled ?? asked) : asked
  const purpose = !target ? 'new' : renews ? 'renew' : 'change'
  must((row.purpose ?? 'new') === purpose, () => `checkout ${id} is to ${row.purpose}, not to ${purpose}`)
  must(
    purpose !== 'change' || named !== null,
    () => `checkout ${id} changes a plan without a subscription_id`,
  )
  const shares = target && purpose === 'change' ? sharesOf(target, now) : new Map<number, Share>()
  const unused = target ? valueOfShares(target, shares) : new Map<number, number>()
  const list = listPrice(plan, row.quantity, TEA)
  const worth = sum(unused.values())
  must(worth === 0 || worth < list, () => `checkout ${id} gives ${worth} of credit for ${list}`)
  const { credit } = calculateOrder(list, effect.discount, worth, [])
  must(
    row.credit_amount === credit,
    () => `checkout ${id} has a credit of ${row.credit_amount}, not ${credit}`,
  )
  const lives = row.expires_at.getTime() - now
  must(purpose !== 'change' || lives <= DAY, () => `the credit of checkout ${id} lasts ${lives} ms`)
  const order: Order = {
    ...{
      id,
      customer,
      plan,
      purpose,
      unused,
      shares,
      credit,
      url: effect.url,
      discount: effect.discount,
      most: effect.most,
    },
    ...{
      again: effect.byKey ? asked : plan,
      byKey: effect.byKey,
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

function startTrial(
  books: Books,
  { subscription: id, customer, plan, days }: TrialStarted,
  rows: Rows,
): void {
  const account = books.account(customer)
  const product = productOf(plan)
  must(!account.erased, () => `trial ${id} started for an erased customer`)
  must(!account.tried.includes(product), () => `trial ${id} is the second one of ${product}`)
  must(!books.owner(customer, plan), () => `trial ${id} is for ${product}, which the customer has`)
  must(rows.subscriptions.get(id)?.customer_id === customer, () => `trial ${id} does not exist`)
  account.tried.push(product)
  const { calendar } = books.world
  const anchor = calendar.dayOf(account.now) + days
  const trialEnds = calendar.endOf(anchor)
  books.add({ id, customer, plan, status: 'trialing', trialEnds, anchor, months: 0, segments: [] })
}

function press(books: Books, { order: id, accepted }: Pressed, rows: Rows): void {
  const order = books.order(id)
  const row = rows.orders.get(id)!
  if (!accepted || order.status !== 'open') return
  const { now } = books.account(order.customer)
  if (row.status === 'complete') {
    refresh(books, order, row)
    order.sent += row.amount_total > 0 ? 1 : 0
    complete(books, order, row, rows, now)
  } else must(statusAt(row, now) !== 'open', () => `Pay had no effect on checkout ${id}`)
}

function begin(books: Books, { order: id, later }: Started, rows: Rows): void {
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

/** Enters money: a whole amount is settled at once, and a smaller one waits for the rest. */
function confirm(books: Books, effect: Confirmed, rows: Rows): void {
  const { order: id, payment: paymentId, asked, partly = false, late = false } = effect
  const order = books.order(id)
  const payment = rows.payments.find(({ id: of }) => of === paymentId)!
  const { now } = books.account(order.customer)
  if (!effect.done) {
    const isOld = payment.ended_at !== null && now >= payment.ended_at.getTime() + 60 * DAY
    return must(
      isOld || SETTLED.includes(payment.status),
      () => `transfer ${paymentId}, ${payment.status}, cannot be confirmed`,
    )
  }
  const { entered, waiting } = books.ledger
  const before = entered.get(paymentId) ?? 0
  const missing = Math.max(0, asked - before)
  const came = before + (effect.sum ?? (partly && before > 0 ? 0 : missing))
  const wasWaiting = waiting.has(paymentId)
  entered.set(paymentId, came)
  order.sent += 1
  waiting.delete(paymentId)
  // The whole amount may have been refunded at the same moment.
  const { status: recorded, paid_at: paidAt } = payment
  const status = recorded === 'refunded' ? (paidAt ? 'paid' : 'refund_required') : recorded
  const row = rows.orders.get(id)!
  // An open order that has changed since accepts an amount that covers its present total.
  const isCovered = came >= row.amount_total
  const isOrdered = asked === row.amount_total || (isCovered && order.status === 'open' && !order.closed)
  const use = isOrdered ? useOfMoney(books, order, row, late) : null
  const isWhole = partly || came >= asked || isCovered
  const canWait = use !== null && (isWhole || !isSecondChange(books, order))
  const right = !canWait ? 'refund_required' : isWhole ? 'paid' : 'pending'
  // An expired order released its codes, so another order may have used them up.
  const isLost = !wasWaiting && order.codes.length > 0 && status === 'refund_required'
  must(
    status === right || isLost,
    () =>
      `the transfer for checkout ${id} (${order.purpose}) is ${status}, not ${right}; its use is ${use ?? 'none'}`,
  )
  if (status === 'pending') {
    order.accepted ||= order.status === 'expired' || order.closed
    Object.assign(order, { status: 'pending', closed: false })
  } else if (status === 'paid') {
    order.closed = false
    complete(books, order, row, rows, now)
  }
}

/** Returns the use of an order's money, if the merchant may accept it after the end. */
function useOfMoney(books: Books, order: Order, row: OrderRow, late: boolean): ReturnType<typeof useOf> {
  if (order.status === 'complete') return null
  const isOver = order.status === 'expired' || order.closed
  if (isOver && !late && !(order.status === 'pending' && order.accepted)) return null
  const isGone = row.closed_by === 'erasure' || row.closed_by === 'clock'
  if (isOver && order.credit > 0) return null
  if (isOver && (isGone || books.account(order.customer).erased)) return null
  return useOf(books, { ...order, closed: false })
}

/** Whether another change of the same subscription waits for its money. Only one may wait at a time. */
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
  const subscription = books.subscription(id)
  must(isEntitled(subscription), () => `subscription ${id} was canceled after its end`)
  if (immediately || subscription.status === 'past_due') {
    const { status } = rows.subscriptions.get(id)!
    must(status === 'canceled', () => `subscription ${id} was canceled and is ${status}`)
    end(subscription)
  } else if (!subscription.leaving) {
    subscription.leaving = true
    subscription.state += 1
  }
}

function schedule(books: Books, { subscription: id, plan }: Scheduled): void {
  const subscription = books.subscription(id)
  must(isEntitled(subscription), () => `subscription ${id} was scheduled after its end`)
  must(!subscription.leaving, () => `subscription ${id} was scheduled while a cancellation is pending`)
  must(
    !isFixed(subscription),
    () => `the renewal of subscription ${id} is paid, but another change was scheduled`,
  )
  const owner = plan && books.owner(subscription.customer, plan)
  must(
    !owner || owner === subscription,
    () => `subscription ${id} is scheduled for a product of subscription ${owner!.id}`,
  )
  const scheduled = plan === subscription.plan ? null : plan
  if (scheduled !== subscription.scheduled) subscription.state += 1
  subscription.scheduled = scheduled
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
    for (const subscription of books.entitledOf(account.id)) end(subscription)
  }
}
