import { equal } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import type { RefundObject } from './object.ts'
import { REFUND_SELECT, type RefundRow, serializeRefund } from './rows.ts'

export interface RefundFilter extends ListQuery {
  payment_id?: number
}

/** The refunds of this project and mode, newest first. */
export function listRefunds(sql: Sql, scope: Scope, filter: RefundFilter): Promise<Page<RefundObject>> {
  const { payment_id } = filter
  const conditions = equal({ project_id: scope.project.id, is_test: scope.isTest, payment_id })
  return pageOf(sql, { table: 'refunds', conditions, risesWithTime: inStep(scope) }, filter, async (ids) => {
    const rows = await sql.rows<RefundRow>(`${REFUND_SELECT} WHERE id IN (?)`, [ids])
    return rows.map(serializeRefund)
  })
}
