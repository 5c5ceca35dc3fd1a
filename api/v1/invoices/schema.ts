import Joi from 'joi'
import type { InvoiceInput } from '../../../common/domain/invoices/input.ts'
import { INVOICE_STATUSES, invoiceProperties } from '../../../common/domain/invoices/object.ts'
import type { InvoiceFilter } from '../../../common/services/invoices/list.ts'
import { fields, queryBoolean, queryId, text, timestamp } from '../../fields.ts'
import { created, inOrder } from '../../given.ts'
import { listQuery } from '../../page.ts'

/** The body of `POST /invoices`. */
export const invoiceBody = fields<InvoiceInput>(
  inOrder('amount description customer_id customer_email client_reference_id auto_advance due_date', {
    ...created(invoiceProperties),
    auto_advance: Joi.boolean()
      .description('Whether it opens at once; false creates a draft.')
      .meta({ default: true }),
    due_date: timestamp().description(
      'The time by which it should be paid. Default: a day after it opens. It can still be paid later.',
    ),
  }),
).example({ amount: 150_000, description: 'Consulting in January', customer_email: 'saraa@example.com' })

/** The query of `GET /invoices`. */
export const invoiceQuery = listQuery<InvoiceFilter>({
  status: Joi.string()
    .valid(...INVOICE_STATUSES)
    .description('Only invoices with this status.'),
  overdue: queryBoolean().description('If true, only open invoices whose due date has passed.'),
  customer_id: queryId().description('Only invoices of this customer.'),
  client_reference_id: text(191).description('Only invoices with your own reference.'),
})
