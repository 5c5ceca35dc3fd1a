import Joi from 'joi'
import { payment } from '../../../common/domain/payments/object.ts'
import { PAYMENT_STATUSES } from '../../../common/domain/payments/status.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { sha256 } from '../../../common/kit/secrets.ts'
import { methods } from '../../../common/methods/all.ts'
import { now } from '../../../common/runtime/clock.ts'
import { confirmPayment, confirmPaymentOnce } from '../../../common/services/payments/confirm.ts'
import { getPayment, readPayment } from '../../../common/services/payments/find.ts'
import { listPayments, type PaymentFilter } from '../../../common/services/payments/list.ts'
import { rejectPayment } from '../../../common/services/payments/reject.ts'
import { readList } from '../../../db/replica.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { amount, fields, queryId, queryNumber, queryValues, text } from '../../fields.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer, listQuery } from '../../page.ts'
import { importPayments } from './import.ts'

const rejection = fields<{ reason?: string }>({
  reason: text(500, { lineBreaks: true }).description('The reason that the customer is shown.'),
}).example({ reason: 'No transfer with this reference has arrived.' })

interface ConfirmationInput {
  amount_received?: Amount
  accept_partial?: boolean
  accept_late?: boolean
}

const confirmation = fields<ConfirmationInput>({
  amount_received: amount(1).description(
    'The amount that arrived this time. Default: the whole missing amount (see `accept_partial`). If it is less, the payment waits for the rest, and the customer gets an email. If it is more, refund the surplus.',
  ),
  accept_partial: Joi.boolean()
    .description(
      'Completes the order with less than the full amount too. Without `amount_received`, the amount that arrived before completes it, if there is any.',
    )
    .meta({ default: false }),
  accept_late: Joi.boolean()
    .description(
      'Completes an expired order too, if that is still possible. A plan change with a credit is never completed late: its payment becomes `refund_required`.',
    )
    .meta({ default: false }),
}).example({ amount_received: 25_000 })

/** Returns the permanent key of a received amount. An answer is stored for a day, but an amount must never be added twice. */
function entryKeyOf(idempotencyKey: string): string {
  return `key ${sha256(idempotencyKey).toString('hex')}`
}

const paymentQuery = listQuery<PaymentFilter>({
  status: queryValues(PAYMENT_STATUSES).description('Only payments with one of these statuses.'),
  method: Joi.string()
    .valid(...methods.map(({ name }) => name))
    .description('Only payments with this method.'),
  checkout_id: queryId().description('Only payments for this checkout.'),
  invoice_id: queryId().description('Only payments for this invoice.'),
  reference: text(32).description('Only payments with this reference.'),
  amount: queryNumber({ least: 1 }, 'must be a whole number from 1').description(
    'Only payments of this amount.',
  ),
  client_reference_id: text(191).description(
    'Only payments for orders and invoices with your own reference.',
  ),
  customer_id: queryId().description('Only payments of this customer.'),
  customer_email: text(254).description('Only payments of the customer or guest with this email address.'),
})

export const paymentEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: '/payments',
      name: 'listPayments',
      summary: 'List payments',
      answers: { 200: listOf(payment) },
      refuses: ['unsupported_filter_combination'],
      query: paymentQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(
        request,
        await readList(query, (sql) => listPayments(sql, request.scope, query, now())),
      )
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
      data: await onConnection((sql) => readPayment(sql, request.scope, request.id('payment_id'), now())),
    }),
  ),
  importPayments,
  writes(
    {
      method: 'post',
      path: '/payments/:payment_id/confirm',
      name: 'confirmPayment',
      summary: 'Confirm a payment',
      description:
        'Records that the money has arrived, reported or not, and completes the order. A payment that lapsed or was rejected can be confirmed for 60 days. If the order can no longer be completed, the payment becomes `refund_required`. Send each partial amount with its own `Idempotency-Key`. It is added once per key, even after the stored answer has expired; then a repeated request returns the current payment.',
      answers: { 200: one(payment) },
      refuses: ['payment_not_pending'],
      body: confirmation,
    },
    async (tx, request) => {
      const id = request.id('payment_id')
      const given = request.draft.partial()
      const confirmed = {
        verifiedBy: 'api',
        amountReceived: given.amount_received,
        acceptPartial: given.accept_partial,
        acceptLate: given.accept_late,
      }
      if (request.idempotencyKey === null)
        return { status: 200, data: await confirmPayment(tx, request.scope, id, confirmed) }
      const entryKey = entryKeyOf(request.idempotencyKey)
      const entered = await confirmPaymentOnce(tx, request.scope, id, { ...confirmed, entryKey })
      return { status: 200, data: entered ?? (await getPayment(tx.sql, request.scope, id, tx.now)) }
    },
  ),
  writes(
    {
      method: 'post',
      path: '/payments/:payment_id/reject',
      name: 'rejectPayment',
      summary: 'Reject a pending payment',
      description: 'Records that the money has not arrived. The customer gets an email, and can pay again.',
      answers: { 200: one(payment) },
      refuses: ['payment_not_pending'],
      body: rejection,
    },
    async (tx, request) => {
      const id = request.id('payment_id')
      const { reason = null } = request.draft.partial()
      return { status: 200, data: await rejectPayment(tx, request.scope, id, reason, 'api') }
    },
  ),
]
