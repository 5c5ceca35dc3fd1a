import { equal } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import type { ProductObject } from './object.ts'
import { PRODUCT_SELECT, type ProductRow, serializeProduct } from './rows.ts'

export interface ProductFilter extends ListQuery {
  active?: boolean
}

export function listProducts(sql: Sql, scope: Scope, filter: ProductFilter): Promise<Page<ProductObject>> {
  const conditions = equal({
    project_id: scope.project.id,
    is_test: scope.isTest,
    active: filter.active,
  })
  return pageOf(sql, { table: 'products', conditions, risesWithTime: inStep(scope) }, filter, async (ids) => {
    const rows = await sql.rows<ProductRow>(`${PRODUCT_SELECT} WHERE product.id IN (?)`, [ids])
    return rows.map(serializeProduct)
  })
}
