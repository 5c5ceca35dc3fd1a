import { update } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import type { EndpointChanges } from '../../../domain/webhooks/endpoints/input.ts'
import { type EndpointObject, endpointProperties } from '../../../domain/webhooks/endpoints/object.ts'
import { changedColumns } from '../../../kit/field.ts'
import { fieldChanges } from '../../../kit/field-changes.ts'
import type { Submission } from '../../../kit/submission.ts'
import type { Scope } from '../../projects/project.ts'
import { cancelDeliveries } from '../deliveries/cancel.ts'
import { resendMissed } from '../deliveries/resend-missed.ts'
import { lockEndpoint } from './lock.ts'
import { filterOf, serializeEndpoint } from './rows.ts'

/** Resets the health: earlier failures do not count for a new URL or a reactivated endpoint. */
const HEALTHY = { failures: 0, failing_since: null, held_until: null }

/** Updates an endpoint. Deactivating it cancels its pending deliveries. */
export async function updateEndpoint(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<EndpointChanges>,
): Promise<EndpointObject> {
  const before = await lockEndpoint(tx, scope, id)
  const changes = draft.valid()
  const { url, events, active, resend_since: since } = changes
  const isReset = (active === true && !before.active) || (url !== undefined && url !== before.url)
  await update(tx.sql, 'webhook_endpoints', id, {
    ...changedColumns(endpointProperties, changes),
    events: events === undefined ? undefined : filterOf(events),
    disabled_reason: active === undefined ? undefined : null,
    ...(isReset && HEALTHY),
    updated_at: tx.now,
  })
  const row = await lockEndpoint(tx, scope, id)
  const after = serializeEndpoint(row)
  tx.sql.noteFields('webhook_endpoints', id, fieldChanges(serializeEndpoint(before), after))
  if (!row.active) await cancelDeliveries(tx, id)
  else if (since) await resendMissed(tx, scope, row, since)
  return after
}
