import { MOST_PER_DAY } from '../../../common/domain/invoices/email-limit.ts'
import { invoice } from '../../../common/domain/invoices/object.ts'
import { deleted } from '../../../common/kit/deleted.ts'
import { now } from '../../../common/runtime/clock.ts'
import { createInvoice } from '../../../common/services/invoices/create.ts'
import { deleteDraftInvoice } from '../../../common/services/invoices/delete-draft.ts'
import { finalizeInvoice } from '../../../common/services/invoices/finalize.ts'
import { getInvoice } from '../../../common/services/invoices/find.ts'
import { listInvoices } from '../../../common/services/invoices/list.ts'
import { updateInvoice } from '../../../common/services/invoices/update.ts'
import { payInvoiceInTestMode } from '../../../common/services/operations/pay-in-test-mode.ts'
import { sendInvoice } from '../../../common/services/operations/send-invoice.ts'
import { voidInvoice } from '../../../common/services/operations/void-invoice.ts'
import { readList } from '../../../db/replica.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer } from '../../page.ts'
import { addPageProblems, refuseOtherChoices } from '../pay/problems.ts'
import { payInvoiceBody } from '../pay/schema.ts'
import { invoiceBody, invoiceChanges, invoiceQuery } from './schema.ts'

export const invoiceEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/invoices',
      name: 'createInvoice',
      summary: 'Create an invoice',
      description:
        'The invoice opens at once, with a number and a page. If `auto_advance` is false, it stays a draft. ' +
        'Without a `due_date` it is due a day after it opens.',
      answers: { 201: one(invoice) },
      refuses: ['customer_not_found', 'no_payment_method'],
      body: invoiceBody,
    },
    async (tx, request) => {
      const id = await createInvoice(tx, request.scope, request.draft)
      return { status: 201, data: await getInvoice(tx.sql, request.scope, id) }
    },
  ),
  reads(
    {
      method: 'get',
      path: '/invoices',
      name: 'listInvoices',
      summary: 'List invoices',
      answers: { 200: listOf(invoice) },
      refuses: ['unsupported_filter_combination'],
      query: invoiceQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(
        request,
        await readList(query, (sql) => listInvoices(sql, request.scope, query, now())),
      )
    },
  ),
  reads(
    {
      method: 'get',
      path: '/invoices/:invoice_id',
      name: 'retrieveInvoice',
      summary: 'Retrieve an invoice',
      answers: { 200: one(invoice) },
      refuses: [],
    },
    async (request) => ({
      data: await onConnection((sql) => getInvoice(sql, request.scope, request.id('invoice_id'))),
    }),
  ),
  writes(
    {
      method: 'patch',
      path: '/invoices/:invoice_id',
      name: 'updateInvoice',
      summary: 'Update a draft',
      description:
        'Once the invoice was opened, only `metadata` can be changed: to correct the rest, void it and create another. To open a draft, finalize it.',
      answers: { 200: one(invoice) },
      refuses: ['customer_not_found', 'invoice_not_draft'],
      body: invoiceChanges,
    },
    async (tx, request) => ({
      status: 200,
      data: await updateInvoice(tx, request.scope, request.id('invoice_id'), request.draft),
    }),
  ),
  writes(
    {
      method: 'post',
      path: '/invoices/:invoice_id/finalize',
      name: 'finalizeInvoice',
      summary: 'Open a draft',
      description: 'The invoice gets a number and a page, and can be paid.',
      answers: { 200: one(invoice) },
      refuses: ['invoice_not_draft', 'no_payment_method'],
    },
    async (tx, request) => {
      const id = request.id('invoice_id')
      await finalizeInvoice(tx, request.scope, id)
      return { status: 200, data: await getInvoice(tx.sql, request.scope, id) }
    },
  ),
  writes(
    {
      method: 'post',
      path: '/invoices/:invoice_id/send',
      name: 'sendInvoice',
      summary: 'Email an open invoice',
      description:
        'Emails the invoice to its `customer_email`, with a link to its page: the first time, or again as a reminder. ' +
        `The same address gets it once an hour at most, and a customer gets ${MOST_PER_DAY} emails of invoices within 24 hours at most. ` +
        'In test mode the email is sent too; its subject begins with `[Test]`.',
      answers: { 200: one(invoice) },
      refuses: ['invoice_not_open', 'no_email_address', 'email_limit_reached', 'no_payment_method'],
    },
    async (tx, request) => {
      const id = request.id('invoice_id')
      await sendInvoice(tx, request.scope, id)
      return { status: 200, data: await getInvoice(tx.sql, request.scope, id) }
    },
  ),
  writes(
    {
      method: 'post',
      path: '/invoices/:invoice_id/pay',
      name: 'payInvoice',
      summary: 'Pay an invoice, in test mode',
      description:
        'Pays as the customer would on the page, by the same rules. Returns the updated invoice. A declined test payment leaves it open.',
      answers: { 200: one(invoice) },
      refuses: ['invoice_not_open', 'payment_in_progress'],
      body: payInvoiceBody,
    },
    async (tx, request) => {
      const id = request.id('invoice_id')
      const errors = await payInvoiceInTestMode(tx, request.scope, id, { ...request.draft.partial() })
      refuseOtherChoices({ ...request.draft.partial() }, request.draft.problems)
      addPageProblems(errors, request.draft.problems)
      request.body()
      return { status: 200, data: await getInvoice(tx.sql, request.scope, id) }
    },
  ),
  writes(
    {
      method: 'post',
      path: '/invoices/:invoice_id/void',
      name: 'voidInvoice',
      summary: 'Void an open invoice',
      description:
        'The invoice can no longer be paid. Its number is not reused. Confirm or reject a pending payment first.',
      answers: { 200: one(invoice) },
      refuses: ['invoice_not_open'],
    },
    async (tx, request) => {
      const id = request.id('invoice_id')
      await voidInvoice(tx, request.scope, id)
      return { status: 200, data: await getInvoice(tx.sql, request.scope, id) }
    },
  ),
  writes(
    {
      method: 'delete',
      path: '/invoices/:invoice_id',
      name: 'deleteInvoice',
      summary: 'Delete a draft',
      description: 'An invoice that was opened cannot be deleted. Void it instead.',
      answers: { 200: one(deleted) },
      refuses: ['invoice_not_draft'],
    },
    async (tx, request) => {
      const id = request.id('invoice_id')
      return { status: 200, data: await deleteDraftInvoice(tx, request.scope, id) }
    },
  ),
]
