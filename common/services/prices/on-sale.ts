import { findIdsByPrefix, weightOf } from '../../../db/find-by-prefix.ts'
import { type Condition, equal, where } from '../../../db/listing.ts'
import type { Sql } from '../../../db/sql.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import { type Found, MOST_FOUND, type SearchText } from '../../kit/wanted.ts'
import { findActiveProductIds } from '../products/search.ts'
import type { Scope } from '../projects/project.ts'
import { findPrices } from './find.ts'

/** The prices to choose from: all prices, or only the recurring ones. */
export interface PriceKind {
  type?: 'recurring' | undefined
}

/** Number of prices that are read to find the newest that are on sale. */
const MOST_READ = 200

/** Finds the newest prices on sale: neither they nor their products are archived. `isCut`: there are, or may be, others. */
export async function findNewestOnSale(
  sql: Sql,
  scope: Scope,
  { type }: PriceKind,
): Promise<Found<PriceObject>> {
  const { text, values } = where([...scopeOf(scope), ['active = TRUE'], ...equal({ type })])
  const index = type === undefined ? 'prices_active' : 'prices_type'
  const rows = await sql.rows<{ id: number; is_sold: number }>(
    `SELECT some.id, product.active AS is_sold
     FROM (SELECT id, product_id FROM prices FORCE INDEX (${index}) WHERE ${text} ORDER BY id DESC LIMIT ${MOST_READ}) some
     STRAIGHT_JOIN products product ON product.id = some.product_id ORDER BY some.id DESC`,
    values,
  )
  const ids = rows.filter((row) => row.is_sold).map(({ id }) => id)
  return {
    items: await pricesOf(sql, scope, ids.slice(0, MOST_FOUND)),
    isCut: ids.length > MOST_FOUND || rows.length >= MOST_READ,
  }
}

/** Number of prices of one product that are searched, the newest first. */
const MOST_OF_PRODUCT = 50

/**
 * Finds prices on sale by the beginning of their lookup key, then by the beginning of the name of their product. Without a
 * match, each word must begin a word of the names of product and price.
 */
export async function searchOnSale(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
  kind: PriceKind,
): Promise<Found<PriceObject>> {
  if (weightOf(wanted.text) === 0) return { items: [], isCut: false }
  const whole = { ...wanted, words: [] }
  const byKey = await findIdsByPrefix(
    sql,
    { table: 'prices', conditions: scopeOf(scope), keep: isOnSale(kind) },
    whole,
    // Most keys are in lower case, and phones capitalize the first letter. The column is case-sensitive.
    ({ text }) => ({
      prefixes: Array.from(new Set([text, text.toLowerCase()]), (key) => ['lookup_key', key] as const),
    }),
    MOST_FOUND,
  )
  const products = await findActiveProductIds(sql, scope, wanted, { sold: hasPrice(kind) })
  const byName = await idsOfProducts(sql, scope, products.items, kind)
  const ids = Array.from(new Set([...byKey.items, ...byName]))
  const isCut = ids.length > MOST_FOUND || byKey.isCut || products.isCut
  if (ids.length > 0) return { items: await pricesOf(sql, scope, ids.slice(0, MOST_FOUND)), isCut }
  if (wanted.words.length === 0) return { items: [], isCut }
  const byWords = await searchByWords(sql, scope, wanted, kind)
  return { ...byWords, isCut: byWords.isCut || isCut }
}

/** Finds prices by the beginning of the product's name, and by words of the price's own name. */
async function searchByWords(
  sql: Sql,
  scope: Scope,
  { words: [first, ...others] }: SearchText,
  kind: PriceKind,
): Promise<Found<PriceObject>> {
  const products = await findActiveProductIds(sql, scope, { ...first!, words: [] }, { sold: hasPrice(kind) })
  const prices = await pricesOf(sql, scope, await idsOfProducts(sql, scope, products.items, kind))
  const items = prices.filter(({ product, name }) => {
    const words = `${product.name} ${name ?? ''}`.toLowerCase().split(/\s+/)
    return others.every(({ text }) => words.some((word) => word.startsWith(text.toLowerCase())))
  })
  const isCut = products.isCut || isAnyCut(prices) || items.length > MOST_FOUND
  return { items: items.slice(0, MOST_FOUND), isCut }
}

/** Returns whether a product may have more prices than were read. */
function isAnyCut(prices: readonly PriceObject[]): boolean {
  const counts = new Map<number, number>()
  for (const { product } of prices) counts.set(product.id, (counts.get(product.id) ?? 0) + 1)
  return Math.max(0, ...counts.values()) >= MOST_OF_PRODUCT
}

/** Returns the ids of the products' prices on sale, product by product. */
async function idsOfProducts(
  sql: Sql,
  scope: Scope,
  productIds: readonly number[],
  { type }: PriceKind,
): Promise<number[]> {
  if (productIds.length === 0) return []
  const branches = productIds.map((product_id) => {
    const { text, values } = where([...scopeOf(scope), ['active = TRUE'], ...equal({ product_id, type })])
    return {
      text: `(SELECT id, product_id FROM prices FORCE INDEX (prices_product) WHERE ${text} ORDER BY id DESC LIMIT ${MOST_OF_PRODUCT})`,
      values,
    }
  })
  const rows = await sql.rows<{ id: number; product_id: number }>(
    branches.map(({ text }) => text).join(' UNION ALL '),
    branches.flatMap(({ values }) => values),
  )
  const places = new Map(productIds.map((id, place) => [id, place]))
  return rows
    .sort((one, other) => places.get(one.product_id)! - places.get(other.product_id)! || other.id - one.id)
    .map(({ id }) => id)
}

/** Returns the condition that a price `some.id` is on sale. Its own table is read by the id, which an index of the project gave. */
function isOnSale({ type }: PriceKind): string {
  return `EXISTS (SELECT 1 FROM prices price JOIN products product ON product.id = price.product_id
    WHERE price.id = some.id AND price.active = TRUE AND product.active = TRUE${type === undefined ? '' : ` AND price.type = '${type}'`})`
}

/** Returns the further condition that a `product` has a price of the kind. */
function hasPrice({ type }: PriceKind): string {
  return ` AND EXISTS (SELECT 1 FROM prices price WHERE price.product_id = product.id
    AND price.active = TRUE${type === undefined ? '' : ` AND price.type = '${type}'`})`
}

async function pricesOf(sql: Sql, scope: Scope, ids: readonly number[]): Promise<PriceObject[]> {
  const found = await findPrices(sql, scope, ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}

function scopeOf({ project, isTest }: Scope): Condition[] {
  return equal({ project_id: project.id, is_test: isTest })
}
