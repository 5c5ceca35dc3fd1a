import type { ModelTx } from '../../../../db/transaction.ts'
import type { DeletedObject } from '../../../kit/deleted.ts'
import { iso } from '../../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'
import { cancelDeliveries } from '../deliveries/cancel.ts'
import { lockEndpoint } from './find.ts'

/** Deletes an endpoint and cancels its pending deliveries; its past deliveries stay readable. */
export async function deleteEndpoint(tx: ModelTx, scope: Scope, id: number): Promise<DeletedObject> {
  const endpoint = await lockEndpoint(tx, scope, id)
  const { now, transaction } = tx
  await endpoint.update(
    { active: false, previousSecret: null, olderSecrets: null, deletedAt: now, updatedAt: now },
    { transaction },
  )
  await cancelDeliveries(tx, id)
  return { id, deleted_at: iso(now) }
}
