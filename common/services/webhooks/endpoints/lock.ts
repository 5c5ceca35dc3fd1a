import type { Tx } from '../../../../db/transaction.ts'
import type { Scope } from '../../projects/project.ts'
import { findOwnEndpoint, noEndpoint } from './find.ts'
import type { WebhookEndpoint } from './webhook-endpoints-table.ts'

/** Locks an endpoint of this project and mode until the transaction ends, or throws 404. */
export async function lockEndpoint(tx: Tx, scope: Scope, id: number): Promise<WebhookEndpoint> {
  return (await findOwnEndpoint(tx.sql, scope, id, { lock: true })) ?? noEndpoint()
}
