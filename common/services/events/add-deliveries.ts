import { writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { EventType } from '../../domain/events/types.ts'
import { endpointWakeUp } from '../../domain/jobs/catalog.ts'
import { now } from '../../runtime/clock.ts'
import type { Scope } from '../projects/project.ts'

/**
 * Inserts deliveries of an event to these endpoints. `repeats` is the number of extra deliveries after the first
 * success.
 */
export async function addDeliveries(
  tx: Tx,
  scope: Scope,
  event: { id: number; type: EventType },
  endpointIds: readonly number[],
  // Deliveries use real time, even for an object on a test clock.
  { dueAt = now(), repeats = 0 } = {},
): Promise<void> {
  if (endpointIds.length === 0) return
  const writtenAt = now()
  const rows = endpointIds.map((id) => ({
    project_id: scope.project.id,
    is_test: scope.isTest,
    endpoint_id: id,
    event_id: event.id,
    event_type: event.type,
    status: 'pending',
    due_at: dueAt,
    repeats,
    created_at: writtenAt,
    updated_at: writtenAt,
  }))
  await writeRows(tx.sql, 'webhook_deliveries', rows)
  for (const id of endpointIds) tx.wakeUps.push(endpointWakeUp(id, dueAt))
}
