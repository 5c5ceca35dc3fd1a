import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
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

/** The address of an invoice's payment page contains nothing that is replaced. */
const PLAIN_ADDRESS = ['webAddress', { placeholders: [] }] as const

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void'] as const

export const invoiceProperties = {
  id: field(id('The invoice.', 21), column.primaryKey()),
  project_id: projectId,
  status: field(choice('The status of the invoice.', INVOICE_STATUSES, 'open'), column.word(16)),
  number: field(
    text('Assigned when the invoice opens, without gaps; null in a draft.', 'INV-0001'),
    column.varchar(32).binary().nullable().kept(),
  ),
  amount: field(
    wholeNumber('The amount to pay, in the smallest unit of the currency.', 150_000, { minimum: 1 }),
    column.money(),
    { create: true, change: true, as: ['amount', 1] },
  ),
  currency,
  description: field(
    text('The purpose of the invoice.', 'Consulting in January'),
    column.varchar(1000).nullable().kept(),
    {
      create: true,
      change: true,
      as: ['text', 1000, { lineBreaks: true }],
      says: 'The purpose, as the customer sees it.',
    },
  ),
  client_reference_id: field(text('Your own reference.'), column.varchar(191).binary().nullable().kept(), {
    create: true,
    change: true,
  }),
  customer_id: field(id('The customer.', 56), column.reference().nullable(), {
    create: true,
    change: true,
  }),
  customer_email: field(
    text('The email address for the invoice and its receipt.', 'saraa@example.com'),
    column.varchar(254).nullable().erased(),
    {
      create: true,
      change: true,
      as: ['email'],
      says: 'The email address for the invoice and its receipt. Without `customer_id`, the customer with this address is attached, or created.',
    },
  ),
  due_date: time(
    'The day by which it should be paid. It can be paid later too.',
    '2026-02-06T06:00:00.000000Z',
  ),
  sent_at: field(
    time('When it was last emailed to the customer; null if it never was.', '2026-02-05T06:10:00.000000Z'),
    column.time().nullable(),
  ),
  sent_to: field(
    text('The address that it was last emailed to.', 'saraa@example.com'),
    column.varchar(254).nullable().erased(),
  ),
  url: nullable(
    url(
      "The invoice's page, for the customer; null in a draft.",
      'https://pay.example.org/i/21/q7W8eR9tY0uI1oP2aS3dF4',
    ).kept(),
  ),
  success_url: field(url('The customer is sent here after paying.'), column.varchar(2048).nullable().kept(), {
    create: true,
    change: true,
    says: 'The address that the customer returns to after paying.',
    as: PLAIN_ADDRESS,
  }),
  cancel_url: field(
    url('The customer is sent here after canceling.'),
    column.varchar(2048).nullable().kept(),
    {
      create: true,
      change: true,
      says: 'The address that the customer returns to without paying.',
      as: PLAIN_ADDRESS,
    },
  ),
  locale: field(pageLocale, column.word(8).default('auto'), { create: true, change: true }),
  payment_method: field(text('The payment method.'), column.varchar(32).nullable().kept()),
  paid_at: field(time('When it was paid.'), column.time().nullable()),
  receipt_number: nullable(text("The receipt's number.").kept()),
  metadata,
  is_test: isTest,
  created_at: createdAt('2026-02-05T06:00:00.000000Z'),
  updated_at: updatedAt('2026-02-05T06:00:00.000000Z'),
}

/** An invoice as `GET /invoices/:id` returns it and as events contain it. Times are ISO 8601 in UTC. */
export interface InvoiceObject extends Infer<typeof invoiceProperties> {}

export const invoice = shape<InvoiceObject>('Invoice', 'A request to pay one amount.', invoiceProperties)

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
