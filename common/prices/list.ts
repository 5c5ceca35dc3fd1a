import { equal } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import type { PriceObject } from './object.ts'
import { PRICE_SELECT, type PriceRow, serializePrice } from './rows.ts'

export interface PriceFilter extends ListQuery {
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
  return pageOf(sql, { table: 'prices', conditions, risesWithTime: inStep(scope) }, filter, async (ids) => {
    const rows = await sql.rows<PriceRow>(`${PRICE_SELECT} WHERE price.id IN (?)`, [ids])
    return rows.map(serializePrice)
  })
}
