import type { Tx } from '../../../db/transaction.ts'
import type { ProductObject } from '../../domain/products/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { PRODUCT_SELECT, type ProductRow, serializeProduct } from './rows.ts'

/** Returns a product of this project and mode, locked until the transaction ends, or throws 404. */
export async function lockProduct(tx: Tx, scope: Scope, id: number): Promise<ProductObject> {
  const row = await tx.sql.row<ProductRow>(
    `${PRODUCT_SELECT} WHERE product.id = ? AND product.project_id = ? AND product.is_test = ? FOR UPDATE`,
    [id, scope.project.id, scope.isTest],
  )
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'product' } })
  return serializeProduct(row)
}
