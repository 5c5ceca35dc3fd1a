import type { ModelTx } from '../../../../db/transaction.ts'
import type { EventObject } from '../../../domain/events/object.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { addDeliveries } from '../../events/add-deliveries.ts'
import { getEvent } from '../../events/find.ts'
import { writeEvent } from '../../events/record.ts'
import type { Scope } from '../../projects/project.ts'
import { lockEndpoint } from './find.ts'

/** Sends a `test` event only to this endpoint, regardless of its filter. Returns the event. */
export async function testEndpoint(tx: ModelTx, scope: Scope, id: number): Promise<EventObject> {
  const endpoint = await lockEndpoint(tx, scope, id)
  if (!endpoint.active) throw new Refusal({ code: 'endpoint_inactive' })
  const data = { id, object: 'test', url: endpoint.url, message: 'This event was sent to test the endpoint.' }
  const eventId = await writeEvent(tx, scope, 'test', data)
  await addDeliveries(tx, scope, { id: eventId, type: 'test' }, [id])
  await endpoint.update({ heldUntil: null }, { transaction: tx.transaction })
  return getEvent(tx.sql, scope, eventId)
}
