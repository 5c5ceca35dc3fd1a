import { insert } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import type { EndpointInput } from '../../../domain/webhooks/endpoints/input.ts'
import { type EndpointObject, endpointProperties } from '../../../domain/webhooks/endpoints/object.ts'
import { createdColumns } from '../../../kit/field.ts'
import type { Scope } from '../../projects/project.ts'
import { refuseTooMany } from './limit.ts'
import { lockEndpoint } from './lock.ts'
import { filterOf, serializeEndpoint } from './rows.ts'
import { newSecret } from './secret.ts'

/** Creates an endpoint. Only this and `rotateSecret` return the signing secret in full. */
export async function createEndpoint(tx: Tx, scope: Scope, input: EndpointInput): Promise<EndpointObject> {
  await refuseTooMany(tx, scope)
  const { secret, sealed } = newSecret()
  const id = await insert(tx.sql, 'webhook_endpoints', {
    project_id: scope.project.id,
    is_test: scope.isTest,
    ...createdColumns(endpointProperties, input),
    events: filterOf(input.events ?? null),
    secret: sealed,
    created_at: tx.now,
    updated_at: tx.now,
  })
  return serializeEndpoint(await lockEndpoint(tx, scope, id), secret)
}
