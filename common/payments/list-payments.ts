import type { Scope } from '../projects/project.ts'
import { equal } from '../../db/listing.ts'
import type { Page } from '../../db/page.ts'
import { pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { findPayments } from './find-payment.ts'
import type { PaymentObject, PaymentStatus } from './object.ts'

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
