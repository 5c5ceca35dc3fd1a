import type { Sql, Value } from '../../../db/sql.ts'
import { dueTables } from '../due-rows/tables.ts'

/** The number of violations of an invariant. */
export interface Violations {
  name: InvariantName
  count: number
}

/** The newest rows that a check reads: enough to find a recent error, and bounded. */
const NEWEST = 10_000
/** Codes with more redemptions, and links with more sales, are not counted: that would slow down normal work. */
const COUNTED = 10_000

const ENTITLED = "'trialing', 'active', 'past_due'"

/** The part of a payment that was received, not refunded, and still pays for what it completed. */
const KEPT = `IF(payment.status = 'refund_required', 0,
  GREATEST(0, LEAST(payment.amount, COALESCE(payment.amount_received, payment.amount) - payment.amount_refunded)))`

/** The amount of a plan change's credit, calculated from the current values of the segments that it came from. */
const CREDIT_LEFT = `(SELECT SUM(
    (CAST(source.value AS DECIMAL(65)) * TIMESTAMPDIFF(MICROSECOND, GREATEST(source.starts_at, checkout.created_at), source.sold_until)
      + TIMESTAMPDIFF(MICROSECOND, source.starts_at, source.sold_until) - 1)
    DIV TIMESTAMPDIFF(MICROSECOND, source.starts_at, source.sold_until))
  FROM segments source WHERE source.credited_to = checkout.id)`

type Query = (moment: { now: Date; newest: number }) => readonly [text: string, ...values: Value[]]

/**
 * Statements that hold whenever no transaction is in progress. Each is SQL that counts the rows that violate it. Each
 * reads one snapshot, by an index, over a bounded number of rows.
 */
const invariants = {
  /** A completed checkout has exactly one `checkout.completed` event. */
  completed_once: ({ newest }) => [
    `SELECT COUNT(*) AS count FROM (SELECT id, status FROM checkouts ORDER BY id DESC LIMIT ${newest}) recent
     WHERE status = 'complete' AND (SELECT COUNT(*) FROM events
       WHERE object = 'checkout' AND object_id = recent.id AND type = 'checkout.completed') <> 1`,
  ],

  /** A paid payment has completed its checkout or invoice. */
  paid_is_complete: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT payable_type, payable_id, status FROM payments ORDER BY id DESC LIMIT ${newest}) recent
     LEFT JOIN checkouts checkout ON recent.payable_type = 'checkout' AND checkout.id = recent.payable_id
     LEFT JOIN invoices invoice ON recent.payable_type = 'invoice' AND invoice.id = recent.payable_id
     WHERE recent.status = 'paid' AND COALESCE(checkout.status = 'complete', invoice.status = 'paid', FALSE) = FALSE`,
  ],

  /** Nothing is paid twice: a second payment must be refunded. */
  paid_once: ({ newest }) => [
    `SELECT COUNT(DISTINCT recent.payable_type, recent.payable_id) AS count
     FROM (SELECT payable_type, payable_id, status, id FROM payments ORDER BY id DESC LIMIT ${newest}) recent
     JOIN payments other ON other.payable_type = recent.payable_type AND other.payable_id = recent.payable_id
       AND other.id < recent.id AND other.status = 'paid'
     WHERE recent.status = 'paid'`,
  ],

  /**
   * The amount received by a payment is the sum of its deposits. The amount refunded is the sum of its refunds, and
   * never more.
   */
  sums_add_up: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, amount, amount_received, amount_refunded FROM payments ORDER BY id DESC LIMIT ${newest}) recent
     WHERE (amount_received IS NOT NULL AND amount_received <>
         (SELECT COALESCE(SUM(amount), 0) FROM deposits WHERE payment_id = recent.id))
       OR amount_refunded > COALESCE(amount_received, amount) OR amount_refunded <>
         (SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE payment_id = recent.id AND status IN ('pending', 'succeeded'))`,
  ],

  /**
   * A payment that must be checked with its provider has a timer. No payment waits for a provider that is not asked.
   */
  asked_until_done: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT payment_id, step FROM provider_payments ORDER BY payment_id DESC LIMIT ${newest}) recent
     JOIN payments payment ON payment.id = recent.payment_id
     WHERE IF(recent.step = 'done', payment.status = 'started', NOT EXISTS
       (SELECT 1 FROM timers WHERE kind = 'payment.ask' AND subject_id = recent.payment_id))`,
  ],

  /** A refund that must be sent to a provider has a timer. */
  refunds_are_sent: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, status FROM refunds ORDER BY id DESC LIMIT ${newest}) recent
     WHERE status = 'pending' AND NOT EXISTS
       (SELECT 1 FROM timers WHERE kind = 'refund.send' AND subject_id = recent.id)`,
  ],

  /** A checkout is pending exactly as long as its payment is pending. */
  pending_waits: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, status, active_payment_id FROM checkouts ORDER BY id DESC LIMIT ${newest}) recent
     LEFT JOIN payments payment ON payment.id = recent.active_payment_id
     WHERE (recent.status = 'pending') <> COALESCE(payment.status = 'pending', FALSE)`,
  ],

  /** A customer has a product only once. */
  entitled_once: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, customer_id, product_id, status FROM subscriptions ORDER BY id DESC LIMIT ${newest}) recent
     JOIN subscriptions other ON other.customer_id = recent.customer_id AND other.id < recent.id
       AND other.product_id = recent.product_id AND other.status IN (${ENTITLED})
     WHERE recent.status IN (${ENTITLED})`,
  ],

  /**
   * A paid subscription checkout has added time. A unique index prevents adding it twice. A later plan change can
   * turn time that has not begun into credit, so it is not missing.
   */
  paid_time_is_given: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, mode, status, subscription_id, paid_at FROM checkouts ORDER BY id DESC LIMIT ${newest}) recent
     WHERE status = 'complete' AND mode = 'subscription'
       AND NOT EXISTS (SELECT 1 FROM segments WHERE checkout_id = recent.id)
       AND NOT EXISTS (SELECT 1 FROM segments later
         WHERE later.subscription_id = recent.subscription_id AND later.created_at > recent.paid_at)`,
  ],

  /**
   * A segment is worth the remaining money and credit that bought it: otherwise refunded money would become credit
   * again. The source of a credit used by an older release is unknown.
   */
  segments_are_worth_what_was_paid: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT checkout_id, value FROM segments ORDER BY id DESC LIMIT ${newest}) recent
     JOIN checkouts checkout ON checkout.id = recent.checkout_id
     LEFT JOIN payments payment ON payment.payable_type = 'checkout' AND payment.payable_id = checkout.id
       AND payment.paid_at IS NOT NULL
     WHERE recent.value <> COALESCE(${KEPT}, 0)
       + LEAST(checkout.credit_amount, COALESCE(${CREDIT_LEFT}, checkout.credit_amount))`,
  ],

  /** The time ahead on a subscription is worth at most what was paid for it, net of refunds. */
  time_ahead_is_paid: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, current_period_start FROM subscriptions ORDER BY id DESC LIMIT ${newest}) recent
     WHERE (SELECT COALESCE(SUM(value), 0) FROM segments
         WHERE subscription_id = recent.id AND ends_at > recent.current_period_start)
       > (SELECT COALESCE(SUM(${KEPT}), 0) FROM checkouts checkout
         JOIN payments payment ON payment.payable_type = 'checkout' AND payment.payable_id = checkout.id
           AND payment.paid_at IS NOT NULL
         WHERE checkout.subscription_id = recent.id AND checkout.status = 'complete')`,
  ],

  /**
   * The total of a complete order is its items less credit, discounts and codes, and its payment has the same amount.
   */
  orders_add_up: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, status, amount_subtotal, amount_total, credit_amount FROM checkouts
       ORDER BY id DESC LIMIT ${newest}) recent
     LEFT JOIN payments payment ON payment.payable_type = 'checkout' AND payment.payable_id = recent.id
       AND payment.paid_at IS NOT NULL
     WHERE recent.status = 'complete' AND (recent.amount_total + recent.credit_amount > recent.amount_subtotal
       OR COALESCE(payment.amount, recent.amount_total) <> recent.amount_total)`,
  ],

  /** An event has one delivery per endpoint. */
  delivered_once: ({ newest }) => [
    `SELECT COUNT(*) AS count FROM (SELECT endpoint_id, event_id FROM
       (SELECT endpoint_id, event_id FROM webhook_deliveries ORDER BY id DESC LIMIT ${newest}) recent
       GROUP BY endpoint_id, event_id HAVING COUNT(*) > 1) doubled`,
  ],

  /** The counters of a code equal the number of its redemptions. */
  codes_add_up: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, times_reserved, times_redeemed FROM promotion_codes ORDER BY id DESC LIMIT ${newest}) code
     WHERE times_reserved < 0 OR times_redeemed < 0 OR (times_reserved + times_redeemed < ${COUNTED} AND
       (SELECT CONCAT(COUNT(CASE WHEN status = 'reserved' THEN 1 END), ' ', COUNT(CASE WHEN status = 'redeemed' THEN 1 END))
        FROM redemptions WHERE promotion_code_id = code.id) <> CONCAT(times_reserved, ' ', times_redeemed))`,
  ],

  /** The counters of a payment link equal the number of its checkouts that are paid, or have a payment in progress. */
  link_sales_add_up: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, times_reserved, times_sold FROM payment_links ORDER BY id DESC LIMIT ${newest}) link
     WHERE times_reserved < 0 OR times_sold < 0 OR (times_reserved + times_sold < ${COUNTED} AND
       (SELECT CONCAT(COUNT(CASE WHEN payment_link_sale = 'reserved' THEN 1 END), ' ',
          COUNT(CASE WHEN payment_link_sale = 'sold' THEN 1 END))
        FROM checkouts WHERE payment_link_id = link.id) <> CONCAT(times_reserved, ' ', times_sold))`,
  ],
} as const satisfies Record<string, Query>

/** Due rows are processed in time, even after an outage of Redis, because of the scanner. */
const inTime = dueTables.map(({ invariant, neglected }): readonly [InvariantName, Query] => [
  invariant,
  ({ now }) => {
    const [text, ...values] = neglected(now, NEWEST)
    return [`SELECT COUNT(*) AS count FROM (${text}) neglected`, ...values]
  },
])

export type InvariantName = keyof typeof invariants | (typeof dueTables)[number]['invariant']

const queries = [...(Object.entries(invariants) as [InvariantName, Query][]), ...inTime]

/** Checks every invariant. `newest` is the number of newest rows to read per table. */
export async function checkInvariants(
  sql: Sql,
  { now, newest = NEWEST }: { now: Date; newest?: number },
): Promise<Violations[]> {
  const found: Violations[] = []
  for (const [name, query] of queries) {
    const [text, ...values] = query({ now, newest })
    const row = await sql.row<{ count: number }>(text, values)
    found.push({ name, count: row!.count })
  }
  return found
}
