import type { Scope } from '../projects/project.ts'
import type { Condition } from '../../db/listing.ts'
import { pageOf } from '../../db/page.ts'
import type { Page } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { findInvoices } from './find-invoice.ts'
import type { InvoiceObject, InvoiceStatus } from './object.ts'

export interface InvoiceFilter {
  page?: number
  status?: InvoiceStatus
  customer_id?: number
  client_reference_id?: string
}

/** The invoices of this project and mode, newest first. */
export function listInvoices(sql: Sql, scope: Scope, filter: InvoiceFilter): Promise<Page<InvoiceObject>> {
  const conditions: Condition[] = [
    ['project_id = ?', scope.project.id],
    ['is_test = ?', scope.isTest],
  ]
  for (const column of ['status', 'customer_id', 'client_reference_id'] as const) {
    const value = filter[column]
    if (value !== undefined) conditions.push([`${column} = ?`, value])
  }
  return pageOf(sql, { table: 'invoices', conditions }, filter.page ?? 1, (ids) => findInvoices(sql, ids))
}
