import { type Infer, nullable, shape } from '../../kit/shape.ts'
import {
  choice,
  createdAt,
  currency,
  id,
  isTest,
  metadata,
  pageLocale,
  projectId,
  text,
  time,
  updatedAt,
  url,
  wholeNumber,
} from '../../kit/values.ts'

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void'] as const

const properties = {
  id: id('The invoice.', 21),
  project_id: projectId,
  status: choice('The status of the invoice.', INVOICE_STATUSES, 'open'),
  number: nullable(text('Assigned when the invoice opens, without gaps; null in a draft.', 'INV-0001')),
  amount: wholeNumber('The amount to pay, in the smallest unit of the currency.', 150_000, { minimum: 1 }),
  currency,
  description: nullable(text('The purpose of the invoice.', 'Consulting in January')),
  client_reference_id: nullable(text('Your own reference.')),
  customer_id: nullable(id('The customer.', 56)),
  customer_email: nullable(text('The email address for the receipt.', 'saraa@example.com')),
  due_date: time(
    'The day by which it should be paid. It can be paid later too.',
    '2026-02-06T06:00:00.000000Z',
  ),
  url: nullable(
    url(
      "The invoice's page, for the customer; null in a draft.",
      'https://pay.example.org/i/21/q7W8eR9tY0uI1oP2aS3dF4',
    ),
  ),
  success_url: nullable(url('The customer is sent here after paying.')),
  cancel_url: nullable(url('The customer is sent here after canceling.')),
  locale: pageLocale,
  payment_method: nullable(text('The payment method.')),
  paid_at: nullable(time('When it was paid.')),
  receipt_number: nullable(text("The receipt's number.")),
  metadata,
  is_test: isTest,
  created_at: createdAt('2026-02-05T06:00:00.000000Z'),
  updated_at: updatedAt('2026-02-05T06:00:00.000000Z'),
}

/** An invoice as `GET /invoices/:id` returns it and as events contain it. Times are ISO 8601 in UTC. */
export interface InvoiceObject extends Infer<typeof properties> {}

export const invoice = shape<InvoiceObject>('Invoice', 'A request to pay one amount.', properties)

export type InvoiceStatus = InvoiceObject['status']

/** An invoice that has been opened: it has a number and a page. */
export type OpenedInvoice = InvoiceObject & {
  status: Exclude<InvoiceStatus, 'draft'>
  number: string
  url: string
}

export function isOpened(invoice: InvoiceObject): invoice is OpenedInvoice {
  return invoice.status !== 'draft'
}
