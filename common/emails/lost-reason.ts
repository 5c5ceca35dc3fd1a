import type { Sql } from '../../db/sql.ts'
import type { SubscriptionStatus } from '../subscriptions/object.ts'
import type {
  EmailKind,
  EmailPayloads,
  PaidPayload,
  SubscriptionEmailKind,
  SubscriptionPayload,
} from './payloads.ts'
import type { ClaimedEmail } from './rows.ts'
import { hasReason } from './rules/reason.ts'

/** Whether what an email says no longer holds. */
type Judge<Words> = (sql: Sql, words: Words, now: Date) => Promise<boolean>

/** Each kind and when its reason is lost; a kind that is missing here does not compile. */
const judges: { [Kind in EmailKind]: Judge<EmailPayloads[Kind]> } = {
  receipt: never,
  transfer_reported: (sql, { payment }) => isNot(sql, 'pending', payment.id),
  transfers_waiting: areDecided,
  transfer_due: (sql, { payment }) => isNot(sql, 'pending', payment.id),
  transfer_rejected: isPaidOrReportedAgain,
  transfer_details: isDecided,
  transfer_received_note: (sql, { payment }) => isNot(sql, 'pending', payment.id),
  transfer_incomplete: (sql, { payment }) => isNot(sql, 'pending', payment.id),
  refund_required: (sql, { payment }) => isNot(sql, 'refund_required', payment.id),
  payment_refunded: never,
  payment_discrepancy: never,
  renewal_blocked: never,
  sale: never,
  cancellation: aboutSubscription('cancellation'),
  endpoint_disabled: isOnAgainOrGone,
  subscription_created: aboutSubscription('subscription_created'),
  renewal_reminder: aboutSubscription('renewal_reminder'),
  subscription_past_due: aboutSubscription('subscription_past_due'),
  subscription_canceled: aboutSubscription('subscription_canceled'),
  cancellation_requested: aboutSubscription('cancellation_requested'),
  cancellation_withdrawn: aboutSubscription('cancellation_withdrawn'),
  change_scheduled: aboutSubscription('change_scheduled'),
  change_withdrawn: aboutSubscription('change_withdrawn'),
  portal_link: never,
}

/**
 * Whether the reason of an email has vanished since it was written: it may have waited for the mail
 * server while its customer paid, or its merchant decided.
 */
export async function hasLostReason(
  sql: Sql,
  { kind, words }: Pick<ClaimedEmail, 'kind' | 'words'>,
  now: Date,
): Promise<boolean> {
  const judge = judges[kind] as Judge<unknown>
  return judge(sql, JSON.parse(words), now)
}

/** What was paid stays paid, what has ended has ended, and who asked for a link still wants it. */
async function never(): Promise<boolean> {
  return false
}

async function isNot(sql: Sql, status: 'pending' | 'refund_required', paymentId: number): Promise<boolean> {
  return !(await sql.row('SELECT id FROM payments WHERE id = ? AND status = ?', [paymentId, status]))
}

/** Nothing waits for this transfer any more; one that was given up may be taken up again, by the page itself. */
async function isDecided(sql: Sql, { payment }: EmailPayloads['transfer_details']): Promise<boolean> {
  const waits = "SELECT id FROM payments WHERE id = ? AND status IN ('started', 'pending')"
  return !(await sql.row(waits, [payment.id]))
}

/** All that it names was decided about. */
async function areDecided(sql: Sql, { transfers }: EmailPayloads['transfers_waiting']): Promise<boolean> {
  const ids = transfers.map(({ payment_id: id }) => id)
  return !(await sql.row("SELECT id FROM payments WHERE id IN (?) AND status = 'pending' LIMIT 1", [ids]))
}

/** The customer has gone another way already: what could not be paid by this transfer was paid, or waits for the next. */
async function isPaidOrReportedAgain(sql: Sql, words: PaidPayload): Promise<boolean> {
  if ('checkout' in words) {
    const { id } = words.checkout
    return !!(await sql.row("SELECT id FROM checkouts WHERE id = ? AND status IN ('complete', 'pending')", [
      id,
    ]))
  }
  const waits = `EXISTS (SELECT 1 FROM payments WHERE payable_type = 'invoice' AND payable_id = invoices.id
      AND status = 'pending')`
  const { id } = words.invoice
  return !!(await sql.row(`SELECT id FROM invoices WHERE id = ? AND (status <> 'open' OR ${waits})`, [id]))
}

async function isOnAgainOrGone(sql: Sql, { endpoint }: EmailPayloads['endpoint_disabled']): Promise<boolean> {
  const off = 'SELECT id FROM webhook_endpoints WHERE id = ? AND NOT active AND deleted_at IS NULL'
  return !(await sql.row(off, [endpoint.id]))
}

interface Row {
  status: SubscriptionStatus
  current_period_end: Date
  grace_ends_at: Date | null
  canceled_at: Date | null
  scheduled_price_id: number | null
  test_clock_id: number | null
  transfer_waits: number
  renewal_waits: number | null
}

/**
 * A test clock leaps over the weeks in which the emails about its subscriptions would have left, so
 * those are sent as they were written.
 */
function aboutSubscription(kind: SubscriptionEmailKind | 'cancellation'): Judge<SubscriptionPayload> {
  return async (sql, { subscription, renewal_price: scheduled }, now) => {
    const row = await sql.row<Row>(
      `SELECT status, current_period_end, grace_ends_at, canceled_at, scheduled_price_id, test_clock_id,
         EXISTS (SELECT 1 FROM checkouts WHERE subscription_id = ? AND status = 'pending') AS transfer_waits,
         (SELECT MAX(purpose = 'renew') FROM checkouts
           WHERE subscription_id = ? AND status = 'pending') AS renewal_waits
       FROM subscriptions WHERE id = ?`,
      [subscription.id, subscription.id, subscription.id],
    )
    if (!row) return true
    if (row.test_clock_id !== null) return false
    const standing = {
      status: row.status,
      currentPeriodEnd: row.current_period_end,
      graceEndsAt: row.grace_ends_at,
      canceledAt: row.canceled_at,
      isScheduled: scheduled?.id === row.scheduled_price_id,
      transferWaits: Boolean(row.transfer_waits),
      renewalWaits: Boolean(row.renewal_waits),
    }
    return !hasReason(kind, standing, new Date(subscription.current_period_end), now)
  }
}
