import { wakeUp } from '../jobs/catalog.ts'
import type { Scope } from '../projects/project.ts'
import { now } from '../runtime/clock.ts'
import type { Tx } from '../../db/transaction.ts'
import type { EventType } from './rules/types.ts'

/**
 * Makes an event due at these endpoints; none is no endpoint. `repeats`: how often it is to come again
 * after it has arrived.
 */
export async function addDeliveries(
  tx: Tx,
  scope: Scope,
  event: { id: number; type: EventType },
  endpointIds: readonly number[],
  // Deliveries leave in real time, whatever the clock of their subject says.
  { dueAt = now(), repeats = 0 } = {},
): Promise<void> {
  if (endpointIds.length === 0) return
  const writtenAt = now()
  await tx.sql.run(
    `INSERT INTO webhook_deliveries
       (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, repeats, created_at, updated_at)
     VALUES ?`,
    [
      endpointIds.map((id) => [
        scope.project.id,
        scope.isTest,
        id,
        event.id,
        event.type,
        'pending',
        dueAt,
        repeats,
        writtenAt,
        writtenAt,
      ]),
    ],
  )
  for (const id of endpointIds) tx.wakeUps.push(wakeUp('webhook.drain', id, dueAt, { endpointId: id }))
}
