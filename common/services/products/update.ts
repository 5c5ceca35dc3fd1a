import { update } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ProductChanges } from '../../domain/products/input.ts'
import { type ProductObject, productProperties } from '../../domain/products/object.ts'
import { changedColumns } from '../../kit/field.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { askForPicture } from '../images/ask-for-picture.ts'
import type { Scope } from '../projects/project.ts'
import { getProduct } from './find.ts'
import { PRODUCT_SELECT, type ProductRow, serializeProduct } from './rows.ts'

/** Updates the given fields. Existing checkouts keep the product's old name. */
export async function updateProduct(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<ProductChanges>,
): Promise<ProductObject> {
  const before = await lockProduct(tx, scope, id)
  const changes = draft.valid()
  const columns = changedColumns(productProperties, changes)
  await update(tx.sql, 'products', id, { ...columns, updated_at: tx.now })
  const owner = { projectId: scope.project.id, isTest: scope.isTest }
  if (changes.image_url !== undefined)
    await askForPicture(tx, { subject: 'product', id }, owner, changes.image_url)
  const after = await getProduct(tx.sql, scope, id)
  tx.sql.noteFields('products', id, fieldChanges(before, after))
  return after
}

/** Returns a product of this project and mode, locked until the transaction ends, or throws 404. */
export async function lockProduct(tx: Tx, scope: Scope, id: number): Promise<ProductObject> {
  const row = await tx.sql.row<ProductRow>(
    `${PRODUCT_SELECT} WHERE product.id = ? AND product.project_id = ? AND product.is_test = ? FOR UPDATE`,
    [id, scope.project.id, scope.isTest],
  )
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'product' } })
  return serializeProduct(row)
}
