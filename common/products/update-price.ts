import type { Draft } from '../kit/draft.ts'
import type { Scope } from '../projects/project.ts'
import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { priceOf } from './find-price.ts'
import type { PriceChanges } from './input.ts'
import { keyHolder, keyWish, lockCatalogue, writeWithKey } from './lookup-key.ts'
import type { PriceObject } from './present.ts'

/** Archives or revives a price, or gives it another key. Amount, interval and product never change. */
export async function updatePrice(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Draft<PriceChanges>,
): Promise<PriceObject> {
  const wish = keyWish(draft.parts())
  if (wish) await lockCatalogue(tx, scope, wish)
  await priceOf(tx.sql, scope, id)
  const holder = await keyHolder(tx, scope, wish, draft.problems, id)
  const { lookup_key, active, metadata } = draft.whole()
  await writeWithKey(tx, wish, holder, () =>
    updateRow(tx.sql, 'prices', id, {
      lookup_key,
      active,
      metadata: metadata ? JSON.stringify(metadata) : metadata,
      updated_at: tx.now,
    }),
  )
  return priceOf(tx.sql, scope, id)
}
