import { wakeUp } from '../jobs/catalog.ts'
import type { Scope } from '../projects/project.ts'
import { neededUntil } from '../events/rules/retention.ts'
import { now } from '../runtime/clock.ts'
import type { Tx } from '../../db/transaction.ts'
import { FIRST_REHEARSED } from './rules/rehearsal.ts'
import type { EndpointRow } from './present-endpoint.ts'

/**
 * Makes due what an endpoint has missed since `since`: events that it wants and that never reached
 * it, whether they were made while it was off, canceled, or given up. What is too old has no payload any more.
 */
export async function resendMissed(tx: Tx, scope: Scope, endpoint: EndpointRow, since: Date): Promise<void> {
  const dueAt = now()
  const types = endpoint.events === null ? null : (JSON.parse(endpoint.events) as string[])
  await tx.sql.run(
    `INSERT INTO webhook_deliveries
       (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, created_at, updated_at)
     SELECT event.project_id, event.is_test, ?, event.id, event.type, 'pending', ?, ?, ? FROM events event
     LEFT JOIN webhook_deliveries known ON known.endpoint_id = ? AND known.event_id = event.id
     WHERE event.project_id = ? AND event.is_test = ? AND event.created_at >= ? AND event.data_until > ?
       AND event.type <> 'test' AND event.object_id < ${FIRST_REHEARSED}
       AND (known.id IS NULL OR known.status IN ('canceled', 'failed')) ${types ? 'AND event.type IN (?)' : ''}
     ORDER BY event.id
     ON DUPLICATE KEY UPDATE status = 'pending', tries = 0, due_at = VALUES(due_at), updated_at = VALUES(updated_at)`,
    [
      endpoint.id,
      dueAt,
      dueAt,
      dueAt,
      endpoint.id,
      scope.project.id,
      scope.isTest,
      since,
      neededUntil(dueAt),
      ...(types ? [types] : []),
    ],
  )
  tx.wakeUps.push(wakeUp('webhook.drain', endpoint.id, dueAt, { endpointId: endpoint.id }))
}
