import type { Draft } from '../kit/draft.ts'
import type { Scope } from '../projects/project.ts'
import { insertRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { createProduct } from './create-product.ts'
import { priceOf } from './find-price.ts'
import { findProduct } from './find-product.ts'
import type { PriceInput } from './input.ts'
import { keyHolder, keyWish, lockCatalogue, writeWithKey } from './lookup-key.ts'
import type { PriceObject } from './present.ts'
import { recurringOf } from './rules/recurring.ts'

/** Puts a price on a product, which is made on the way where `product_data` describes it. */
export async function createPrice(tx: Tx, scope: Scope, draft: Draft<PriceInput>): Promise<PriceObject> {
  const { problems } = draft
  const parts = draft.parts()
  const wish = keyWish(parts)
  await lockCatalogue(tx, scope, wish)
  await checkProduct(tx, scope, draft)
  const recurring = recurringOf(parts, problems)
  const holder = await keyHolder(tx, scope, wish, problems)
  const input = draft.whole()

  const productId = input.product_id ?? (await createProduct(tx, scope, input.product_data!))
  const id = await writeWithKey(tx, wish, holder, () =>
    insertRow(tx.sql, 'prices', {
      project_id: scope.project.id,
      is_test: scope.isTest,
      product_id: productId,
      type: recurring.type,
      unit_amount: input.unit_amount,
      recurring_interval: recurring.interval,
      recurring_interval_count: recurring.count,
      lookup_key: input.lookup_key ?? null,
      active: input.active ?? true,
      metadata: input.metadata ? JSON.stringify(input.metadata) : null,
      created_at: tx.now,
      updated_at: tx.now,
    }),
  )
  return priceOf(tx.sql, scope, id)
}

async function checkProduct(tx: Tx, scope: Scope, draft: Draft<PriceInput>): Promise<void> {
  const { product_id: id } = draft.parts()
  if (id === undefined || (await findProduct(tx.sql, scope, id))) return
  draft.problems.add('product_not_found', 'product_id', { id })
}
