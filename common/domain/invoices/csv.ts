import { csvColumns } from '../../kit/csv.ts'
import type { InvoiceObject } from './object.ts'

const { plain, times, money } = csvColumns<InvoiceObject>()

/** The columns of exported invoices. */
export const invoiceCsv = [
  ...plain('id', 'number'),
  ...times('created_at'),
  ...plain('status'),
  ...money(({ currency }) => currency, 'amount'),
  ...plain('currency', 'description', 'client_reference_id', 'customer_id', 'customer_email'),
  ...times('due_date', 'sent_at', 'paid_at'),
  ...plain('payment_method', 'receipt_number', 'url'),
  ...times('updated_at'),
]
