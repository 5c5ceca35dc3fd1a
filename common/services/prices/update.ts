import { update } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { PriceChanges } from '../../domain/prices/input.ts'
import { type PriceObject, priceProperties } from '../../domain/prices/object.ts'
import { changedColumns } from '../../kit/field.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { getPrice } from './find.ts'
import { freeKey, keyOwner, keyTaken, lockCatalogue, requestedKey } from './lookup-key.ts'

/** Archives or restores a price, or changes its name or key. Amount, interval and product never change. */
export async function updatePrice(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<PriceChanges>,
): Promise<PriceObject> {
  const wish = requestedKey(draft.partial())
  if (wish) await lockCatalogue(tx, scope, wish)
  const before = await lockPrice(tx, scope, id)
  const holder = await keyOwner(tx, scope, wish, draft.problems, id)
  const changes = { ...changedColumns(priceProperties, draft.valid()), updated_at: tx.now }
  await freeKey(tx, holder)
  await update(tx.sql, 'prices', id, changes, { failed: (error) => keyTaken(wish, error) })
  const after = await getPrice(tx.sql, scope, id)
  tx.sql.noteFields('prices', id, fieldChanges(before, after))
  return after
}

/** Returns a price of this project and mode with its product, or throws 404. The price alone is locked until the transaction ends. */
async function lockPrice(tx: Tx, scope: Scope, id: number): Promise<PriceObject> {
  await tx.sql.row('SELECT id FROM prices WHERE id = ? AND project_id = ? AND is_test = ? FOR UPDATE', [
    id,
    scope.project.id,
    scope.isTest,
  ])
  return getPrice(tx.sql, scope, id)
}
