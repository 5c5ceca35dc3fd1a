import type { Sql } from '../../../../db/sql.ts'
import { FAILURES_IN_A_ROW } from '../../../domain/webhooks/health.ts'

/** SQL for an endpoint whose deliveries are paused after failures: only one attempt at a time is made. */
export const PAUSED = `failures >= ${FAILURES_IN_A_ROW}`

const ACTIVE = 'active AND deleted_at IS NULL'

/** A webhook endpoint whose receiver fails, so that its deliveries wait. */
export interface FailingEndpoint {
  id: number
  project_id: number
  is_test: number
  url: string
  /** Failures in a row. */
  failures: number
  failing_since: Date | null
  /** The next attempt. */
  held_until: Date | null
  /** Deliveries that wait, up to `COUNTED`. */
  waiting: number
  /** The result of a recent attempt. */
  error: string | null
}

const COUNTED = 10_000

/** Finds up to `most` endpoints whose receivers fail, the longest failing first. */
export async function findFailingEndpoints(sql: Sql, most: number): Promise<FailingEndpoint[]> {
  const endpoints = await sql.rows<Omit<FailingEndpoint, 'waiting'>>(
    `SELECT id, project_id, is_test, url, failures, failing_since, held_until,
       (SELECT COALESCE(error, CONCAT('HTTP ', status_code)) FROM webhook_attempts WHERE delivery_id =
          (SELECT id FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = endpoint.id AND tries > 0
           ORDER BY due_at DESC LIMIT 1) ORDER BY id DESC LIMIT 1) AS error
     FROM webhook_endpoints endpoint WHERE ${ACTIVE} AND ${PAUSED} ORDER BY failing_since LIMIT ?`,
    [most],
  )
  const found: FailingEndpoint[] = []
  for (const endpoint of endpoints) {
    const row = await sql.row<{ count: number }>(
      `SELECT COUNT(*) AS count FROM
         (SELECT 1 FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = ? LIMIT ${COUNTED}) waiting`,
      [endpoint.id],
    )
    found.push({ ...endpoint, waiting: row?.count ?? 0 })
  }
  return found
}

/** Counts the endpoints whose receivers fail. */
export async function countFailingEndpoints(sql: Sql): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `SELECT COUNT(*) AS count FROM webhook_endpoints WHERE ${ACTIVE} AND ${PAUSED}`,
  )
  return row?.count ?? 0
}

/** Finds the endpoints whose oldest due delivery waits longest, without failing ones: up to `most`. */
export function findBacklogs(sql: Sql, now: Date, most: number): Promise<{ id: number; since: Date }[]> {
  return sql.rows(
    `SELECT id, since FROM
       (SELECT id, (SELECT due_at FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = endpoint.id
          ORDER BY due_at LIMIT 1) AS since
        FROM webhook_endpoints endpoint WHERE ${ACTIVE} AND NOT ${PAUSED}) waiting
     WHERE since <= ? ORDER BY since LIMIT ?`,
    [now, most],
  )
}
