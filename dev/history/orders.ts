import { isSettled } from '../../common/domain/payments/status.ts'
import { receiptNumber } from '../../common/domain/projects/receipt-number.ts'
import { DAY, later, MINUTE } from '../../common/kit/time.ts'
import { checkoutItemsTable } from '../../common/services/checkouts/checkout-items-table.ts'
import { checkoutsTable } from '../../common/services/checkouts/checkouts-table.ts'
import { depositsTable } from '../../common/services/payments/deposits-table.ts'
import { paymentsTable } from '../../common/services/payments/payments-table.ts'
import { refundsTable } from '../../common/services/refunds/refunds-table.ts'
import { timersTable } from '../../common/services/timers/timers-table.ts'
import type { NewRow } from '../../db/define-table.ts'
import type { Tx } from '../../db/transaction.ts'
import { Chance } from './chance.ts'
import { insertAll } from './insert.ts'
import type { Member, Order } from './plan.ts'
import type { Shop } from './shop.ts'

/** The references of payments that have ended stay reserved for this long. */
const RESERVED_FOR = 60 * DAY
/** A reported transfer keeps its order open for this long. */
const DECIDED_WITHIN = 3 * DAY
const VERIFIED_BY = 'owner@demo.test'

/** An order with the checkout that was inserted for it. */
export interface Sold {
  order: Order
  checkoutId: number
}

interface Ids {
  customers: ReadonlyMap<Member, number>
  subscriptions: ReadonlyMap<Member, number>
}

/** An order with its last payment; null if it expired, or is open, without one. */
export interface PaidOrder extends Sold {
  paymentId: number | null
}

/** Inserts checkouts with their items, payments, deposits and refunds. */
export async function insertOrders(
  tx: Tx,
  shop: Shop,
  orders: readonly Order[],
  ids: Ids,
): Promise<PaidOrder[]> {
  const chance = new Chance(7)
  let receipts = 0
  const checkouts = orders.map((order) => {
    const number = order.outcome === 'paid' ? receiptNumber((receipts += 1)) : null
    return checkoutRow(shop, order, ids, { number, token: tokenOf(chance) })
  })
  const checkoutIds = await insertAll(tx, checkoutsTable, checkouts)
  const sold = orders.map((order, index): Sold => ({ order, checkoutId: checkoutIds[index]! }))
  await insertAll(
    tx,
    checkoutItemsTable,
    sold.flatMap((one) => itemRows(shop, one)),
  )
  await tx.sql.run(
    'INSERT INTO receipt_numbers (project_id, is_test, last) VALUES (?, TRUE, ?) ON DUPLICATE KEY UPDATE last = last + ?',
    [shop.scope.project.id, receipts, receipts],
  )
  const paymentIds = await insertPayments(tx, shop, sold, ids)
  const open = sold.filter(({ order }) => order.outcome === 'open' || order.outcome === 'waiting')
  await insertAll(
    tx,
    timersTable,
    open.map(({ order, checkoutId }) => ({
      ...{ project_id: shop.scope.project.id, kind: 'checkout.expire', subject_id: checkoutId },
      due_at: later(order.at, 30 * DAY),
    })),
  )
  const sales = orders.filter(({ byLink, outcome }) => byLink && outcome === 'paid').length
  const reserved = orders.filter(({ byLink, outcome }) => byLink && outcome === 'waiting').length
  await tx.sql.run('UPDATE payment_links SET times_sold = ?, times_reserved = ? WHERE id = ?', [
    ...[sales, reserved, shop.linkId],
  ])
  return sold.map((one) => ({ ...one, paymentId: paymentIds.get(one.checkoutId) ?? null }))
}

function totalOf(shop: Shop, { items }: Order): number {
  return items.reduce((sum, { price, quantity }) => sum + shop.items[price].amount * quantity, 0)
}

const STATUSES = {
  paid: 'complete',
  open: 'open',
  waiting: 'pending',
  expired: 'expired',
  late: 'expired',
} as const
const LINK_SALES = { paid: 'sold', waiting: 'reserved', open: null, expired: null, late: null } as const

function checkoutRow(
  shop: Shop,
  order: Order,
  { customers, subscriptions }: Ids,
  { number, token }: { number: string | null; token: string },
): NewRow<typeof checkoutsTable> {
  const { project } = shop.scope
  const { person, period, outcome, byLink, at, endedAt } = order
  const total = totalOf(shop, order)
  const isPaid = outcome === 'paid'
  return {
    ...{
      project_id: project.id,
      is_test: true,
      token,
      status: STATUSES[outcome],
      currency: project.currency,
    },
    ...{ mode: period ? 'subscription' : 'payment', amount_subtotal: total, amount_total: total },
    purpose: period && (period.isFirst ? 'new' : 'renew'),
    subscription_id: period && (subscriptions.get(period.member) ?? null),
    customer_id: period && (customers.get(period.member) ?? null),
    ...{ customer_email: person.email, is_guest: !period, phone_number: person.phone },
    payment_link_id: byLink ? shop.linkId : null,
    payment_link_sale: byLink ? LINK_SALES[outcome] : null,
    payment_method: isPaid ? order.method : null,
    paid_at: isPaid ? endedAt : null,
    receipt_number: number,
    expires_at:
      outcome === 'expired' ? endedAt : outcome === 'late' ? later(at, MINUTE) : later(at, 30 * DAY),
    ...{ created_at: at, updated_at: outcome === 'open' ? at : endedAt },
  }
}

function itemRows(shop: Shop, { order, checkoutId }: Sold): NewRow<typeof checkoutItemsTable>[] {
  return order.items.map(({ price, quantity }) => {
    const { priceId, productId, name, amount } = shop.items[price]
    return {
      ...{
        project_id: shop.scope.project.id,
        checkout_id: checkoutId,
        price_id: priceId,
        product_id: productId,
      },
      ...{ name, lookup_key: price, quantity, unit_amount: amount },
      ...{ amount_subtotal: amount * quantity, amount_total: amount * quantity },
    }
  })
}

type PaymentRow = NewRow<typeof paymentsTable>

/** Returns the last payment of each checkout. */
async function insertPayments(
  tx: Tx,
  shop: Shop,
  sold: readonly Sold[],
  ids: Ids,
): Promise<ReadonlyMap<number, number>> {
  const chance = new Chance(11)
  const references = new Set<string>()
  const payments = sold.flatMap((one) =>
    paymentRows(tx, shop, one, ids, () => newReference(chance, references)),
  )
  const paymentIds = await insertAll(tx, paymentsTable, payments)
  const { project } = shop.scope
  const own = { project_id: project.id, is_test: true }
  const deposits: NewRow<typeof depositsTable>[] = []
  const refunds: NewRow<typeof refundsTable>[] = []
  const waiting: [checkout: number, payment: number][] = []
  for (const [index, payment] of payments.entries()) {
    const of = { ...own, payment_id: paymentIds[index]! }
    if (isSettled(payment.status)) {
      const entered_by = payment.method === 'test' ? 'test' : VERIFIED_BY
      deposits.push({ ...of, amount: payment.amount, entered_by, created_at: payment.updated_at })
    }
    if (payment.status === 'pending') waiting.push([payment.payable_id, of.payment_id])
    if (!payment.amount_refunded) continue
    const at = later(payment.paid_at!, DAY)
    refunds.push({
      ...{ ...of, amount: payment.amount_refunded, currency: project.currency, status: 'succeeded' },
      ...{ reason: 'requested', created_at: at, updated_at: at },
    })
  }
  await insertAll(tx, depositsTable, deposits)
  await insertAll(tx, refundsTable, refunds)
  for (const [checkout, payment] of waiting)
    await tx.sql.run('UPDATE checkouts SET active_payment_id = ? WHERE id = ?', [payment, checkout])
  await insertAll(
    tx,
    timersTable,
    waiting.map(([, payment]) => ({
      ...{ project_id: project.id, kind: 'payment.follow_up', subject_id: payment },
      due_at: payments[paymentIds.indexOf(payment)]!.expires_at!,
    })),
  )
  return new Map(payments.map(({ payable_id: checkout }, index) => [checkout, paymentIds[index]!]))
}

/** Returns the payments of an order: none if it expired without one, two if the first was declined. */
function paymentRows(
  tx: Tx,
  shop: Shop,
  { order, checkoutId }: Sold,
  { customers }: Ids,
  reference: () => string,
): PaymentRow[] {
  const { project } = shop.scope
  const { outcome, method, person, at, endedAt, period } = order
  const amount = totalOf(shop, order)
  const common = {
    ...{ project_id: project.id, is_test: true, payable_type: 'checkout', payable_id: checkoutId },
    ...{ amount, currency: project.currency, customer_id: period && (customers.get(period.member) ?? null) },
    ...{ customer_email: person.email, phone_number: person.phone, created_at: later(at, MINUTE) },
  } satisfies Partial<PaymentRow>
  const none = {
    ...{ reference: null, open_reference: null, reference_until: null, payer_name: null, claimed_at: null },
    ...{ bank_name: null, account_number: null, account_holder: null, failure_code: null, expires_at: null },
    ...{ amount_received: null, amount_refunded: 0, ended_at: null, paid_at: null, verified_by: null },
  }
  const declined: PaymentRow = {
    ...{ ...common, ...none, method: 'test', status: 'failed', failure_code: 'declined' },
    ...{ ended_at: later(at, MINUTE), updated_at: later(at, MINUTE) },
  }
  const first = order.wasDeclined ? [declined] : []
  if (outcome === 'expired' || outcome === 'open') return first
  const last: PaymentRow = { ...common, ...none, method, status: 'paid', updated_at: endedAt }
  if (method === 'bank_transfer') {
    const number = reference()
    const until = later(endedAt, RESERVED_FOR)
    const isOpen = outcome === 'waiting' || until > tx.now
    Object.assign(last, {
      ...{ ...shop.account, payer_name: person.name, reference: number, claimed_at: later(at, 2 * MINUTE) },
      ...{
        open_reference: isOpen ? number : null,
        reference_until: isOpen && outcome !== 'waiting' ? until : null,
      },
    })
  }
  if (outcome === 'waiting')
    Object.assign(last, { status: 'pending', expires_at: later(tx.now, DECIDED_WITHIN), claimed_at: endedAt })
  else {
    Object.assign(last, { amount_received: amount, verified_by: method === 'test' ? null : VERIFIED_BY })
    if (outcome === 'late') last.status = 'refund_required'
    else Object.assign(last, { paid_at: endedAt, ...refundedOf(tx, order, amount) })
  }
  return [...first, last]
}

function refundedOf(tx: Tx, { refunded, endedAt }: Order, amount: number): Partial<PaymentRow> {
  const at = later(endedAt, DAY)
  if (refunded === 0 || at > tx.now) return {}
  return { amount_refunded: amount * refunded, updated_at: at, ...(refunded === 1 && { status: 'refunded' }) }
}

function newReference(chance: Chance, known: Set<string>): string {
  const reference = String(chance.between(100_000, 999_999))
  if (known.has(reference)) return newReference(chance, known)
  known.add(reference)
  return reference
}

function tokenOf(chance: Chance): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 22 }, () => letters[chance.between(0, letters.length - 1)]).join('')
}
