import { equal, oneOfValues } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Amount } from '../kit/money.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import { serializePayments } from './find.ts'
import type { PaymentObject } from './object.ts'
import { PAYMENT_SELECT, type PaymentRow } from './rows.ts'
import type { PaymentStatus } from './rules/status.ts'

export interface PaymentFilter extends ListQuery {
  status?: PaymentStatus[]
  method?: string
  checkout_id?: number
  invoice_id?: number
  reference?: string
  amount?: Amount
  client_reference_id?: string
  customer_id?: number
  customer_email?: string
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
    reference: filter.reference,
    amount: filter.amount,
    client_reference_id: filter.client_reference_id,
    customer_id: filter.customer_id,
    customer_email: filter.customer_email,
  })
  // The index knows no case; accents make another address.
  if (filter.customer_email !== undefined)
    conditions.push(['LOWER(customer_email) COLLATE utf8mb4_bin = ?', filter.customer_email.toLowerCase()])
  for (const type of ['checkout', 'invoice'] as const) {
    const id = filter[`${type}_id`]
    if (id !== undefined) conditions.push(...equal({ payable_type: type, payable_id: id }))
  }
  const listing = {
    ...{ table: 'payments', conditions, oneOf: oneOfValues('status', filter.status) },
    risesWithTime: inStep(scope),
  }
  return pageOf(sql, listing, filter, (ids) => findPayments(sql, ids, now))
}

/** Several payments at once, in one query. */
export async function findPayments(sql: Sql, ids: readonly number[], now: Date): Promise<PaymentObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<PaymentRow>(`${PAYMENT_SELECT} WHERE payment.id IN (?)`, [ids])
  return serializePayments(sql, rows, now)
}
