import type { Created } from '../../kit/field.ts'
import type { invoiceProperties } from './object.ts'

/** A valid body of `POST /invoices`. */
export interface InvoiceInput extends Created<typeof invoiceProperties> {
  /** Whether the invoice opens at once (the default) or stays a draft. */
  auto_advance?: boolean
  due_date?: Date
}
