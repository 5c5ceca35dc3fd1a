import { equal } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import type { InvoiceObject, InvoiceStatus } from './object.ts'
import { INVOICE_SELECT, type InvoiceRow, serializeInvoice } from './rows.ts'

export interface InvoiceFilter extends ListQuery {
  status?: InvoiceStatus
  customer_id?: number
  client_reference_id?: string
}

/** The invoices of this project and mode, newest first. */
export function listInvoices(sql: Sql, scope: Scope, filter: InvoiceFilter): Promise<Page<InvoiceObject>> {
  const conditions = equal({
    project_id: scope.project.id,
    is_test: scope.isTest,
    status: filter.status,
    customer_id: filter.customer_id,
    client_reference_id: filter.client_reference_id,
  })
  return pageOf(sql, { table: 'invoices', conditions, risesWithTime: inStep(scope) }, filter, (ids) =>
    findInvoices(sql, ids),
  )
}

/** Several invoices at once, in one query. */
export async function findInvoices(sql: Sql, ids: readonly number[]): Promise<InvoiceObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<InvoiceRow>(`${INVOICE_SELECT} WHERE id IN (?)`, [ids])
  return rows.map(serializeInvoice)
}
