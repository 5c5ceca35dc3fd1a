import { update } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import type { EndpointObject } from '../../../domain/webhooks/endpoints/object.ts'
import { DAY, later } from '../../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'
import { lockEndpoint } from './lock.ts'
import { withOld } from './old-secrets.ts'
import { serializeEndpoint } from './rows.ts'
import { newSecret } from './secret.ts'

/** Time for which the previous secret still signs, so that the receiver can switch to the new one. */
const OVERLAP = DAY

/** Replaces an endpoint's secret and returns the new one in full. The old one still signs for a day. */
export async function rotateSecret(tx: Tx, scope: Scope, id: number): Promise<EndpointObject> {
  const before = await lockEndpoint(tx, scope, id)
  const { secret, sealed } = newSecret()
  await update(tx.sql, 'webhook_endpoints', id, {
    secret: sealed,
    ...withOld(before, before.secret, later(tx.now, OVERLAP), tx.now),
    updated_at: tx.now,
  })
  tx.sql.noteFields('webhook_endpoints', id, [{ field: 'secret' }])
  return serializeEndpoint(await lockEndpoint(tx, scope, id), secret)
}
