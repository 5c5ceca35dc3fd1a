import type { Books } from './books.ts'
import { TEA } from './catalogue.ts'
import { type Account, listPrice, type Order, sum, workOut } from './ledger.ts'
import { creditOf } from './refund.ts'
import type { PaymentRow, Rows } from './rows.ts'
import { must } from './wrong.ts'

const COME: readonly PaymentRow['status'][] = ['paid', 'refund_required', 'refunded']
const hasCome = ({ status }: PaymentRow) => COME.includes(status)

/** What came of each payment is what was sent for it, and what went back is what was recorded, and no more. */
function compareRefunds(books: Books, payment: PaymentRow): void {
  const { entered, refunded } = books.ledger
  const { id, status } = payment
  const came = entered.get(id) ?? (hasCome(payment) ? payment.amount : 0)
  const back = refunded.get(id) ?? 0
  must(
    (payment.amount_received ?? 0) === came,
    () => `payment ${id} has ${payment.amount_received}, not ${came}`,
  )
  must(
    payment.amount_refunded === back,
    () => `payment ${id} gave back ${payment.amount_refunded}, not ${back}`,
  )
  must(back <= came, () => `payment ${id} gave back ${back} of ${came}`)
  const isGone = hasCome(payment) && back === came
  must(
    (status === 'refunded') === isGone,
    () => `payment ${id} is ${status} with ${back} of ${came} given back`,
  )
}

/** What came in stays: as what paid an order, once, or as what has to be given back. */
export function comparePayments(books: Books, { id }: Account, rows: Rows): void {
  const { received, waiting } = books.ledger
  for (const order of books.ordersOf(id)) {
    const payments = rows.payments.filter(({ payable_id: of }) => of === order.id)
    for (const payment of payments) {
      compareRefunds(books, payment)
      if (payment.status === 'pending') waiting.add(payment.id)
      else waiting.delete(payment.id)
      if (hasCome(payment)) received.add(payment.id)
      else must(!received.has(payment.id), () => `payment ${payment.id} had come, and is ${payment.status}`)
    }
    const come = payments.filter(hasCome)
    must(come.length <= order.sent, () => `checkout ${order.id} has more payments than were sent`)
    const { amount_total: total } = rows.orders.get(order.id)!
    const paid = come.filter(({ paid_at: at }) => at !== null).map(({ amount }) => amount)
    const owed = order.status === 'complete' && total > 0 ? [total] : []
    must(
      paid.join() === owed.join(),
      () => `checkout ${order.id} is ${order.status}; paid is: ${paid.join(' + ')}`,
    )
  }
}

/**
 * Received + credit used + discounts = the worth of all that was sold. What was received and not refunded for
 * subscriptions, and the credit used = what their periods are worth; nobody has more ahead of them than was paid. Credit
 * used = what of earlier periods was given up for it.
 */
export function compareSums(books: Books, orders: readonly Order[], rows: Rows): void {
  const complete = orders.filter(({ status }) => status === 'complete')
  const ids = new Set(complete.map(({ id }) => id))
  const payments = rows.payments.filter(({ payable_id: of, paid_at: at }) => ids.has(of) && at !== null)
  const received = sum(payments.map(({ amount }) => amount))
  const credit = sum(complete.map((order) => order.credit))
  const off = sum(complete.map(discountsOf))
  const sold = sum(complete.map(({ plan, quantity }) => listPrice(plan, quantity, TEA)))
  must(
    received + credit + off === sold,
    () => `received ${received} + credit ${credit} + discounts ${off} is not the ${sold} that was sold`,
  )
  const subscriptions = [...books.ledger.subscriptions.values()]
  const sales = subscriptions.flatMap((it) =>
    it.segments.filter(({ order }) => ids.has(order)).map((segment) => ({ it, segment })),
  )
  const periods = sum(rows.segments.filter(({ checkout_id: of }) => ids.has(of)).map(({ value }) => value))
  const kept = sum(payments.filter((payment) => isPeriod(orders, payment)).map(keptOf))
  const used = sum(sales.map(({ it, segment }) => creditOf(books, it, segment)))
  must(
    kept + used === periods,
    () => `periods are worth ${periods}; kept is ${kept}, and the credit used is worth ${used}`,
  )
  const ahead = sum(
    sales.map(({ it, segment: { to, value } }) => (to > books.account(it.customer).now ? value : 0)),
  )
  must(ahead <= kept, () => `time worth ${ahead} is ahead, and only ${kept} of what was paid is here`)
  const segments = subscriptions.flatMap((it) => it.segments)
  const given = sum(segments.map(({ order, returned }) => (ids.has(order) ? (returned ?? 0) : 0)))
  must(given === credit, () => `the credit used, ${credit}, is not the ${given} that was given up for it`)
}

function isPeriod(orders: readonly Order[], { payable_id: of }: PaymentRow): boolean {
  return orders.some(({ id, plan }) => id === of && plan !== null)
}

/** What of a payment is here and was asked for; a surplus goes back first. */
function keptOf({ amount, amount_received: received, amount_refunded: refunded }: PaymentRow): number {
  return Math.max(0, Math.min(amount, (received ?? 0) - refunded))
}

function discountsOf({ plan, quantity, discount, unused, codes }: Order): number {
  const list = listPrice(plan, quantity, TEA)
  return Math.min(discount, list) + workOut(list, discount, sum(unused.values()), codes).codes
}
