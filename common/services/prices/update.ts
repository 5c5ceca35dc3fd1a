import type { ModelTx } from '../../../db/transaction.ts'
import type { PriceChanges } from '../../domain/prices/input.ts'
import { type PriceObject, priceProperties } from '../../domain/prices/object.ts'
import { changedAttributes } from '../../kit/field.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { getPrice } from './find.ts'
import { freeKey, keyOwner, keyTaken, lockCatalogue, requestedKey } from './lookup-key.ts'
import { Price } from './prices-table.ts'

/** Archives or restores a price, or changes its name or key. Amount, interval and product never change. */
export async function updatePrice(
  tx: ModelTx,
  scope: Scope,
  id: number,
  draft: Submission<PriceChanges>,
): Promise<PriceObject> {
  const wish = requestedKey(draft.partial())
  if (wish) await lockCatalogue(tx, scope, wish)
  const { project, isTest } = scope
  const { transaction } = tx
  // Its product is not locked.
  const price = await Price.findOne({ where: { id, projectId: project.id, isTest }, lock: true, transaction })
  const before = await getPrice(tx.sql, scope, id)
  const holder = await keyOwner(tx, scope, wish, draft.problems, id)
  const changes = { ...changedAttributes(priceProperties, draft.valid()), updatedAt: tx.now }
  await freeKey(tx, holder)
  await price!.update(changes, { transaction }).catch((error: unknown) => {
    throw keyTaken(wish, error as Error)
  })
  const after = await getPrice(tx.sql, scope, id)
  tx.sql.noteFields('prices', id, fieldChanges(before, after))
  return after
}
