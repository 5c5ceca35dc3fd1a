import type { Row } from '../../../db/define-table.ts'
import { defaultDueDate } from '../../domain/invoices/finalize.ts'
import { type InvoiceObject, invoiceProperties } from '../../domain/invoices/object.ts'
import { serializerOf } from '../../kit/field.ts'
import { iso } from '../../kit/time.ts'
import { invoiceUrl } from '../links/pages.ts'
import type { invoicesTable } from './invoices-table.ts'

export interface InvoiceRow extends Row<typeof invoicesTable> {}

const invoiceOf = serializerOf(invoiceProperties)

export function serializeInvoice(row: InvoiceRow): InvoiceObject {
  return invoiceOf(row, {
    due_date: iso(row.due_date ?? defaultDueDate(row.created_at)),
    url: row.status === 'draft' ? null : invoiceUrl(row.id, row.token),
    // An invoice paid under an older release has no receipt number.
    receipt_number: row.status === 'paid' ? (row.receipt_number ?? row.number) : null,
  })
}
