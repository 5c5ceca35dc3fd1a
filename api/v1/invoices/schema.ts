import Joi from 'joi'
import type { InvoiceInput } from '../../../common/invoices/input.ts'
import type { InvoiceFilter } from '../../../common/invoices/list.ts'
import { INVOICE_STATUSES } from '../../../common/invoices/object.ts'
import { LOCALES } from '../../../common/kit/languages.ts'
import { amount, email, fields, id, metadata, queryId, text, timestamp, webAddress } from '../../fields.ts'
import { listQuery } from '../../page.ts'

/** The body of `POST /invoices`. */
export const invoiceBody = fields<InvoiceInput>({
  amount: amount(1).required().description('What is to be paid, in the smallest unit of the currency.'),
  description: text(1000, { lineBreaks: true }).description('What it is for, as the customer sees it.'),
  customer_id: id().description('The customer.'),
  customer_email: email().description(
    'Where the receipt goes. Without `customer_id`, the customer with it is attached, or created.',
  ),
  client_reference_id: text(191).description('Your own reference.'),
  auto_advance: Joi.boolean()
    .description('Whether it opens at once; false makes a draft.')
    .meta({ default: true }),
  due_date: timestamp().description(
    'By when it should be paid: a day later unless given. It can be paid later too.',
  ),
  success_url: webAddress().description('Where the customer goes after paying.'),
  cancel_url: webAddress().description('Where the customer goes after giving up.'),
  locale: Joi.string()
    .valid('auto', ...LOCALES)
    .description("The page's language; `auto` is the browser's.")
    .meta({ default: 'auto' }),
  metadata: metadata(),
}).example({ amount: 150_000, description: 'Consulting in January', customer_email: 'saraa@example.com' })

/** The query of `GET /invoices`. */
export const invoiceQuery = listQuery<InvoiceFilter>({
  status: Joi.string()
    .valid(...INVOICE_STATUSES)
    .description('Only those that stand there.'),
  customer_id: queryId().description('Only those of this customer.'),
  client_reference_id: text(191).description('Only those with your own reference.'),
})
