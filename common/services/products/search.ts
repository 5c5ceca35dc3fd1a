import {
  type Fields,
  findIdsByPrefix,
  LAST_CHARACTER,
  MOST_READ,
  weightOf,
} from '../../../db/find-by-prefix.ts'
import { equal, where } from '../../../db/listing.ts'
import { onConnection, type Sql } from '../../../db/sql.ts'
import type { ProductObject } from '../../domain/products/object.ts'
import { type Found, MOST_FOUND, type SearchText, type SearchWord } from '../../kit/wanted.ts'
import type { Scope } from '../projects/project.ts'
import { findProducts } from './find.ts'

/** Returns where a word of a product's name is looked for. */
export function productNames({ text }: SearchWord): Fields {
  return {
    prefixes: [['name', text]],
    later: [
      ['name_from_word_2', text],
      ['name_from_word_3', text],
    ],
  }
}

/** Finds the ids of products that are not archived, by the beginning of their name, at most `MOST_FOUND`. `sold`: a further condition on `product`. */
export function findActiveProductIds(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
  { others, sold = '' }: { others?: (word: SearchWord) => Fields['others']; sold?: string } = {},
): Promise<Found<number>> {
  const conditions = equal({ project_id: scope.project.id, is_test: scope.isTest })
  const keep = `EXISTS (SELECT 1 FROM products product WHERE product.id = some.id AND product.active = TRUE${sold})`
  return findIdsByPrefix(
    sql,
    { table: 'products', conditions, keep },
    wanted,
    (word) => ({ ...productNames(word), others: others?.(word) ?? [] }),
    MOST_FOUND,
  )
}

/** Finds products that are not archived, by the beginning of their name or of the lookup key of a price. */
export async function searchActiveProducts(scope: Scope, wanted: SearchText): Promise<Found<ProductObject>> {
  if (weightOf(wanted.text) === 0) return { items: [], isCut: false }
  const byKey = ({ text: key }: SearchWord): NonNullable<Fields['others']> => {
    const { text, values } = where([
      ...equal({ project_id: scope.project.id, is_test: scope.isTest }),
      ['lookup_key >= ? AND lookup_key < ?', key, `${key}${LAST_CHARACTER}`],
    ])
    return [
      {
        text: `SELECT product_id AS id FROM prices FORCE INDEX (prices_lookup_key) WHERE ${text}
          ORDER BY lookup_key LIMIT ${MOST_READ}`,
        values,
      },
    ]
  }
  const { items: ids, isCut } = await onConnection((sql) =>
    findActiveProductIds(sql, scope, wanted, { others: byKey }),
  )
  return { items: await findProducts(scope, ids), isCut }
}
