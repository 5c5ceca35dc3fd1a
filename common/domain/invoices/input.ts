import type { Changed, Created } from '../../kit/field.ts'
import type { invoiceProperties } from './object.ts'

/** A valid body of `POST /invoices`. */
export interface InvoiceInput extends Created<typeof invoiceProperties> {
  /** Whether the invoice opens at once (the default) or stays a draft. */
  auto_advance?: boolean
  due_date?: Date
}

/** A valid body of `PATCH /invoices/:id`. Null clears a field. */
export interface InvoiceChanges extends Changed<typeof invoiceProperties> {
  due_date?: Date | null
}
