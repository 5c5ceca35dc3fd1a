import { listed } from '../../../db/columns.ts'
import type { Sql } from '../../../db/sql.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { PRICE_COLUMNS, PRICE_SELECT, type PriceRow, serializePrice } from './rows.ts'

/** Finds a price of this project and mode by id, with its product; returns null if not found. */
export async function findPrice(sql: Sql, scope: Scope, id: number): Promise<PriceObject | null> {
  const row = await findRow(sql, scope, id)
  return row ? serializePrice(row) : null
}

/** Finds prices of this project and mode by id, in one query. Unknown ids are left out. */
export async function findPrices(
  sql: Sql,
  scope: Scope,
  ids: readonly number[],
): Promise<Map<number, PriceObject>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.rows<PriceRow>(
    `${PRICE_SELECT} WHERE price.id IN (?) AND price.project_id = ? AND price.is_test = ?`,
    [ids, scope.project.id, scope.isTest],
  )
  return new Map(rows.map(serializePrice).map((price) => [price.id, price]))
}

/**
 * Finds the newest price on sale of each of these products, in one query, by the id of the product. Products without one
 * are left out. `hasOthers`: other prices of it are on sale too. Does not check project and mode: the caller must.
 */
export async function findNewestPrices(
  sql: Sql,
  productIds: readonly number[],
): Promise<Map<number, { price: PriceObject; hasOthers: boolean }>> {
  if (productIds.length === 0) return new Map()
  const newest = `SELECT id FROM prices FORCE INDEX (prices_product)
    WHERE product_id = product.id AND active = TRUE ORDER BY id DESC LIMIT 1`
  const another = `SELECT 1 FROM prices other FORCE INDEX (prices_product)
    WHERE other.product_id = product.id AND other.active = TRUE AND other.id < price.id`
  const rows = await sql.rows<PriceRow & { has_others: 0 | 1 }>(
    `SELECT ${listed(PRICE_COLUMNS)}, EXISTS (${another}) AS has_others
     FROM products product JOIN prices price ON price.id = (${newest}) WHERE product.id IN (?)`,
    [productIds],
  )
  return new Map(
    rows.map((row) => [row.product_id, { price: serializePrice(row), hasOthers: Boolean(row.has_others) }]),
  )
}

/** Returns the price like `findPrice`, or throws 404. */
export async function getPrice(sql: Sql, scope: Scope, id: number): Promise<PriceObject> {
  return serializePrice(await getPriceRow(sql, scope, id))
}

/** Returns the price's row, or throws 404. */
export async function getPriceRow(sql: Sql, scope: Scope, id: number): Promise<PriceRow> {
  const row = await findRow(sql, scope, id)
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'price' } })
  return row
}

function findRow(sql: Sql, scope: Scope, id: number): Promise<PriceRow | undefined> {
  return sql.row<PriceRow>(
    `${PRICE_SELECT} WHERE price.id = ? AND price.project_id = ? AND price.is_test = ?`,
    [id, scope.project.id, scope.isTest],
  )
}
