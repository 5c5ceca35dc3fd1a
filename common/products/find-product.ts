import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { equal } from '../../db/listing.ts'
import { pageOf } from '../../db/page.ts'
import type { Page } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { presentProduct, PRODUCT_COLUMNS } from './present.ts'
import type { ProductObject, ProductRow } from './present.ts'

const SELECT = `SELECT ${PRODUCT_COLUMNS} FROM products product`

/** The product `id` of this project and mode, or null. */
export async function findProduct(sql: Sql, scope: Scope, id: number): Promise<ProductObject | null> {
  const row = await sql.row<ProductRow>(
    `${SELECT} WHERE product.id = ? AND product.project_id = ? AND product.is_test = ?`,
    [id, scope.project.id, scope.isTest],
  )
  return row ? presentProduct(row) : null
}

/** As `findProduct`; where there is none, that is the answer to the request: 404. */
export async function productOf(sql: Sql, scope: Scope, id: number): Promise<ProductObject> {
  const product = await findProduct(sql, scope, id)
  if (!product) throw new Refusal({ code: 'not_found', words: { what: 'product' } })
  return product
}

export interface ProductFilter {
  page?: number
  active?: boolean
}

export function listProducts(sql: Sql, scope: Scope, filter: ProductFilter): Promise<Page<ProductObject>> {
  const conditions = equal({
    project_id: scope.project.id,
    is_test: scope.isTest,
    active: filter.active,
  })
  return pageOf(sql, { table: 'products', conditions }, filter.page ?? 1, async (ids) => {
    const rows = await sql.rows<ProductRow>(`${SELECT} WHERE product.id IN (?) ORDER BY product.id DESC`, [
      ids,
    ])
    return rows.map(presentProduct)
  })
}
