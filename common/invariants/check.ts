import type { Sql, Value } from '../../db/sql.ts'
import { dueTables } from '../due-rows/tables.ts'

/** Something that must never be, and how often it is. */
export interface Violations {
  name: InvariantName
  count: number
}

/** Rows that a look goes back over, newest first: enough for whatever has just gone wrong, and bounded. */
const NEWEST = 10_000
/** From there on a code's redemptions are too many to be counted beside the work. */
const COUNTED = 10_000

const ENTITLED = "'trialing', 'active', 'past_due'"

type Query = (look: { now: Date; newest: number }) => readonly [text: string, ...values: Value[]]

/**
 * What holds at every moment in which no transaction is half done, as SQL that counts the rows where
 * it does not. Each statement sees one moment; each walks an index, over a bounded number of rows.
 */
const invariants = {
  /** A completed checkout has told so, once. */
  completed_once: ({ newest }) => [
    `SELECT COUNT(*) AS count FROM (SELECT id, status FROM checkouts ORDER BY id DESC LIMIT ${newest}) recent
     WHERE status = 'complete' AND (SELECT COUNT(*) FROM events
       WHERE object = 'checkout' AND object_id = recent.id AND type = 'checkout.completed') <> 1`,
  ],

  /** A payment that is paid has completed what it paid for. */
  paid_is_complete: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT payable_type, payable_id, status FROM payments ORDER BY id DESC LIMIT ${newest}) recent
     LEFT JOIN checkouts checkout ON recent.payable_type = 'checkout' AND checkout.id = recent.payable_id
     LEFT JOIN invoices invoice ON recent.payable_type = 'invoice' AND invoice.id = recent.payable_id
     WHERE recent.status = 'paid' AND COALESCE(checkout.status = 'complete', invoice.status = 'paid', FALSE) = FALSE`,
  ],

  /** Nothing is paid twice: a second payment is there to be refunded. */
  paid_once: ({ newest }) => [
    `SELECT COUNT(DISTINCT recent.payable_type, recent.payable_id) AS count
     FROM (SELECT payable_type, payable_id, status, id FROM payments ORDER BY id DESC LIMIT ${newest}) recent
     JOIN payments other ON other.payable_type = recent.payable_type AND other.payable_id = recent.payable_id
       AND other.id < recent.id AND other.status = 'paid'
     WHERE recent.status = 'paid'`,
  ],

  /** What came for a payment is the sum of its deposits, what goes back that of its refunds, and never more. */
  sums_add_up: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, amount, amount_received, amount_refunded FROM payments ORDER BY id DESC LIMIT ${newest}) recent
     WHERE (amount_received IS NOT NULL AND amount_received <>
         (SELECT COALESCE(SUM(amount), 0) FROM deposits WHERE payment_id = recent.id))
       OR amount_refunded > COALESCE(amount_received, amount) OR amount_refunded <>
         (SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE payment_id = recent.id AND status IN ('pending', 'succeeded'))`,
  ],

  /** Whatever a provider is still to be asked is due at some time, and nothing waits for one that is not asked. */
  asked_until_done: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT payment_id, step FROM provider_payments ORDER BY payment_id DESC LIMIT ${newest}) recent
     JOIN payments payment ON payment.id = recent.payment_id
     WHERE IF(recent.step = 'done', payment.status = 'started', NOT EXISTS
       (SELECT 1 FROM timers WHERE kind = 'payment.ask' AND subject_id = recent.payment_id))`,
  ],

  /** What a provider is still to give back is due at some time. */
  refunds_are_sent: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, status FROM refunds ORDER BY id DESC LIMIT ${newest}) recent
     WHERE status = 'pending' AND NOT EXISTS
       (SELECT 1 FROM timers WHERE kind = 'refund.send' AND subject_id = recent.id)`,
  ],

  /** A checkout waits for the merchant exactly as long as the payment that it waits for. */
  pending_waits: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, status, active_payment_id FROM checkouts ORDER BY id DESC LIMIT ${newest}) recent
     LEFT JOIN payments payment ON payment.id = recent.active_payment_id
     WHERE (recent.status = 'pending') <> COALESCE(payment.status = 'pending', FALSE)`,
  ],

  /** A customer has a product once, however they came by it. */
  entitled_once: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, customer_id, product_id, status FROM subscriptions ORDER BY id DESC LIMIT ${newest}) recent
     JOIN subscriptions other ON other.customer_id = recent.customer_id AND other.id < recent.id
       AND other.product_id = recent.product_id AND other.status IN (${ENTITLED})
     WHERE recent.status IN (${ENTITLED})`,
  ],

  /**
   * What was paid for a subscription is time on it; an index sees to it that it is not twice as much.
   * A later change of plan turns time that has not begun into credit: that is not missing.
   */
  paid_time_is_given: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, mode, status, subscription_id, paid_at FROM checkouts ORDER BY id DESC LIMIT ${newest}) recent
     WHERE status = 'complete' AND mode = 'subscription'
       AND NOT EXISTS (SELECT 1 FROM segments WHERE checkout_id = recent.id)
       AND NOT EXISTS (SELECT 1 FROM segments later
         WHERE later.subscription_id = recent.subscription_id AND later.created_at > recent.paid_at)`,
  ],

  /** An event goes to an endpoint once. */
  delivered_once: ({ newest }) => [
    `SELECT COUNT(*) AS count FROM (SELECT endpoint_id, event_id FROM
       (SELECT endpoint_id, event_id FROM webhook_deliveries ORDER BY id DESC LIMIT ${newest}) recent
       GROUP BY endpoint_id, event_id HAVING COUNT(*) > 1) doubled`,
  ],

  /** What a code counts is what its redemptions are. */
  codes_add_up: ({ newest }) => [
    `SELECT COUNT(*) AS count
     FROM (SELECT id, times_reserved, times_redeemed FROM promotion_codes ORDER BY id DESC LIMIT ${newest}) code
     WHERE times_reserved < 0 OR times_redeemed < 0 OR (times_reserved + times_redeemed < ${COUNTED} AND
       (SELECT CONCAT(COUNT(CASE WHEN status = 'reserved' THEN 1 END), ' ', COUNT(CASE WHEN status = 'redeemed' THEN 1 END))
        FROM redemptions WHERE promotion_code_id = code.id) <> CONCAT(times_reserved, ' ', times_redeemed))`,
  ],
} as const satisfies Record<string, Query>

/** What is due is taken up: also after an outage of Redis, which is what the scanner is for. */
const inTime = dueTables.map(({ invariant, neglected }): readonly [InvariantName, Query] => [
  invariant,
  ({ now }) => {
    const [text, ...values] = neglected(now, NEWEST)
    return [`SELECT COUNT(*) AS count FROM (${text}) neglected`, ...values]
  },
])

export type InvariantName = keyof typeof invariants | (typeof dueTables)[number]['invariant']

const queries = [...(Object.entries(invariants) as [InvariantName, Query][]), ...inTime]

/** Looks at every invariant; `newest`: over how many of the newest rows of a table. */
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
