import type { Tx } from '../../../db/transaction.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import type { Scope } from '../projects/project.ts'
import { getPrice } from './find.ts'

/** Returns a price of this project and mode with its product, or throws 404. The price alone is locked until the transaction ends. */
export async function lockPrice(tx: Tx, scope: Scope, id: number): Promise<PriceObject> {
  await tx.sql.row('SELECT id FROM prices WHERE id = ? AND project_id = ? AND is_test = ? FOR UPDATE', [
    id,
    scope.project.id,
    scope.isTest,
  ])
  return getPrice(tx.sql, scope, id)
}
