import type { Sql } from '../../../db/sql.ts'
import { type NewJob, newJob } from '../../jobs/catalog.ts'
import { DAY, later } from '../../kit/time.ts'
import { armedUntil, lease } from '../../runtime/lease.ts'
import { isOver, over } from './lease.ts'

/** More wait for the next look. */
const BATCH = 500

/** An endpoint is armed from now on: one further ahead than that was armed by a clock that was wrong. */
const UNARMED = '(armed_until IS NULL OR armed_until < ? OR armed_until > ?)'
const unarmed = (now: Date): [Date, Date] => [now, later(now, 2 * lease)]

/**
 * Endpoints with a delivery overdue for so long that its job must be lost; arms them and answers
 * their jobs. A delivery has no lease of its own: it is always woken when it is written, and a
 * dead endpoint's backlog, however long, costs a look at its first row.
 */
export async function dueDeliveries(sql: Sql, now: Date): Promise<NewJob[]> {
  const rows = await sql.rows<{ id: number }>(
    // One look at the index for each endpoint: a GROUP BY reads every waiting delivery.
    `SELECT id FROM webhook_endpoints endpoint
     WHERE (deleted_at IS NULL OR deleted_at > ?) AND ${UNARMED} AND ${isOver('draining_until')}
       AND ${isOver('held_until')}
       AND (resend_since IS NOT NULL OR missed_since IS NOT NULL OR cancel_through IS NOT NULL
         OR (SELECT due_at FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = endpoint.id
             ORDER BY due_at LIMIT 1) < ?)
     LIMIT ${BATCH}`,
    [later(now, -DAY), ...unarmed(now), ...over(now), ...over(now), later(now, -lease)],
  )
  const wakeUps: NewJob[] = []
  for (const { id } of rows) {
    const { affectedRows } = await sql.run(
      `UPDATE webhook_endpoints SET armed_until = ? WHERE id = ? AND ${UNARMED}`,
      [armedUntil(now, now), id, ...unarmed(now)],
    )
    if (affectedRows === 1) wakeUps.push(newJob('webhook.drain', id, now, { endpointId: id }))
  }
  return [...wakeUps, ...(await freeTheDead(sql, now))]
}

/**
 * Wakes endpoints whose lease ran out without being given back: whoever held it was killed, and jobs
 * that came meanwhile met its lease and went. No need to wait until a delivery is overdue. Freed once, by
 * one of all who look; should this job be lost too, the delivery becomes overdue in time.
 */
async function freeTheDead(sql: Sql, now: Date): Promise<NewJob[]> {
  const rows = await sql.rows<{ id: number }>(
    `SELECT id FROM webhook_endpoints WHERE drain_token IS NOT NULL AND draining_until < ? LIMIT ${BATCH}`,
    [now],
  )
  const wakeUps: NewJob[] = []
  for (const { id } of rows) {
    const { affectedRows } = await sql.run(
      `UPDATE webhook_endpoints SET drain_token = NULL, draining_until = NULL
       WHERE id = ? AND drain_token IS NOT NULL AND draining_until < ?`,
      [id, now],
    )
    if (affectedRows === 1) wakeUps.push(newJob('webhook.drain', id, now, { endpointId: id }))
  }
  return wakeUps
}
