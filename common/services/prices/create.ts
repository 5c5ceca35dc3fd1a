import type { ModelTx } from '../../../db/transaction.ts'
import type { PriceInput } from '../../domain/prices/input.ts'
import { type PriceObject, priceProperties } from '../../domain/prices/object.ts'
import { recurringOf } from '../../domain/prices/recurring.ts'
import { createdAttributes } from '../../kit/field.ts'
import type { Submission } from '../../kit/submission.ts'
import { createProduct } from '../products/create.ts'
import { Product } from '../products/products-table.ts'
import type { Scope } from '../projects/project.ts'
import { getPrice } from './find.ts'
import { freeKey, keyOwner, keyTaken, lockCatalogue, requestedKey } from './lookup-key.ts'
import { Price } from './prices-table.ts'

/** Creates a price for a product. Creates the product too if `product_data` is given. */
export async function createPrice(
  tx: ModelTx,
  scope: Scope,
  draft: Submission<PriceInput>,
): Promise<PriceObject> {
  const { problems } = draft
  const parts = draft.partial()
  const wish = requestedKey(parts)
  await lockCatalogue(tx, scope, wish)
  await checkProduct(tx, scope, draft)
  const recurring = recurringOf(parts, problems)
  const holder = await keyOwner(tx, scope, wish, problems)
  const input = draft.valid()

  const productId = input.product_id ?? (await createProduct(tx, scope, input.product_data!)).id
  await freeKey(tx, holder)
  const values = {
    projectId: scope.project.id,
    isTest: scope.isTest,
    productId,
    type: recurring.type,
    ...createdAttributes(priceProperties, input),
    recurringInterval: recurring.interval,
    recurringIntervalCount: recurring.count,
    createdAt: tx.now,
    updatedAt: tx.now,
  }
  const { id } = await Price.create(values, { transaction: tx.transaction }).catch((error: unknown) => {
    throw keyTaken(wish, error as Error)
  })
  return getPrice(tx.sql, scope, id)
}

async function checkProduct(
  { transaction }: ModelTx,
  scope: Scope,
  draft: Submission<PriceInput>,
): Promise<void> {
  const { product_id: id } = draft.partial()
  if (id === undefined) return
  const where = { id, projectId: scope.project.id, isTest: scope.isTest }
  if (await Product.findOne({ where, transaction })) return
  draft.problems.add('product_not_found', 'product_id', { id })
}
