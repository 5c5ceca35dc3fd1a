import { find, save } from '../../../../db/save.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { endpointWakeUp } from '../../../domain/jobs/catalog.ts'
import type { DeliveryObject } from '../../../domain/webhooks/deliveries/object.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { now } from '../../../runtime/clock.ts'
import type { Scope } from '../../projects/project.ts'
import { WebhookEndpoint } from '../endpoints/webhook-endpoints-table.ts'
import { cancelRows } from './cancel.ts'
import { getDelivery } from './find.ts'

/**
 * Sends a delivery again, in any state. The attempt is outside its schedule: if it fails, the delivery
 * returns to its previous state.
 */
export async function resendDelivery(tx: Tx, scope: Scope, id: number): Promise<DeliveryObject> {
  const { endpoint_id: endpointId } = await getDelivery(tx.sql, scope, id)
  const endpoint = await find(tx.sql, WebhookEndpoint, { id: endpointId }, { lock: true })
  if (!endpoint?.active) throw new Refusal({ code: 'endpoint_inactive' })
  if (id <= (endpoint.cancelThrough ?? 0)) await cancelRows(tx, [id]) // record the pending cancellation first
  const dueAt = now()
  // MySQL assigns from left to right, so the old values are saved before they change, and only once.
  await tx.sql.write(
    `UPDATE webhook_deliveries SET
       resent_due_at = IF(resent_status IS NULL, due_at, resent_due_at), resent_status = COALESCE(resent_status, status),
       status = 'pending', due_at = ?, updated_at = ? WHERE id = ?`,
    [dueAt, dueAt, id],
  )
  await save(tx, endpoint, { heldUntil: null }, { touch: false })
  tx.wakeUps.push(endpointWakeUp(endpointId, dueAt))
  return getDelivery(tx.sql, scope, id)
}
