import { rowOf } from '../../../../db/model.ts'
import type { ModelTx } from '../../../../db/transaction.ts'
import type { EndpointChanges } from '../../../domain/webhooks/endpoints/input.ts'
import type { EndpointObject } from '../../../domain/webhooks/endpoints/object.ts'
import { camelCased } from '../../../kit/camel-case.ts'
import { fieldChanges } from '../../../kit/field-changes.ts'
import type { Submission } from '../../../kit/submission.ts'
import type { Scope } from '../../projects/project.ts'
import { cancelDeliveries } from '../deliveries/cancel.ts'
import { resendMissed } from '../deliveries/resend-missed.ts'
import { lockEndpoint } from './find.ts'
import { filterOf, serializeEndpoint } from './rows.ts'

/** Resets the health: earlier failures do not count for a new URL or a reactivated endpoint. */
const HEALTHY = { failures: 0, failingSince: null, heldUntil: null }

/** Updates an endpoint. Deactivating it cancels its pending deliveries. */
export async function updateEndpoint(
  tx: ModelTx,
  scope: Scope,
  id: number,
  draft: Submission<EndpointChanges>,
): Promise<EndpointObject> {
  const endpoint = await lockEndpoint(tx, scope, id)
  const before = serializeEndpoint(rowOf(endpoint))
  const { events, resend_since: since, ...changes } = draft.valid()
  const { url, active } = changes
  const isReset = (active === true && !before.active) || (url !== undefined && url !== before.url)
  const values = {
    ...camelCased(changes),
    ...(events !== undefined && { events: filterOf(events) }),
    ...(active !== undefined && { disabledReason: null }),
    ...(isReset && HEALTHY),
    updatedAt: tx.now,
  }
  await endpoint.update(values, { transaction: tx.transaction })
  const after = serializeEndpoint(rowOf(endpoint))
  tx.sql.noteFields('webhook_endpoints', id, fieldChanges(before, after))
  if (!endpoint.active) await cancelDeliveries(tx, id)
  else if (since) await resendMissed(tx, scope, endpoint, since)
  return after
}
