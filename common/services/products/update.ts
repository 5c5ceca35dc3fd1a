import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { type ProductChanges, type ProductObject, productProperties } from '../../domain/products/object.ts'
import { changedAttributes } from '../../kit/field.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import type { Submission } from '../../kit/submission.ts'
import { askForPicture } from '../images/ask-for-picture.ts'
import type { Scope } from '../projects/project.ts'
import { lockProduct } from './find.ts'
import { serializeProduct } from './rows.ts'

/** Updates the given fields. Existing checkouts keep the product's old name. */
export async function updateProduct(
  tx: ModelTx,
  scope: Scope,
  id: number,
  draft: Submission<ProductChanges>,
): Promise<ProductObject> {
  const product = await lockProduct(tx, scope, id)
  const before = serializeProduct(rowOf(product))
  const changes = draft.valid()
  const values = { ...changedAttributes(productProperties, changes), updatedAt: tx.now }
  await product.update(values, { transaction: tx.transaction })
  if (changes.image_url !== undefined)
    await askForPicture(tx, { subject: 'product', id }, product, changes.image_url)
  const after = serializeProduct(rowOf(product))
  tx.sql.noteFields('products', id, fieldChanges(before, after))
  return after
}
