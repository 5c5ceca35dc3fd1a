import Joi from 'joi'
import type { InvoiceChanges, InvoiceInput } from '../../../common/domain/invoices/input.ts'
import { INVOICE_STATUSES, invoiceProperties } from '../../../common/domain/invoices/object.ts'
import type { InvoiceFilter } from '../../../common/services/invoices/list.ts'
import { fields, fixed, queryBoolean, queryId, text, timestamp } from '../../fields.ts'
import { changed, created, inOrder } from '../../given.ts'
import { listQuery } from '../../page.ts'

const FIRST = 'amount description customer_id customer_email client_reference_id auto_advance due_date'

/** The body of `POST /invoices`. */
export const invoiceBody = fields<InvoiceInput>(
  inOrder(FIRST, {
    ...created(invoiceProperties),
    auto_advance: Joi.boolean()
      .description('Whether it opens at once; false creates a draft.')
      .meta({ default: true }),
    due_date: timestamp().description(
      'The time by which it should be paid. Default: a day after it opens. It can still be paid later.',
    ),
  }),
).example({ amount: 150_000, description: 'Consulting in January', customer_email: 'saraa@example.com' })

const changes = changed(invoiceProperties)

/** The body of `PATCH /invoices/:invoice_id`. */
export const invoiceChanges = fields<InvoiceChanges>(
  inOrder(FIRST, {
    ...changes,
    customer_id: changes.customer_id.description(
      'Another customer, with their email address if `customer_email` is not given. Null removes the customer and the address.',
    ),
    customer_email: changes.customer_email.description(
      'The email address for the invoice and its receipt. The customer stays; without one, or with `customer_id` null, the customer with this address is attached, or created.',
    ),
    auto_advance: fixed('Open the draft with POST /invoices/{invoice_id}/finalize'),
    due_date: timestamp()
      .allow(null)
      .description('The time by which it should be paid. Null: a day after it opens.'),
  }),
).example({ amount: 180_000, description: 'Consulting in January and February' })

/** The query of `GET /invoices`. */
export const invoiceQuery = listQuery<InvoiceFilter>({
  status: Joi.string()
    .valid(...INVOICE_STATUSES)
    .description('Only invoices with this status.'),
  overdue: queryBoolean().description('If true, only open invoices whose due date has passed.'),
  customer_id: queryId().description('Only invoices of this customer.'),
  client_reference_id: text(191).description('Only invoices with your own reference.'),
})
