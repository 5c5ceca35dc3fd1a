import { iso } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'
import { lockEndpoint } from './find-endpoint.ts'

/** Deletes an endpoint; its deliveries stay to be looked at, and what waits is canceled. */
export async function deleteEndpoint(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<{ id: number; deleted_at: string }> {
  await lockEndpoint(tx, scope, id)
  await updateRow(tx.sql, 'webhook_endpoints', id, {
    active: false,
    previous_secret: null,
    older_secrets: null,
    deleted_at: tx.now,
    updated_at: tx.now,
  })
  await cancelDeliveries(tx, id)
  return { id, deleted_at: iso(tx.now) }
}
