import { defaultDueDate } from '../../domain/invoices/finalize.ts'
import type { InvoiceObject, InvoiceStatus } from '../../domain/invoices/object.ts'
import type { Locale } from '../../kit/format.ts'
import { readMetadata } from '../../kit/metadata.ts'
import { iso, isoOrNull } from '../../kit/time.ts'
import { invoiceUrl } from '../links/pages.ts'

export interface InvoiceRow {
  id: number
  project_id: number
  is_test: number
  token: string
  status: InvoiceStatus
  amount: number
  currency: string
  description: string | null
  number: string | null
  customer_id: number | null
  customer_email: string | null
  client_reference_id: string | null
  due_date: Date | null
  locale: 'auto' | Locale
  success_url: string | null
  cancel_url: string | null
  payment_method: string | null
  paid_at: Date | null
  receipt_number: string | null
  metadata: string | null
  created_at: Date
  updated_at: Date
}

export const INVOICE_SELECT = 'SELECT * FROM invoices'

export function serializeInvoice(row: InvoiceRow): InvoiceObject {
  return {
    id: row.id,
    project_id: row.project_id,
    status: row.status,
    number: row.number,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    client_reference_id: row.client_reference_id,
    customer_id: row.customer_id,
    customer_email: row.customer_email,
    due_date: iso(row.due_date ?? defaultDueDate(row.created_at)),
    url: row.status === 'draft' ? null : invoiceUrl(row.id, row.token),
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    locale: row.locale,
    payment_method: row.payment_method,
    paid_at: isoOrNull(row.paid_at),
    // An invoice paid under an older release has no receipt number.
    receipt_number: row.status === 'paid' ? (row.receipt_number ?? row.number) : null,
    metadata: readMetadata(row.metadata),
    is_test: Boolean(row.is_test),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}
