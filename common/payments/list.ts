import { equal } from '../../db/listing.ts'
import { type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import type { PaymentObject } from './object.ts'
import { PAYMENT_SELECT, type PaymentRow, serializePayment } from './rows.ts'
import type { PaymentStatus } from './rules/status.ts'

export interface PaymentFilter {
  page?: number
  status?: PaymentStatus
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
    status: filter.status,
    method: filter.method,
  })
  for (const type of ['checkout', 'invoice'] as const) {
    const id = filter[`${type}_id`]
    if (id !== undefined) conditions.push(...equal({ payable_type: type, payable_id: id }))
  }
  return pageOf(sql, { table: 'payments', conditions }, filter.page ?? 1, (ids) =>
    findPayments(sql, ids, now),
  )
}

/** Several payments at once, in the order of `ids`, in one query. */
async function findPayments(sql: Sql, ids: readonly number[], now: Date): Promise<PaymentObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<PaymentRow>(`${PAYMENT_SELECT} WHERE payment.id IN (?)`, [ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [serializePayment(row, now)] : []
  })
}
