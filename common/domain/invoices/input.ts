import type { Locale } from '../../kit/format.ts'
import type { Amount } from '../../kit/money.ts'

/** A valid body of `POST /invoices`. */
export interface InvoiceInput {
  amount: Amount
  description?: string
  customer_id?: number
  customer_email?: string
  client_reference_id?: string
  /** Whether the invoice opens at once (the default) or stays a draft. */
  auto_advance?: boolean
  due_date?: Date
  success_url?: string
  cancel_url?: string
  locale?: 'auto' | Locale
  metadata?: Record<string, string>
}
