import Joi from 'joi'
import type { InvoiceInput } from '../../../common/domain/invoices/input.ts'
import { INVOICE_STATUSES } from '../../../common/domain/invoices/object.ts'
import { LOCALES } from '../../../common/kit/languages.ts'
import type { InvoiceFilter } from '../../../common/services/invoices/list.ts'
import { amount, email, fields, id, metadata, queryId, text, timestamp, webAddress } from '../../fields.ts'
import { listQuery } from '../../page.ts'

/** The body of `POST /invoices`. */
export const invoiceBody = fields<InvoiceInput>({
  amount: amount(1).required().description('The amount to pay, in the smallest unit of the currency.'),
  description: text(1000, { lineBreaks: true }).description('The purpose, as the customer sees it.'),
  customer_id: id().description('The customer.'),
  customer_email: email().description(
    'The email address for the receipt. Without `customer_id`, the customer with this address is attached, or created.',
  ),
  client_reference_id: text(191).description('Your own reference.'),
  auto_advance: Joi.boolean()
    .description('Whether it opens at once; false creates a draft.')
    .meta({ default: true }),
  due_date: timestamp().description(
    'The time by which it should be paid. Default: a day after it opens. It can still be paid later.',
  ),
  success_url: webAddress().description('The address that the customer returns to after paying.'),
  cancel_url: webAddress().description('The address that the customer returns to without paying.'),
  locale: Joi.string()
    .valid('auto', ...LOCALES)
    .description("The language of the page; `auto` uses the browser's.")
    .meta({ default: 'auto' }),
  metadata: metadata(),
}).example({ amount: 150_000, description: 'Consulting in January', customer_email: 'saraa@example.com' })

/** The query of `GET /invoices`. */
export const invoiceQuery = listQuery<InvoiceFilter>({
  status: Joi.string()
    .valid(...INVOICE_STATUSES)
    .description('Only invoices with this status.'),
  customer_id: queryId().description('Only invoices of this customer.'),
  client_reference_id: text(191).description('Only invoices with your own reference.'),
})
