import Joi from 'joi'
import { confirmTransfer } from '../../../common/payments/confirm-transfer.ts'
import { findPayment } from '../../../common/payments/find-payment.ts'
import { listPayments } from '../../../common/payments/list-payments.ts'
import type { PaymentFilter } from '../../../common/payments/list-payments.ts'
import type { PaymentObject } from '../../../common/payments/object.ts'
import { rejectTransfer } from '../../../common/payments/reject-transfer.ts'
import type { Scope } from '../../../common/projects/project.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { now } from '../../../common/runtime/clock.ts'
import { read } from '../../../db/sql.ts'
import type { Sql } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { fields, queryId, text } from '../../fields.ts'
import { PAGE_FIELD, listAnswer } from '../../page.ts'
import { listOf, one } from '../../openapi/shape.ts'
import { payment } from '../../openapi/shapes/payment.ts'

const rejection = fields<{ reason?: string }>({
  reason: text(500, { lineBreaks: true }).description('What the customer is told.'),
}).example({ reason: 'No transfer with this reference has arrived.' })

const paymentQuery = fields<PaymentFilter>({
  ...PAGE_FIELD,
  status: Joi.string()
    .valid('started', 'pending', 'paid', 'failed', 'canceled', 'refund_required', 'refunded')
    .description('Only those that stand there.'),
  method: text(32).description('Only those by this method.'),
  checkout_id: queryId().description('Only those for this checkout.'),
  invoice_id: queryId().description('Only those for this invoice.'),
})

export const paymentEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: '/payments',
      name: 'listPayments',
      summary: 'List payments',
      answers: { 200: listOf(payment) },
      refuses: [],
      query: paymentQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await read((sql) => listPayments(sql, request, query, now())))
    },
  ),
  reads(
    {
      method: 'get',
      path: '/payments/:payment_id',
      name: 'retrievePayment',
      summary: 'Retrieve a payment',
      answers: { 200: one(payment) },
      refuses: [],
    },
    async (request) => ({
      data: await read((sql) => existing(sql, request, request.id('payment_id'))),
    }),
  ),
  writes(
    {
      method: 'post',
      path: '/payments/:payment_id/confirm',
      name: 'confirmPayment',
      summary: 'Confirm a reported transfer',
      description: 'The money has arrived: what it pays for is complete.',
      answers: { 200: one(payment) },
      refuses: ['payment_not_pending'],
    },
    async (tx, request) => {
      const { id } = await existing(tx.sql, request, request.id('payment_id'))
      request.body()
      return { status: 200, data: await confirmTransfer(tx, request, id, 'api') }
    },
  ),
  writes(
    {
      method: 'post',
      path: '/payments/:payment_id/reject',
      name: 'rejectPayment',
      summary: 'Reject a reported transfer',
      description: 'The money has not arrived: the customer is told, and can pay again.',
      answers: { 200: one(payment) },
      refuses: ['payment_not_pending'],
      body: rejection,
    },
    async (tx, request) => {
      const { id } = await existing(tx.sql, request, request.id('payment_id'))
      const { reason = null } = request.body()
      return { status: 200, data: await rejectTransfer(tx, request, id, reason, 'api') }
    },
  ),
]

async function existing(sql: Sql, scope: Scope, id: number): Promise<PaymentObject> {
  const payment = await findPayment(sql, scope, id, now())
  if (!payment) throw new Refusal({ code: 'not_found', words: { what: 'payment' } })
  return payment
}
