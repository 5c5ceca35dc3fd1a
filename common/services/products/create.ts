import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { type ProductInput, type ProductObject, productProperties } from '../../domain/products/object.ts'
import { createdAttributes } from '../../kit/field.ts'
import { askForPicture } from '../images/ask-for-picture.ts'
import type { Scope } from '../projects/project.ts'
import { Product } from './products-table.ts'
import { serializeProduct } from './rows.ts'

/** Creates a product. It can be sold once it has a price. */
export async function createProduct(tx: ModelTx, scope: Scope, input: ProductInput): Promise<ProductObject> {
  const owner = { projectId: scope.project.id, isTest: scope.isTest }
  const times = { createdAt: tx.now, updatedAt: tx.now }
  const values = { ...owner, ...createdAttributes(productProperties, input), ...times }
  const product = await Product.create(values, { transaction: tx.transaction })
  if (input.image_url !== undefined)
    await askForPicture(tx, { subject: 'product', id: product.id }, owner, input.image_url)
  return serializeProduct(rowOf(product))
}
