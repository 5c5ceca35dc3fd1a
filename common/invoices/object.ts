import type { Amount } from '../kit/money.ts'

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void'

/** An invoice as `GET /invoices/:id` answers it and as events carry it. Times are ISO 8601 in UTC. */
export interface InvoiceObject {
  id: number
  project_id: number
  status: InvoiceStatus
  /** Given when it opens, and kept ever after. */
  number: string | null
  amount: Amount
  currency: string
  description: string | null
  client_reference_id: string | null
  customer_id: number | null
  customer_email: string | null
  due_date: string
  /** Its page; null in a draft, which nobody is to see. */
  url: string | null
  success_url: string | null
  cancel_url: string | null
  locale: 'auto' | 'en' | 'mn'
  payment_method: string | null
  paid_at: string | null
  receipt_number: string | null
  metadata: Record<string, string>
  is_test: boolean
  created_at: string
  updated_at: string
}

/** An invoice that has been opened: it has a number and a page. */
export type OpenedInvoice = InvoiceObject & {
  status: Exclude<InvoiceStatus, 'draft'>
  number: string
  url: string
}

export function isOpened(invoice: InvoiceObject): invoice is OpenedInvoice {
  return invoice.status !== 'draft'
}
