import type { Tx } from '../../../../db/transaction.ts'
import type { Scope } from '../../projects/project.ts'
import { getEndpointRow } from './find.ts'
import type { EndpointRow } from './rows.ts'

/** Locks an endpoint of this project and mode until the transaction ends, or throws 404. */
export function lockEndpoint(tx: Tx, scope: Scope, id: number): Promise<EndpointRow> {
  return getEndpointRow(tx.sql, scope, id, 'FOR UPDATE')
}
