import { equal, oneOfValues } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import type { PaymentObject } from './object.ts'
import { PAYMENT_SELECT, type PaymentRow, serializePayment } from './rows.ts'
import type { PaymentStatus } from './rules/status.ts'

export interface PaymentFilter extends ListQuery {
  status?: PaymentStatus[]
  method?: string
  checkout_id?: number
  invoice_id?: number
}

/** The payments of this project and mode, newest first. */
export function listPayments(
  sql: Sql,
  scope: Scope,
  filter: PaymentFilter,
  now: Date,
): Promise<Page<PaymentObject>> {
  const conditions = equal({
    project_id: scope.project.id,
    is_test: scope.isTest,
    method: filter.method,
  })
  for (const type of ['checkout', 'invoice'] as const) {
    const id = filter[`${type}_id`]
    if (id !== undefined) conditions.push(...equal({ payable_type: type, payable_id: id }))
  }
  const listing = { table: 'payments', conditions, oneOf: oneOfValues('status', filter.status) }
  return pageOf(sql, listing, filter, (ids) => findPayments(sql, ids, now))
}

/** Several payments at once, in one query. */
async function findPayments(sql: Sql, ids: readonly number[], now: Date): Promise<PaymentObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<PaymentRow>(`${PAYMENT_SELECT} WHERE payment.id IN (?)`, [ids])
  return rows.map((row) => serializePayment(row, now))
}
