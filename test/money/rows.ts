import { onConnection } from '../../db/sql.ts'

/** The rows of the customers of one history. */
export interface Rows {
  subscriptions: Map<number, SubscriptionRow>
  segments: SegmentRow[]
  orders: Map<number, OrderRow>
  payments: PaymentRow[]
}

export interface SubscriptionRow {
  id: number
  customer_id: number
  price_id: number
  scheduled_price_id: number | null
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  current_period_end: Date
  canceled_at: Date | null
  ended_at: Date | null
}

export interface SegmentRow {
  id: number
  subscription_id: number
  checkout_id: number
  price_id: number
  value: number
  starts_at: Date
  ends_at: Date
}

export interface OrderRow {
  id: number
  token: string
  customer_id: number
  status: 'open' | 'pending' | 'complete' | 'expired'
  purpose: 'new' | 'renew' | 'change' | null
  subscription_id: number | null
  amount_subtotal: number
  amount_total: number
  credit_amount: number
  promotion_codes: string | null
  expires_at: Date
  closed_by: string | null
  active_payment_id: number | null
  paid_at: Date | null
  item_id: number
  price_id: number | null
  quantity: number
}

export interface PaymentRow {
  id: number
  payable_id: number
  method: string
  status: 'started' | 'pending' | 'paid' | 'failed' | 'canceled' | 'refund_required' | 'refunded'
  amount: number
  amount_received: number | null
  amount_refunded: number
  paid_at: Date | null
  ended_at: Date | null
}

const SUBSCRIPTIONS = `SELECT id, customer_id, price_id, scheduled_price_id, status, current_period_end,
    canceled_at, ended_at
  FROM subscriptions WHERE customer_id IN (?) ORDER BY id`

const SEGMENTS = `SELECT segment.id, segment.subscription_id, segment.checkout_id, segment.price_id, segment.value,
    segment.starts_at, segment.ends_at
  FROM subscriptions subscription JOIN segments segment ON segment.subscription_id = subscription.id
  WHERE subscription.customer_id IN (?) AND segment.removed_at IS NULL ORDER BY segment.id`

const ORDERS = `SELECT checkout.id, checkout.token, checkout.customer_id, checkout.status, checkout.purpose,
    checkout.subscription_id,
    checkout.amount_subtotal, checkout.amount_total, checkout.credit_amount, checkout.promotion_codes,
    checkout.expires_at, checkout.closed_by, checkout.active_payment_id, checkout.paid_at,
    item.id AS item_id, item.price_id, item.quantity
  FROM checkouts checkout JOIN checkout_items item ON item.checkout_id = checkout.id
  WHERE checkout.customer_id IN (?) ORDER BY checkout.id`

const PAYMENTS = `SELECT payment.id, payment.payable_id, payment.method, payment.status, payment.amount,
    payment.amount_received, payment.amount_refunded, payment.paid_at, payment.ended_at
  FROM checkouts checkout JOIN payments payment ON payment.payable_type = 'checkout' AND payment.payable_id = checkout.id
  WHERE checkout.customer_id IN (?) ORDER BY payment.id`

export async function readRows(customers: readonly number[]): Promise<Rows> {
  return onConnection(async (sql) => {
    const subscriptions = await sql.rows<SubscriptionRow>(SUBSCRIPTIONS, [customers])
    const segments = await sql.rows<SegmentRow>(SEGMENTS, [customers])
    const orders = await sql.rows<OrderRow>(ORDERS, [customers])
    const payments = await sql.rows<PaymentRow>(PAYMENTS, [customers])
    return { subscriptions: byId(subscriptions), segments, orders: byId(orders), payments }
  })
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the status of an order at a time, as the API returns it. */
export function statusAt(row: OrderRow, now: number): OrderRow['status'] {
  if (row.status !== 'open') return row.status
  const isOver = row.active_payment_id === null && row.expires_at.getTime() <= now
  return isOver || row.closed_by !== null ? 'expired' : 'open'
}
