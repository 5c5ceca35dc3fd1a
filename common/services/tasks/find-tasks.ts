import type { Sql } from '../../../db/sql.ts'
import { FAILURES_IN_A_ROW } from '../../domain/webhooks/health.ts'
import type { Amount } from '../../kit/money.ts'
import type { Scope } from '../projects/project.ts'

/** Objects that wait for a person: their number, their sum, and the time of the oldest one. */
export interface Task {
  /** At most `MOST_TASKS`: then there may be more. */
  count: number
  /** By currency. */
  sums: Readonly<Record<string, Amount>>
  /** Null if the count is 0, or if the time is not known. */
  since: Date | null
}

/** The most objects of a task that are read. A person will not work through more today. */
export const MOST_TASKS = 1_000

/** The tasks of one project and mode. */
export interface Tasks {
  /** Manual payments that wait for a decision, with the sum that is still missing. */
  payments: Task
  /** Payments whose whole money must be refunded, with the time that their list shows. */
  refunds: Task
  /** Webhook endpoints that have failed several times in a row. */
  endpoints: Task
  /** Open invoices whose due date has passed. */
  invoices: Task
  /** Subscriptions whose paid period has ended, with the prices of their renewals. */
  subscriptions: Task
}

/** Finds the tasks, each from one statement that reads one index (test/dashboard/home.test.ts). */
export async function findTasks(sql: Sql, { project, isTest }: Scope, now: Date): Promise<Tasks> {
  const own = [project.id, isTest]
  return {
    payments: await one(
      sql,
      `SELECT currency, GREATEST(0, amount - COALESCE(amount_received, 0)) AS sum, claimed_at AS since
       FROM payments FORCE INDEX (payments_status) WHERE project_id = ? AND is_test = ? AND status = 'pending'`,
      own,
    ),
    refunds: await one(
      sql,
      `SELECT COALESCE(received_currency, currency) AS currency,
         COALESCE(amount_received, amount) - amount_refunded AS sum, created_at AS since
       FROM payments FORCE INDEX (payments_status) WHERE project_id = ? AND is_test = ? AND status = 'refund_required'`,
      own,
    ),
    endpoints: await one(
      sql,
      `SELECT '' AS currency, 0 AS sum, failing_since AS since FROM webhook_endpoints FORCE INDEX (webhook_endpoints_live)
       WHERE project_id = ? AND is_test = ? AND deleted_at IS NULL AND active AND failures >= ${FAILURES_IN_A_ROW}`,
      own,
    ),
    invoices: await one(
      sql,
      `SELECT currency, amount AS sum, due_date AS since
       FROM invoices FORCE INDEX (invoices_due) WHERE project_id = ? AND is_test = ? AND status = 'open' AND due_date < ?`,
      [...own, now],
    ),
    subscriptions: await one(
      sql,
      `SELECT ? AS currency, price.unit_amount AS sum, own.current_period_end AS since
       FROM subscriptions own FORCE INDEX (subscriptions_ends)
       STRAIGHT_JOIN prices price ON price.id = COALESCE(own.scheduled_price_id, own.price_id)
       WHERE own.project_id = ? AND own.is_test = ? AND own.status = 'past_due'`,
      [project.currency, ...own],
    ),
  }
}

/** Runs a statement that selects objects by their index, the oldest first. */
async function one(sql: Sql, text: string, values: (string | number | boolean | Date)[]): Promise<Task> {
  const rows = await sql.rows<{ currency: string; count: number; sum: string; since: Date | null }>(
    `SELECT currency, COUNT(*) AS count, SUM(sum) AS sum, MIN(since) AS since
     FROM (${text} LIMIT ${MOST_TASKS}) some GROUP BY currency`,
    values,
  )
  const times = rows.flatMap(({ since }) => (since ? [since.getTime()] : []))
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    // MySQL sums to a DECIMAL, which mysql2 reads as text.
    sums: Object.fromEntries(
      rows.filter(({ currency }) => currency !== '').map(({ currency, sum }) => [currency, Number(sum)]),
    ),
    since: times.length > 0 ? new Date(Math.min(...times)) : null,
  }
}
