import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { RefundObject } from '../../domain/refunds/object.ts'
import { ofRow } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { REFUND_SELECT, type RefundRow, serializeRefund } from './rows.ts'

export interface RefundFilter extends ListQuery {
  payment_id?: number
}

const INDEXES: readonly ListIndex[] = [
  { name: 'refunds_list', of: [] },
  { name: 'refunds_payment', of: ['payment_id'], isOfRow: true },
]

/** The refunds of this project and mode, newest first. */
export function listRefunds(sql: Sql, scope: Scope, filter: RefundFilter): Promise<Page<RefundObject>> {
  const { payment_id: id } = filter
  const filters = {
    payment_id: id === undefined ? undefined : ofRow('payment_id', 'payments', scope, { id }),
  }
  const list = { table: 'refunds', scope, filters, indexes: INDEXES, byTime: 'refunds_created' }
  return listPage(sql, list, filter, async (ids) => {
    const rows = await sql.rows<RefundRow>(`${REFUND_SELECT} WHERE id IN (?)`, [ids])
    return rows.map(serializeRefund)
  })
}
