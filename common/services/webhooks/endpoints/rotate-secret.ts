import { rowOf } from '../../../../db/model.ts'
import type { ModelTx } from '../../../../db/transaction.ts'
import type { EndpointObject } from '../../../domain/webhooks/endpoints/object.ts'
import { camelCased } from '../../../kit/camel-case.ts'
import { DAY, later } from '../../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'
import { lockEndpoint } from './find.ts'
import { withOld } from './old-secrets.ts'
import { serializeEndpoint } from './rows.ts'
import { newSecret } from './secret.ts'

/** Time for which the previous secret still signs, so that the receiver can switch to the new one. */
const OVERLAP = DAY

/** Replaces an endpoint's secret and returns the new one in full. The old one still signs for a day. */
export async function rotateSecret(tx: ModelTx, scope: Scope, id: number): Promise<EndpointObject> {
  const endpoint = await lockEndpoint(tx, scope, id)
  const { now, sql, transaction } = tx
  const { secret, sealed } = newSecret()
  const old = withOld(rowOf(endpoint), endpoint.secret, later(now, OVERLAP), now)
  await endpoint.update({ secret: sealed, ...camelCased(old), updatedAt: now }, { transaction })
  sql.noteFields('webhook_endpoints', id, [{ field: 'secret' }])
  return serializeEndpoint(rowOf(endpoint), secret)
}
