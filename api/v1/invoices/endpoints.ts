import { createInvoice } from '../../../common/invoices/create-invoice.ts'
import { deleteDraft } from '../../../common/invoices/delete-draft.ts'
import { findInvoice } from '../../../common/invoices/find-invoice.ts'
import { listInvoices } from '../../../common/invoices/list-invoices.ts'
import type { InvoiceObject } from '../../../common/invoices/object.ts'
import { openInvoice } from '../../../common/invoices/open-invoice.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { voidInvoice } from '../../../common/payments/void-invoice.ts'
import type { Scope } from '../../../common/projects/project.ts'
import { read } from '../../../db/sql.ts'
import type { Sql } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/shape.ts'
import { deleted } from '../../openapi/shapes/deleted.ts'
import { invoice } from '../../openapi/shapes/invoice.ts'
import { listAnswer } from '../../page.ts'
import { invoiceBody, invoiceQuery } from './schema.ts'

export const invoiceEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/invoices',
      name: 'createInvoice',
      summary: 'Create an invoice',
      description:
        'It opens at once, with a number and a page, unless `auto_advance` is false: then it is a draft. ' +
        'Without a `due_date` it is due a day after it opens.',
      answers: { 201: one(invoice) },
      refuses: ['customer_not_found'],
      body: invoiceBody,
    },
    async (tx, request) => {
      const id = await createInvoice(tx, request, request.draft)
      return { status: 201, data: await existing(tx.sql, request, id) }
    },
  ),
  reads(
    {
      method: 'get',
      path: '/invoices',
      name: 'listInvoices',
      summary: 'List invoices',
      answers: { 200: listOf(invoice) },
      refuses: [],
      query: invoiceQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await read((sql) => listInvoices(sql, request, query)))
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
    async (request) => ({ data: await read((sql) => existing(sql, request, request.id('invoice_id'))) }),
  ),
  writes(
    {
      method: 'post',
      path: '/invoices/:invoice_id/finalize',
      name: 'finalizeInvoice',
      summary: 'Open a draft',
      description: 'From now on it has a number and a page, and can be paid.',
      answers: { 200: one(invoice) },
      refuses: ['invoice_not_draft'],
    },
    async (tx, request) => {
      const { id } = await existing(tx.sql, request, request.id('invoice_id'))
      request.body()
      await openInvoice(tx, request, id)
      return { status: 200, data: await existing(tx.sql, request, id) }
    },
  ),
  writes(
    {
      method: 'post',
      path: '/invoices/:invoice_id/void',
      name: 'voidInvoice',
      summary: 'Void an open invoice',
      description:
        'From now on it cannot be paid; its number stays used. While a reported transfer waits, decide that first.',
      answers: { 200: one(invoice) },
      refuses: ['invoice_not_open'],
    },
    async (tx, request) => {
      const { id } = await existing(tx.sql, request, request.id('invoice_id'))
      request.body()
      await voidInvoice(tx, request, id)
      return { status: 200, data: await existing(tx.sql, request, id) }
    },
  ),
  writes(
    {
      method: 'delete',
      path: '/invoices/:invoice_id',
      name: 'deleteInvoice',
      summary: 'Delete a draft',
      description: 'An invoice that has been opened cannot be deleted: void it.',
      answers: { 200: one(deleted) },
      refuses: ['invoice_not_draft'],
    },
    async (tx, request) => {
      const { id } = await existing(tx.sql, request, request.id('invoice_id'))
      request.body()
      return { status: 200, data: await deleteDraft(tx, request, id) }
    },
  ),
]

async function existing(sql: Sql, scope: Scope, id: number): Promise<InvoiceObject> {
  const found = await findInvoice(sql, scope, id)
  if (!found) throw new Refusal({ code: 'not_found', words: { what: 'invoice' } })
  return found
}
