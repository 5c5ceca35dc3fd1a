import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { InvoiceObject, InvoiceStatus } from '../../domain/invoices/object.ts'
import { type Filter, ofColumns, ofRow } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { type InvoiceRow, serializeInvoice } from './rows.ts'

export interface InvoiceFilter extends ListQuery {
  status?: InvoiceStatus
  /** Only open invoices whose due date has passed. */
  overdue?: boolean
  customer_id?: number
  client_reference_id?: string
}

const INDEXES: readonly ListIndex[] = [
  { name: 'invoices_list', of: [] },
  { name: 'invoices_reference', of: ['client_reference_id'] },
  { name: 'invoices_customer_status', of: ['customer_id', 'status'], isOfRow: true },
  { name: 'invoices_customer', of: ['customer_id'], isOfRow: true },
  { name: 'invoices_status', of: ['status'] },
  { name: 'invoices_due', of: ['overdue'], isUnordered: true },
  // With many of them, the newest are found soon among the open ones.
  { name: 'invoices_status', of: ['overdue'] },
]

/** Lists the invoices of this project and mode, newest first. */
export function listInvoices(
  sql: Sql,
  scope: Scope,
  filter: InvoiceFilter,
  now: Date,
): Promise<Page<InvoiceObject>> {
  const { status, overdue = false, customer_id, client_reference_id } = filter
  const filters = {
    // Overdue invoices are open.
    ...ofColumns({ status: overdue && status === 'open' ? undefined : status, client_reference_id }),
    overdue: overdue ? overdueAt(now) : undefined,
    customer_id:
      customer_id === undefined ? undefined : ofRow('customer_id', 'customers', scope, { id: customer_id }),
  }
  const list = { table: 'invoices', scope, filters, indexes: INDEXES, byTime: 'invoices_created' }
  return listPage(sql, list, filter, (ids) => findInvoices(sql, ids))
}

function overdueAt(now: Date): Filter {
  const condition = ['due_date < ?', now] as const
  return {
    all: [["status = 'open'"]],
    oneOf: [{ condition }],
    counted: [{ condition, index: 'invoices_due' }],
  }
}

/** Reads several invoices in one query. */
export async function findInvoices(sql: Sql, ids: readonly number[]): Promise<InvoiceObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<InvoiceRow>('SELECT * FROM invoices WHERE id IN (?)', [ids])
  return rows.map(serializeInvoice)
}
