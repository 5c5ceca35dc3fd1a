import type { Row } from '../../../db/define-table.ts'
import { findByPrefix } from '../../../db/find-by-prefix.ts'
import { equal } from '../../../db/listing.ts'
import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { ProductObject } from '../../domain/products/object.ts'
import { type Found, MOST_FOUND, type SearchText } from '../../kit/wanted.ts'
import { ofColumns } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import type { productsTable } from './products-table.ts'
import { serializeProduct } from './rows.ts'
import { productNames } from './search.ts'

export interface ProductFilter extends ListQuery {
  active?: boolean
}

const INDEXES: readonly ListIndex[] = [
  { name: 'products_list', of: [] },
  { name: 'products_active', of: ['active'] },
]

export function listProducts(sql: Sql, scope: Scope, filter: ProductFilter): Promise<Page<ProductObject>> {
  const filters = ofColumns({ active: filter.active })
  const list = { table: 'products', scope, filters, indexes: INDEXES, byTime: 'products_by_created_at' }
  return listPage(sql, list, filter, (ids) => findByIds(sql, ids))
}

/** Finds products by the beginning of their name. */
export function searchProducts(sql: Sql, scope: Scope, wanted: SearchText): Promise<Found<ProductObject>> {
  const conditions = equal({ project_id: scope.project.id, is_test: scope.isTest })
  return findByPrefix(sql, { table: 'products', conditions }, wanted, productNames, MOST_FOUND, (ids) =>
    findByIds(sql, ids),
  )
}

async function findByIds(sql: Sql, ids: readonly number[]): Promise<ProductObject[]> {
  const rows = await sql.rows<Row<typeof productsTable>>('SELECT * FROM products WHERE id IN (?)', [ids])
  return rows.map(serializeProduct)
}
