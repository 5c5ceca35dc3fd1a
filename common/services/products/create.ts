import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ProductInput } from '../../domain/products/input.ts'
import { productProperties } from '../../domain/products/object.ts'
import { createdColumns } from '../../kit/field.ts'
import { askForPicture } from '../images/ask-for-picture.ts'
import type { Scope } from '../projects/project.ts'

/** Creates a product and returns its id. It can be sold once it has a price. */
export async function createProduct(tx: Tx, scope: Scope, input: ProductInput): Promise<number> {
  const id = await insert(tx.sql, 'products', {
    project_id: scope.project.id,
    is_test: scope.isTest,
    ...createdColumns(productProperties, input),
    created_at: tx.now,
    updated_at: tx.now,
  })
  const owner = { projectId: scope.project.id, isTest: scope.isTest }
  if (input.image_url !== undefined)
    await askForPicture(tx, { subject: 'product', id }, owner, input.image_url)
  return id
}
