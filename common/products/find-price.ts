import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { pageOf } from '../../db/page.ts'
import { equal } from '../../db/listing.ts'
import type { Page } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { presentPrice, PRICE_COLUMNS } from './present.ts'
import type { PriceObject, PriceRow } from './present.ts'

const SELECT = `SELECT ${PRICE_COLUMNS} FROM prices price JOIN products product ON product.id = price.product_id`

/** The price `id` of this project and mode with its product, or null. */
export async function findPrice(sql: Sql, scope: Scope, id: number): Promise<PriceObject | null> {
  const row = await sql.row<PriceRow>(
    `${SELECT} WHERE price.id = ? AND price.project_id = ? AND price.is_test = ?`,
    [id, scope.project.id, scope.isTest],
  )
  return row ? presentPrice(row) : null
}

/** These prices of this project and mode by id, in one query; one that is not there is not among them. */
export async function findPrices(
  sql: Sql,
  scope: Scope,
  ids: readonly number[],
): Promise<Map<number, PriceObject>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.rows<PriceRow>(
    `${SELECT} WHERE price.id IN (?) AND price.project_id = ? AND price.is_test = ?`,
    [ids, scope.project.id, scope.isTest],
  )
  return new Map(rows.map(presentPrice).map((price) => [price.id, price]))
}

/** As `findPrice`; where there is none, that is the answer to the request: 404. */
export async function priceOf(sql: Sql, scope: Scope, id: number): Promise<PriceObject> {
  const price = await findPrice(sql, scope, id)
  if (!price) throw new Refusal({ code: 'not_found', words: { what: 'price' } })
  return price
}

export interface PriceFilter {
  page?: number
  product_id?: number
  lookup_key?: string
  active?: boolean
}

export function listPrices(sql: Sql, scope: Scope, filter: PriceFilter): Promise<Page<PriceObject>> {
  const conditions = equal({
    project_id: scope.project.id,
    is_test: scope.isTest,
    product_id: filter.product_id,
    lookup_key: filter.lookup_key,
    active: filter.active,
  })
  return pageOf(sql, { table: 'prices', conditions }, filter.page ?? 1, async (ids) => {
    const rows = await sql.rows<PriceRow>(`${SELECT} WHERE price.id IN (?) ORDER BY price.id DESC`, [ids])
    return rows.map(presentPrice)
  })
}
