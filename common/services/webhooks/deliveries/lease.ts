import { find } from '../../../../db/save.ts'
import { onConnection, type Sql } from '../../../../db/sql.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { endpointWakeUp } from '../../../domain/jobs/catalog.ts'
import { inFlightAtMost } from '../../../domain/webhooks/health.ts'
import { randomToken } from '../../../kit/secrets.ts'
import { later, MINUTE, SECOND } from '../../../kit/time.ts'
import { now } from '../../../runtime/clock.ts'
import { lease as wakeUpLease } from '../../../runtime/lease.ts'
import type { EndpointRow } from '../endpoints/rows.ts'
import { WebhookEndpoint } from '../endpoints/webhook-endpoints-table.ts'
import { cancelBatch } from './cancel.ts'

/** Exclusive right to send to one endpoint. */
export interface Lease {
  endpointId: number
  projectId: number
  token: string
  /** Number of concurrent deliveries. */
  inFlight: number
  /** Missed or failed deliveries are being made due, a batch whenever nothing else is due. */
  catchingUp: boolean
  /**
   * No other worker can get the lease until then, in milliseconds of `performance.now()`. Counted from before
   * the request, by a clock that also runs while this process is paused.
   */
  heldUntil: number
  /** Pending deliveries up to this id are canceled before any is sent. */
  cancelThrough: number | null
  /** Whether the endpoint receives deliveries. */
  active: boolean
}

/** Lifetime of a lease in milliseconds: the longest wait after its holder was killed. */
const LEASE = Math.min(5 * SECOND, wakeUpLease)
export const RENEW_EVERY = LEASE / 3
/** Pause in milliseconds while resending missed events waits for an open transaction. */
const UNDER_WAY = SECOND
/** Due deliveries read at once. */
export const AT_A_TIME = 50

/** Leases and holds are shorter than this: a longer one was written by a wrong clock and is ignored. */
const IMPOSSIBLE = MINUTE

/** Returns a condition that the time in `column` has passed; its values come from `over`. */
export function isOver(column: 'draining_until' | 'held_until'): string {
  return `(${column} IS NULL OR ${column} <= ? OR ${column} > ?)`
}

export function over(now: Date): [Date, Date] {
  return [now, later(now, IMPOSSIBLE)]
}

/** Takes an endpoint's lease; returns null if another worker has it or the endpoint is on hold. */
export async function takeLease(tx: Tx, endpointId: number): Promise<Lease | null> {
  const token = randomToken()
  const heldUntil = performance.now() + LEASE
  const { affectedRows } = await tx.sql.run(
    `UPDATE webhook_endpoints SET drain_token = ?, draining_until = ?
     WHERE id = ? AND ${isOver('draining_until')} AND ${isOver('held_until')}`,
    [token, later(tx.now, LEASE), endpointId, ...over(tx.now), ...over(tx.now)],
  )
  if (affectedRows === 0) return null
  const row = await tx.sql.row<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id = ?', [endpointId])
  const lease = {
    endpointId,
    projectId: row!.project_id,
    token,
    inFlight: inFlightAtMost(row!.failures),
    catchingUp: row!.missed_since !== null || row!.resend_since !== null,
    heldUntil,
    active: Boolean(row!.active),
    // For an inactive endpoint cancel everything, also events written while it was being switched off.
    cancelThrough: row!.active ? row!.cancel_through : Number.MAX_SAFE_INTEGER,
  }
  return lease
}

/** Cancels the next batch if the lease is still held. Returns whether there may be more. */
export async function cancelNext(tx: Tx, { endpointId, token, cancelThrough }: Lease): Promise<boolean> {
  const held = await find(tx.sql, WebhookEndpoint, { id: endpointId, drainToken: token }, { lock: true })
  return held !== null && cancelBatch(tx, endpointId, cancelThrough ?? 0)
}

/** Extends the lease during the work. A lost lease is detected when the next delivery is claimed. */
export async function renewLease(lease: Lease): Promise<void> {
  const { endpointId, token } = lease
  const heldUntil = performance.now() + LEASE
  await onConnection((sql) =>
    sql.run('UPDATE webhook_endpoints SET draining_until = ? WHERE id = ? AND drain_token = ?', [
      later(now(), LEASE),
      endpointId,
      token,
    ]),
  )
  lease.heldUntil = heldUntil
}

/**
 * Releases the lease. Deliveries that are still due, except `unsendable` ones, get a new wake-up. After a
 * failure (null) they wait for the scanner, since an immediate wake-up would fail again in a loop.
 */
export async function releaseLease(
  tx: Tx,
  lease: Lease,
  unsendable: ReadonlySet<number> | null,
): Promise<void> {
  const { endpointId } = lease
  await free(tx.sql, lease)
  if (!unsendable) return
  const due = await findDue(tx.sql, endpointId, tx.now, AT_A_TIME)
  const row = await tx.sql.row<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id = ?', [endpointId])
  if (!row) return // the endpoint's row was deleted meanwhile
  const nothingDue = due.every((id) => unsendable.has(id)) && !row.resend_since && row.cancel_through === null
  if (nothingDue && !row.missed_since) return
  const soonest = nothingDue ? later(tx.now, UNDER_WAY) : tx.now
  const at = row.held_until && row.held_until > soonest ? row.held_until : soonest
  tx.wakeUps.push(endpointWakeUp(endpointId, at))
}

async function free(sql: Sql, { endpointId, token }: Lease): Promise<void> {
  await sql.run(
    'UPDATE webhook_endpoints SET drain_token = NULL, draining_until = NULL WHERE id = ? AND drain_token = ?',
    [endpointId, token],
  )
}

/** Finds an endpoint's due deliveries, in order. */
export async function findDue(sql: Sql, endpointId: number, now: Date, most: number): Promise<number[]> {
  const rows = await sql.rows<{ id: number }>(
    `SELECT id FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = ? AND due_at <= ?
     ORDER BY due_at, id LIMIT ?`,
    [endpointId, now, most],
  )
  return rows.map(({ id }) => id)
}
