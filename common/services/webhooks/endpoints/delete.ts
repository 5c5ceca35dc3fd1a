import { update } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import type { DeletedObject } from '../../../kit/deleted.ts'
import { iso } from '../../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'
import { cancelDeliveries } from '../deliveries/cancel.ts'
import { lockEndpoint } from './lock.ts'

/** Deletes an endpoint and cancels its pending deliveries; its past deliveries stay readable. */
export async function deleteEndpoint(tx: Tx, scope: Scope, id: number): Promise<DeletedObject> {
  await lockEndpoint(tx, scope, id)
  await update(tx.sql, 'webhook_endpoints', id, {
    active: false,
    previous_secret: null,
    older_secrets: null,
    deleted_at: tx.now,
    updated_at: tx.now,
  })
  await cancelDeliveries(tx, id)
  return { id, deleted_at: iso(tx.now) }
}
