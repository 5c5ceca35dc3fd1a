import type { EventType } from '../events/rules/types.ts'
import type { Scope } from '../projects/project.ts'
import { insertRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { refuseTooMany } from './endpoint-limit.ts'
import { lockEndpoint } from './find-endpoint.ts'
import { presentEndpoint } from './present-endpoint.ts'
import type { EndpointObject } from './present-endpoint.ts'
import { newSecret } from './secret.ts'

/** A valid body of `POST /webhook-endpoints`. */
export interface EndpointInput {
  url: string
  description?: string
  events?: EventType[]
  active?: boolean
}

/** Opens an endpoint; the answer is one of two that show its signing secret. */
export async function createEndpoint(tx: Tx, scope: Scope, input: EndpointInput): Promise<EndpointObject> {
  await refuseTooMany(tx, scope)
  const { secret, sealed } = newSecret()
  const id = await insertRow(tx.sql, 'webhook_endpoints', {
    project_id: scope.project.id,
    is_test: scope.isTest,
    url: input.url,
    description: input.description ?? null,
    events: filterOf(input.events ?? null),
    active: input.active ?? true,
    secret: sealed,
    created_at: tx.now,
    updated_at: tx.now,
  })
  return presentEndpoint(await lockEndpoint(tx, scope, id), secret)
}

/** How a filter is kept: null is every type, those to come too. */
export function filterOf(events: readonly EventType[] | null): string | null {
  return events && JSON.stringify(Array.from(new Set(events)))
}
