import { updateRow } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { DAY, later } from '../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'
import { lockEndpoint } from './lock.ts'
import type { EndpointObject } from './object.ts'
import { withOld } from './old-secrets.ts'
import { serializeEndpoint } from './rows.ts'
import { newSecret } from './secret.ts'

/** How long the secret before goes on signing beside the new one, so that a receiver can change over. */
const OVERLAP = DAY

/** Gives an endpoint a new secret; the answer is one of two that show it. Each one before has its own day. */
export async function rotateSecret(tx: Tx, scope: Scope, id: number): Promise<EndpointObject> {
  const before = await lockEndpoint(tx, scope, id)
  const { secret, sealed } = newSecret()
  await updateRow(tx.sql, 'webhook_endpoints', id, {
    secret: sealed,
    ...withOld(before, before.secret, later(tx.now, OVERLAP), tx.now),
    updated_at: tx.now,
  })
  return serializeEndpoint(await lockEndpoint(tx, scope, id), secret)
}
