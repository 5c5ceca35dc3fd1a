import type { Books } from './books.ts'
import { TEA } from './catalogue.ts'
import { type Account, calculateOrder, listPrice, type Order, sum } from './ledger.ts'
import { creditOf } from './refund.ts'
import type { PaymentRow, Rows } from './rows.ts'
import { must } from './wrong.ts'

const COME: readonly PaymentRow['status'][] = ['paid', 'refund_required', 'refunded']
const hasCome = ({ status }: PaymentRow) => COME.includes(status)

/** Checks that the received and refunded amounts of a payment are the amounts sent and recorded. */
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
    () => `payment ${id} has refunded ${payment.amount_refunded}, not ${back}`,
  )
  must(back <= came, () => `payment ${id} has refunded ${back} of ${came}`)
  const isGone = hasCome(payment) && back === came
  must(
    (status === 'refunded') === isGone,
    () => `payment ${id} is ${status} with ${back} of ${came} refunded`,
  )
}

/** Checks that received money stays, either as the one payment of an order or flagged for refund. */
export function comparePayments(books: Books, { id }: Account, rows: Rows): void {
  const { received, waiting } = books.ledger
  for (const order of books.ordersOf(id)) {
    const payments = rows.payments.filter(({ payable_id: of }) => of === order.id)
    for (const payment of payments) {
      compareRefunds(books, payment)
      if (payment.status === 'pending') waiting.add(payment.id)
      else waiting.delete(payment.id)
      if (hasCome(payment)) received.add(payment.id)
      else
        must(!received.has(payment.id), () => `payment ${payment.id} was received, and is ${payment.status}`)
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
 * Received + credit + discounts = the list price of everything sold. Money kept for subscriptions + the value
 * of the credit used = the value of their periods. The value of future time is at most the money kept. The
 * credit used = the value of the unused time that it was given for.
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
  const sales = subscriptions.flatMap((subscription) =>
    subscription.segments.filter(({ order }) => ids.has(order)).map((segment) => ({ subscription, segment })),
  )
  const periods = sum(rows.segments.filter(({ checkout_id: of }) => ids.has(of)).map(({ value }) => value))
  const kept = sum(payments.filter((payment) => isPeriod(orders, payment)).map(keptOf))
  const used = sum(sales.map(({ subscription, segment }) => creditOf(books, subscription, segment)))
  must(
    kept + used === periods,
    () =>
      `periods are worth ${periods}; the money kept is ${kept}, and the value of the credit used is ${used}`,
  )
  const ahead = sum(
    sales.map(({ subscription, segment: { to, value } }) =>
      to > books.account(subscription.customer).now ? value : 0,
    ),
  )
  must(ahead <= kept, () => `time worth ${ahead} is in the future, but only ${kept} was paid and kept`)
  const segments = subscriptions.flatMap((subscription) => subscription.segments)
  const given = sum(segments.map(({ order, returned }) => (ids.has(order) ? (returned ?? 0) : 0)))
  must(given === credit, () => `the credit used, ${credit}, is not the value ${given} of the unused time`)
}

function isPeriod(orders: readonly Order[], { payable_id: of }: PaymentRow): boolean {
  return orders.some(({ id, plan }) => id === of && plan !== null)
}

/** Returns the part of a payment that was asked for and is not refunded. A surplus is refunded first. */
function keptOf({ amount, amount_received: received, amount_refunded: refunded }: PaymentRow): number {
  return Math.max(0, Math.min(amount, (received ?? 0) - refunded))
}

function discountsOf({ plan, quantity, discount, unused, codes }: Order): number {
  const list = listPrice(plan, quantity, TEA)
  return Math.min(discount, list) + calculateOrder(list, discount, sum(unused.values()), codes).codes
}
