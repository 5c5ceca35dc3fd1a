import type { Sql } from '../../../../db/sql.ts'
import { DAY, later } from '../../../kit/time.ts'
import { isOver, over } from './lease.ts'

/** Endpoints per scan; the next scan finds the others. */
const BATCH = 500

/**
 * Finds active or recently deleted endpoints with due work, the longest waiting first. Skips endpoints that
 * have a lease or whose circuit breaker is open. Reads one index entry per endpoint, while a GROUP BY
 * would read every pending delivery. MySQL would too if the subquery were ordered only by its time.
 */
export async function findDueEndpoints(sql: Sql, now: Date): Promise<{ id: number; since: Date }[]> {
  await freeEndpointsOfKilledWorkers(sql, now)
  return sql.rows<{ id: number; since: Date }>(
    `SELECT id, COALESCE(due_at, CAST(? AS DATETIME(6))) AS since FROM
       (SELECT id, resend_since, missed_since, cancel_through,
          (SELECT due_at FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = endpoint.id
           ORDER BY endpoint_id, due_at LIMIT 1) AS due_at
        FROM webhook_endpoints endpoint
        WHERE (deleted_at IS NULL OR deleted_at > ?) AND ${isOver('draining_until')} AND ${isOver('held_until')}) waiting
     WHERE due_at <= ? OR resend_since IS NOT NULL OR missed_since IS NOT NULL OR cancel_through IS NOT NULL
     ORDER BY since LIMIT ${BATCH}`,
    [now, later(now, -DAY), ...over(now), ...over(now), now],
  )
}

/** Ends leases that have expired: their workers were killed. */
async function freeEndpointsOfKilledWorkers(sql: Sql, now: Date): Promise<void> {
  const ids = await sql.rows<{ id: number }>(
    `SELECT id FROM webhook_endpoints WHERE drain_token IS NOT NULL AND draining_until < ? LIMIT ${BATCH}`,
    [now],
  )
  for (const { id } of ids)
    await sql.run(
      `UPDATE webhook_endpoints SET drain_token = NULL, draining_until = NULL
       WHERE id = ? AND drain_token IS NOT NULL AND draining_until < ?`,
      [id, now],
    )
}
