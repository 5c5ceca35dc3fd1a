import type { Sql } from '../../../db/sql.ts'
import { FAILURES_IN_A_ROW } from '../../domain/webhooks/health.ts'
import type { Amount } from '../../kit/money.ts'
import type { Scope } from '../projects/project.ts'

/** Objects that wait for a person: their number, their sum, and the time of the oldest one. */
export interface Task {
  count: number
  /** In the project's currency. */
  sum: Amount
  /** Null if there are none. */
  since: Date | null
}

/** The tasks of one project and mode. */
export interface Tasks {
  /** Reported payments that wait for a decision, with what is still missing. */
  transfers: Task
  /** Payments whose whole money must be refunded. */
  refunds: Task
  /** Webhook endpoints that have failed several times in a row. */
  endpoints: Pick<Task, 'count' | 'since'>
  /** Open invoices whose due date has passed. */
  invoices: Task
  /** Subscriptions whose paid period has ended. */
  subscriptions: Pick<Task, 'count'>
}

/** Finds the tasks, each from one statement that reads one index (test/dashboard/home.test.ts). */
export async function findTasks(sql: Sql, { project, isTest }: Scope, now: Date): Promise<Tasks> {
  const own = [project.id, isTest]
  return {
    transfers: await one(
      sql,
      `SELECT COUNT(*) AS count, SUM(GREATEST(0, amount - COALESCE(amount_received, 0))) AS sum, MIN(claimed_at) AS since
       FROM payments FORCE INDEX (payments_status) WHERE project_id = ? AND is_test = ? AND status = 'pending'`,
      own,
    ),
    refunds: await one(
      sql,
      `SELECT COUNT(*) AS count, SUM(COALESCE(amount_received, amount) - amount_refunded) AS sum, MIN(updated_at) AS since
       FROM payments FORCE INDEX (payments_status) WHERE project_id = ? AND is_test = ? AND status = 'refund_required'`,
      own,
    ),
    endpoints: await one(
      sql,
      `SELECT COUNT(*) AS count, 0 AS sum, MIN(failing_since) AS since FROM webhook_endpoints
       WHERE project_id = ? AND is_test = ? AND deleted_at IS NULL AND active AND failures >= ${FAILURES_IN_A_ROW}`,
      own,
    ),
    invoices: await one(
      sql,
      `SELECT COUNT(*) AS count, SUM(amount) AS sum, MIN(due_date) AS since
       FROM invoices FORCE INDEX (invoices_status) WHERE project_id = ? AND is_test = ? AND status = 'open' AND due_date < ?`,
      [...own, now],
    ),
    subscriptions: await one(
      sql,
      `SELECT COUNT(*) AS count, 0 AS sum, NULL AS since
       FROM subscriptions FORCE INDEX (subscriptions_status) WHERE project_id = ? AND is_test = ? AND status = 'past_due'`,
      own,
    ),
  }
}

async function one(sql: Sql, text: string, values: (number | boolean | Date)[]): Promise<Task> {
  const row = await sql.row<Omit<Task, 'sum'> & { sum: string | number | null }>(text, values)
  // MySQL sums to a DECIMAL, which mysql2 reads as text; null if there are no rows.
  return { count: row!.count, sum: Number(row!.sum), since: row!.since }
}
