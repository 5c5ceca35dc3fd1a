import { expect } from 'chai'
import type { PaymentAtProvider } from './fake-provider.ts'
import { count, rows } from './rows.ts'
import type { Order } from './world.ts'

interface OrderRow {
  status: string
  total: number
  /** Why it was closed early, or null. */
  closed: string | null
  expires_at: Date | null
  credit: number
}

const COLUMNS = {
  checkout: 'status, amount_total AS total, closed_by AS closed, expires_at, credit_amount AS credit, mode',
  invoice:
    "status, amount AS total, IF(status = 'void', 'merchant', NULL) AS closed, NULL AS expires_at, 0 AS credit",
}
const DONE = { checkout: 'complete', invoice: 'paid' }
const ENDED = { checkout: 'checkout.expired', invoice: 'invoice.void' }
const COMPLETED = { checkout: 'checkout.completed', invoice: 'invoice.paid' }

interface PaymentRow {
  id: number
  method: string
  status: string
  amount: number
  amount_received: number | null
  received_currency: string | null
  paid_at: Date | null
}

/**
 * Compares each order with its payments: an order that is fully paid in time is completed once, and no order is
 * completed without a payment.
 */
export async function compareOrders(
  orders: readonly Order[],
  books: readonly PaymentAtProvider[],
): Promise<void> {
  for (const order of orders) await compareOrder(order, books)
}

async function compareOrder({ type, id }: Order, books: readonly PaymentAtProvider[]): Promise<void> {
  const about = `${type} ${id}`
  const [row] = await rows<OrderRow>(`SELECT ${COLUMNS[type]} FROM ${type}s WHERE id = ?`, [id])
  const payments = await rows<PaymentRow>(
    'SELECT * FROM payments WHERE payable_type = ? AND payable_id = ? ORDER BY id',
    [type, id],
  )
  const completing = payments.filter(({ paid_at: at }) => at !== null)
  const isDone = row!.status === DONE[type]
  expect(completing, `payments that complete ${about}, which is ${row!.status}`).to.have.length(
    isDone ? 1 : 0,
  )
  const completions = await count('events WHERE type = ? AND object_id = ?', [COMPLETED[type], id])
  expect(completions, `${COMPLETED[type]} of ${about}`).to.equal(isDone ? 1 : 0)
  for (const { id: by, amount, received_currency: foreign } of completing) {
    expect(amount, `the amount of payment ${by}, which completes ${about}`).to.equal(row!.total)
    expect(foreign, `the currency of payment ${by}, which completes ${about}`).to.equal(null)
  }
  for (const payment of payments) await compareRefundRequired({ type, id }, row!, payment, isDone, books)
}

/** Checks that a payment with all its money requires a refund only for one of the allowed reasons. */
async function compareRefundRequired(
  { type, id }: Pick<Order, 'type' | 'id'>,
  row: OrderRow,
  payment: PaymentRow,
  isDone: boolean,
  books: readonly PaymentAtProvider[],
): Promise<void> {
  if (payment.paid_at !== null || !['refund_required', 'refunded'].includes(payment.status)) return
  const there = books.filter(({ paymentId, paid }) => paymentId === payment.id && paid > 0)
  const isWhole = there.some(
    ({ paid, currency, refundedThere }) =>
      paid >= payment.amount && currency === 'MNT' && refundedThere === 0,
  )
  if (!isWhole || payment.amount !== row.total) return
  const [event] = await rows<{ id: number; created_at: Date }>(
    "SELECT id, created_at FROM events WHERE type = 'payment.refund_required' AND object_id = ? ORDER BY id LIMIT 1",
    [payment.id],
  )
  expect(event, `payment.refund_required of payment ${payment.id}`).not.to.equal(undefined)
  const before = async (type: string) =>
    (await count('events WHERE type = ? AND object_id = ? AND id < ?', [type, id, event!.id])) > 0
  const isPaidBefore = await before(COMPLETED[type])
  // A required refund also ends the order, so that alone is not a reason.
  const isEnded = (await before(ENDED[type])) && (row.closed !== null || isDone)
  const isClosed = row.closed !== null && row.closed !== 'merchant'
  const isLate = row.expires_at !== null && row.expires_at <= event!.created_at
  const isOutdated = type === 'checkout' && (await hasChanged(id, event!.id, row.credit > 0))
  expect(
    isPaidBefore || isEnded || isClosed || isLate || isOutdated,
    `all of payment ${payment.id} came for ${type} ${id}, which is ${row.status}, and it is ${payment.status}`,
  ).to.equal(true)
}

/** Returns whether the subscription of a customer changed between an order for a plan and its money. */
async function hasChanged(checkoutId: number, before: number, hasCredit: boolean): Promise<boolean> {
  const states = await count(
    `events JOIN checkouts checkout ON checkout.id = ? AND checkout.mode = 'subscription'
     JOIN subscriptions subscription ON subscription.customer_id = checkout.customer_id AND subscription.id = events.object_id
     WHERE events.object = 'subscription' AND events.id < ? AND events.created_at >= checkout.created_at
       AND events.type <> 'subscription.renewal_due'`,
    [checkoutId, before],
  )
  return states > 0 || hasCredit // scheduling a change ends a credit, and creates no event
}
