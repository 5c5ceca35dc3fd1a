import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import { ofColumns, ofRow } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { PRICE_SELECT, type PriceRow, serializePrice } from './rows.ts'

export interface PriceFilter extends ListQuery {
  product_id?: number
  lookup_key?: string
  active?: boolean
}

const INDEXES: readonly ListIndex[] = [
  { name: 'prices_list', of: [] },
  { name: 'prices_lookup_key', of: ['lookup_key'], isUnique: true },
  { name: 'prices_product', of: ['product_id'], isOfRow: true },
  { name: 'prices_active', of: ['active'] },
]

export function listPrices(sql: Sql, scope: Scope, filter: PriceFilter): Promise<Page<PriceObject>> {
  const { product_id, lookup_key, active } = filter
  const filters = {
    ...ofColumns({ lookup_key, active }),
    product_id:
      product_id === undefined ? undefined : ofRow('product_id', 'products', scope, { id: product_id }),
  }
  const list = { table: 'prices', scope, filters, indexes: INDEXES, byTime: 'prices_by_created_at' }
  return listPage(sql, list, filter, async (ids) => {
    const rows = await sql.rows<PriceRow>(`${PRICE_SELECT} WHERE price.id IN (?)`, [ids])
    return rows.map(serializePrice)
  })
}
