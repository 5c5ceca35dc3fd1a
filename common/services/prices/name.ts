import type { Sql } from '../../../db/sql.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { findSellablePrices, type RecurringPrice } from './find-sellable.ts'

/** A price named by its key or its id; the id wins if both are given. */
export interface PriceName {
  price?: string | null
  price_id?: number | null
}

/**
 * Returns the recurring price that a request names, archived or not. Adds what is wrong to the draft's
 * problems, under the path of the name that was used.
 */
export async function namedPrice(
  sql: Sql,
  scope: Scope,
  draft: Submission<PriceName>,
): Promise<{ price: RecurringPrice | null; path: 'price' | 'price_id' }> {
  const { price: key, price_id: id } = draft.partial()
  const path = id == null ? 'price' : 'price_id'
  const known = await findSellablePrices(
    sql,
    scope,
    id == null && key != null ? [key] : [],
    id == null ? [] : [id],
  )
  const price = id != null ? known.byId.get(id) : key != null ? known.byKey.get(key) : undefined
  if (!price && id != null) draft.problems.add('price_not_found', path, { id })
  else if (!price && key != null) draft.problems.add('lookup_key_not_found', path, { key })
  if (price && !price.interval) draft.problems.add('price_not_recurring', path, { id: price.id })
  return { price: price?.interval ? { ...price, interval: price.interval } : null, path }
}
