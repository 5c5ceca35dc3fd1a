import type { NamesIn } from '../../../../db/columns.ts'
import { update, writeRows } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { endpointWakeUp } from '../../../domain/jobs/catalog.ts'
import { type Health, healthAfter, reasonToDisable } from '../../../domain/webhooks/health.ts'
import { type DeliveryState, isDelivered, nextState, type Outcome } from '../../../domain/webhooks/settle.ts'
import { disableEndpoint } from '../endpoints/disable.ts'
import type { EndpointRow } from '../endpoints/rows.ts'
import type { Claimed } from './claim.ts'
import type { DeliveryRow } from './rows.ts'

/** One attempt: time, duration in milliseconds and outcome. */
export interface Attempt extends Outcome {
  attemptedAt: Date
  /** The sent headers, including signatures. */
  requestHeaders: Record<string, string>
  durationMs: number
  responseHeaders: Record<string, string> | null
  responseBody: string | null
  error: string | null
}

const LOCKED = 'id status tries repeats due_at resent_status resent_due_at'

/** The columns of a delivery that an attempt reads and changes. */
export const LOCKED_COLUMNS = LOCKED.replaceAll(' ', ', ')

export interface LockedDelivery extends Pick<DeliveryRow, NamesIn<typeof LOCKED>> {}

/**
 * Records an attempt with its consequences. Returns whether the endpoint may get the next delivery now. Does
 * nothing if the endpoint or the delivery was deleted meanwhile. Ignores a failure after a lost lease: this
 * process may have been paused, and another worker retries. A success always counts.
 */
export async function recordAttempt(tx: Tx, claimed: Claimed, attempt: Attempt): Promise<boolean> {
  const { delivery_id: id, endpoint_id: endpointId } = claimed
  const endpoint = await tx.sql.row<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id = ? FOR UPDATE', [
    endpointId,
  ])
  const row = await tx.sql.row<LockedDelivery>(
    `SELECT ${LOCKED_COLUMNS} FROM webhook_deliveries WHERE id = ? FOR UPDATE`,
    [id],
  )
  if (!endpoint || !row) return false
  if (endpoint.drain_token !== claimed.drain_token && !isDelivered(attempt)) return false
  await writeRows(tx.sql, 'webhook_attempts', [attemptColumns(claimed, attempt)])
  const after = stateAfter(tx, claimed, row, attempt, isCanceled(endpoint, id))
  if (after) await saveState(tx, endpointId, [id], after)
  return saveHealth(tx, endpoint, claimed, attempt)
}

export function attemptColumns({ project_id, delivery_id }: Claimed, attempt: Attempt) {
  return {
    project_id,
    delivery_id,
    attempted_at: attempt.attemptedAt,
    request_headers: JSON.stringify(attempt.requestHeaders),
    status_code: attempt.statusCode,
    duration_ms: attempt.durationMs,
    response_headers: attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
    response_body: attempt.responseBody,
    error: attempt.error,
  }
}

export function isCanceled(endpoint: EndpointRow, deliveryId: number): boolean {
  return !endpoint.active || deliveryId <= (endpoint.cancel_through ?? 0)
}

/**
 * Returns the delivery's state after an attempt; null if it was changed meanwhile (canceled, resent, or sent
 * by another worker too). A success still counts then, and a resend requested meanwhile is still sent.
 */
export function stateAfter(
  tx: Tx,
  claimed: Claimed,
  row: LockedDelivery,
  attempt: Attempt,
  canceled: boolean,
): DeliveryState | null {
  const { status, tries, repeats, due_at: dueAt, resent_status: resent } = row
  const before: DeliveryState = {
    ...{ status, tries, repeats, dueAt },
    resent: resent && { status: resent, dueAt: row.resent_due_at },
  }
  const unchanged =
    !canceled &&
    status === 'pending' &&
    tries === claimed.tries &&
    resent === claimed.resent_status &&
    dueAt?.getTime() === claimed.due_at.getTime()
  if (!unchanged && !isDelivered(attempt)) return null
  if (!unchanged && before.resent) return { ...before, resent: { status: 'succeeded', dueAt: null } }
  return nextState(before, attempt, tx.now, Math.random())
}

/** Saves the same state for several deliveries of one endpoint. */
export async function saveState(
  tx: Tx,
  endpointId: number,
  ids: readonly number[],
  { status, tries, repeats, dueAt, resent }: DeliveryState,
): Promise<void> {
  await tx.sql.write(
    `UPDATE webhook_deliveries SET status = ?, tries = ?, repeats = ?, due_at = ?, resent_status = ?, resent_due_at = ?,
       updated_at = ? WHERE id IN (?)`,
    [status, tries, repeats, dueAt, resent?.status ?? null, resent?.dueAt ?? null, tx.now, ids],
  )
  if (dueAt) tx.wakeUps.push(endpointWakeUp(endpointId, dueAt))
}

/** Returns whether the endpoint was changed since the attempt: its health must then not be affected. */
function isOutdated(endpoint: EndpointRow, claimed: Claimed, { attemptedAt }: Attempt): boolean {
  return endpoint.url !== claimed.url || attemptedAt < endpoint.updated_at
}

async function saveHealth(
  tx: Tx,
  endpoint: EndpointRow,
  claimed: Claimed,
  attempt: Attempt,
): Promise<boolean> {
  if (!endpoint.active) return false
  if (isOutdated(endpoint, claimed, attempt)) return true
  const before: Health = {
    failures: endpoint.failures,
    failingSince: endpoint.failing_since,
    heldUntil: endpoint.held_until,
  }
  const after = healthAfter(before, attempt, tx.now)
  const reason = reasonToDisable(after, attempt, tx.now)
  if (reason !== null) {
    await disableEndpoint(tx, endpoint, reason)
    return false
  }
  const endpointId = endpoint.id
  if (before.failures > 0 || after.failures > 0)
    await update(tx.sql, 'webhook_endpoints', endpointId, {
      failures: after.failures,
      failing_since: after.failingSince,
      held_until: after.heldUntil,
    })
  if (after.heldUntil) tx.wakeUps.push(endpointWakeUp(endpointId, after.heldUntil))
  return after.heldUntil === null
}
