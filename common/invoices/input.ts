import type { Locale } from '../kit/format.ts'
import type { Amount } from '../kit/money.ts'

/** A valid body of `POST /invoices`. */
export interface InvoiceInput {
  amount: Amount
  description?: string
  customer_id?: number
  customer_email?: string
  client_reference_id?: string
  /** Whether it opens at once, which it does unless told not to; otherwise it is a draft. */
  auto_advance?: boolean
  due_date?: Date
  success_url?: string
  cancel_url?: string
  locale?: 'auto' | Locale
  metadata?: Record<string, string>
}
