import { writeRows } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { type DeliveryState, isDelivered } from '../../../domain/webhooks/settle.ts'
import type { EndpointRow } from '../endpoints/rows.ts'
import type { Claimed } from './claim.ts'
import {
  type Attempt,
  attemptColumns,
  isCanceled,
  LOCKED_COLUMNS,
  type LockedDelivery,
  recordAttempt,
  saveState,
  stateAfter,
} from './record-attempt.ts'

interface MadeAttempt {
  claimed: Claimed
  attempt: Attempt
}

/**
 * Records attempts of one endpoint in one transaction. Returns for each whether the endpoint may get the next
 * delivery now. Successes at a healthy endpoint, most of a backlog, share their statements. Others are
 * recorded one by one, since a failure affects the next.
 */
export async function recordAttempts(tx: Tx, made: readonly MadeAttempt[]): Promise<boolean[]> {
  if (made.length > 1 && made.every(({ attempt }) => isDelivered(attempt))) {
    const endpoint = await tx.sql.row<EndpointRow>(
      'SELECT * FROM webhook_endpoints WHERE id = ? FOR UPDATE',
      [made[0]!.claimed.endpoint_id],
    )
    if (endpoint?.active && endpoint.failures === 0) return recordSuccesses(tx, endpoint, made)
  }
  const results: boolean[] = []
  for (const { claimed, attempt } of made) results.push(await recordAttempt(tx, claimed, attempt))
  return results
}

async function recordSuccesses(
  tx: Tx,
  endpoint: EndpointRow,
  made: readonly MadeAttempt[],
): Promise<boolean[]> {
  const rows = await tx.sql.rows<LockedDelivery>(
    `SELECT ${LOCKED_COLUMNS} FROM webhook_deliveries
     WHERE id IN (?) ORDER BY id FOR UPDATE`,
    [made.map(({ claimed }) => claimed.delivery_id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = made.flatMap(({ claimed, attempt }) => {
    const row = byId.get(claimed.delivery_id)
    return row ? [{ claimed, attempt, row }] : [] // skip a delivery that was deleted meanwhile
  })
  if (known.length === 0) return made.map(() => false)
  await writeRows(
    tx.sql,
    'webhook_attempts',
    known.map(({ claimed, attempt }) => attemptColumns(claimed, attempt)),
  )
  const byState = new Map<string, { state: DeliveryState; ids: number[] }>()
  for (const { claimed, attempt, row } of known) {
    const id = claimed.delivery_id
    const state = stateAfter(tx, claimed, row, attempt, isCanceled(endpoint, id))
    if (!state) continue
    const same = byState.get(JSON.stringify(state))
    if (same) same.ids.push(id)
    else byState.set(JSON.stringify(state), { state, ids: [id] })
  }
  for (const { state, ids } of byState.values()) await saveState(tx, endpoint.id, ids, state)
  return made.map(({ claimed }) => byId.has(claimed.delivery_id))
}
