import { rowOf } from '../../../../db/model.ts'
import type { ModelTx } from '../../../../db/transaction.ts'
import type { EndpointInput } from '../../../domain/webhooks/endpoints/input.ts'
import type { EndpointObject } from '../../../domain/webhooks/endpoints/object.ts'
import { camelCased } from '../../../kit/camel-case.ts'
import type { Scope } from '../../projects/project.ts'
import { refuseTooMany } from './limit.ts'
import { filterOf, serializeEndpoint } from './rows.ts'
import { newSecret } from './secret.ts'
import { WebhookEndpoint } from './webhook-endpoints-table.ts'

/** Creates an endpoint. Only this and `rotateSecret` return the signing secret in full. */
export async function createEndpoint(
  tx: ModelTx,
  scope: Scope,
  { events, ...input }: EndpointInput,
): Promise<EndpointObject> {
  await refuseTooMany(tx, scope)
  const { secret, sealed } = newSecret()
  const own = {
    projectId: scope.project.id,
    isTest: scope.isTest,
    events: filterOf(events ?? null),
    secret: sealed,
  }
  const times = { createdAt: tx.now, updatedAt: tx.now }
  const { transaction } = tx
  const endpoint = await WebhookEndpoint.create({ ...camelCased(input), ...own, ...times }, { transaction })
  return serializeEndpoint(rowOf(endpoint), secret)
}
