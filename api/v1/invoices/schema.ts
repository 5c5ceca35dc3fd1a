import Joi from 'joi'
import type { InvoiceInput } from '../../../common/invoices/input.ts'
import type { InvoiceFilter } from '../../../common/invoices/list-invoices.ts'
import { amount, email, fields, id, metadata, queryId, text, timestamp, webAddress } from '../../fields.ts'
import { PAGE_FIELD } from '../../page.ts'

/** The body of `POST /invoices`. */
export const invoiceBody = fields<InvoiceInput>({
  amount: amount(1).required(),
  description: text(1000, { lineBreaks: true }),
  customer_id: id(),
  customer_email: email(),
  client_reference_id: text(191),
  auto_advance: Joi.boolean(),
  due_date: timestamp(),
  success_url: webAddress(),
  cancel_url: webAddress(),
  locale: Joi.string().valid('auto', 'en', 'mn'),
  metadata: metadata(),
})

/** The query of `GET /invoices`. */
export const invoiceQuery = fields<InvoiceFilter>({
  ...PAGE_FIELD,
  status: Joi.string().valid('draft', 'open', 'paid', 'void'),
  customer_id: queryId(),
  client_reference_id: text(191),
})
