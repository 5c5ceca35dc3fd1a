import { onConnection, type Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { newJob } from '../../jobs/catalog.ts'
import { randomToken } from '../../kit/secrets.ts'
import { later, MINUTE, SECOND } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { lease as wakeUpLease } from '../../runtime/lease.ts'
import type { EndpointRow } from '../endpoints/rows.ts'
import { inFlightAtMost } from '../rules/health.ts'
import { cancelBatch } from './cancel.ts'

/** Leave to send to one endpoint: nobody else does meanwhile. */
export interface Lease {
  endpointId: number
  token: string
  /** How many deliveries may be on their way at once. */
  inFlight: number
  /** What was missed, or has failed, is being made due: a batch whenever nothing else is. */
  catchingUp: boolean
  /**
   * Until then, in milliseconds of `performance.now()`, nobody else can have it: counted from before it was
   * asked for, by a clock that also runs while this process stands still.
   */
  heldUntil: number
  /** What waits up to this delivery is canceled first: nothing of it is sent. */
  cancelThrough: number | null
  /** Whether it gets anything at all. */
  active: boolean
}

/** After its holder was killed, others wait this long. */
const LEASE = Math.min(5 * SECOND, wakeUpLease)
export const RENEW_EVERY = LEASE / 3
/** What was missed may wait for a transaction that has not ended: the next look is that much later. */
const UNDER_WAY = SECOND
/** How many due deliveries are looked up at once. */
export const AT_A_TIME = 50

/** A lease and a hold end sooner than that: one further ahead was written by a clock that was wrong. */
const IMPOSSIBLE = MINUTE

/** Whether the time in `column` has passed, as a condition for the values of `over`. */
export function isOver(column: 'draining_until' | 'held_until'): string {
  return `(${column} IS NULL OR ${column} <= ? OR ${column} > ?)`
}

export function over(now: Date): [Date, Date] {
  return [now, later(now, IMPOSSIBLE)]
}

/** Takes the lease of an endpoint; null where somebody has it, or where nothing may be sent now. */
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
    token,
    inFlight: inFlightAtMost(row!.failures),
    catchingUp: row!.missed_since !== null || row!.resend_since !== null,
    heldUntil,
    active: Boolean(row!.active),
    // Of one that is off also an event that was written while it was being switched off.
    cancelThrough: row!.active ? row!.cancel_through : Number.MAX_SAFE_INTEGER,
  }
  return lease
}

/** Cancels the next batch for whoever holds the lease; answers whether there may be more. */
export async function cancelNext(tx: Tx, { endpointId, token, cancelThrough }: Lease): Promise<boolean> {
  const held = await tx.sql.row(
    'SELECT id FROM webhook_endpoints WHERE id = ? AND drain_token = ? FOR UPDATE',
    [endpointId, token],
  )
  return held !== undefined && cancelBatch(tx, endpointId, cancelThrough ?? 0)
}

/** Keeps the lease while the work goes on. Whether it still holds is seen when a delivery is claimed. */
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
 * Gives the lease back. What is still due, or has come since the last look, gets a job of its own,
 * except what was found `unsendable`; after a failure (null) it waits for the scanner, since waking at
 * once would fail again, without end.
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
  if (!row) return // deleted long ago, and forgotten meanwhile
  const nothingDue = due.every((id) => unsendable.has(id)) && !row.resend_since && row.cancel_through === null
  if (nothingDue && !row.missed_since) return
  const soonest = nothingDue ? later(tx.now, UNDER_WAY) : tx.now
  const at = row.held_until && row.held_until > soonest ? row.held_until : soonest
  tx.jobs.push(newJob('webhook.drain', endpointId, at, { endpointId }))
}

async function free(sql: Sql, { endpointId, token }: Lease): Promise<void> {
  await sql.run(
    'UPDATE webhook_endpoints SET drain_token = NULL, draining_until = NULL WHERE id = ? AND drain_token = ?',
    [endpointId, token],
  )
}

/** The deliveries of an endpoint that are due, in order. */
export async function findDue(sql: Sql, endpointId: number, now: Date, most: number): Promise<number[]> {
  const rows = await sql.rows<{ id: number }>(
    `SELECT id FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = ? AND due_at <= ?
     ORDER BY due_at, id LIMIT ?`,
    [endpointId, now, most],
  )
  return rows.map(({ id }) => id)
}
