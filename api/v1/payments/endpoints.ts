import Joi from 'joi'
import type { Amount } from '../../../common/kit/money.ts'
import { sha256 } from '../../../common/kit/secrets.ts'
import { confirmTransfer, confirmTransferOnce } from '../../../common/payments/confirm-transfer.ts'
import { getPayment, readPayment } from '../../../common/payments/find.ts'
import { listPayments, type PaymentFilter } from '../../../common/payments/list.ts'
import { methods } from '../../../common/payments/methods/all.ts'
import { payment } from '../../../common/payments/object.ts'
import { rejectTransfer } from '../../../common/payments/reject-transfer.ts'
import { PAYMENT_STATUSES } from '../../../common/payments/rules/status.ts'
import { now } from '../../../common/runtime/clock.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { amount, fields, queryId, queryNumber, queryValues, text } from '../../fields.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer, listQuery } from '../../page.ts'

const rejection = fields<{ reason?: string }>({
  reason: text(500, { lineBreaks: true }).description('What the customer is told.'),
}).example({ reason: 'No transfer with this reference has arrived.' })

interface ConfirmationInput {
  amount_received?: Amount
  accept_partial?: boolean
  accept_late?: boolean
}

const confirmation = fields<ConfirmationInput>({
  amount_received: amount(1).description(
    'What has come this time; all that was missing, if not given (see `accept_partial`). Less: the payment waits for the rest, and its customer is told. More: the surplus is to be given back.',
  ),
  accept_partial: Joi.boolean()
    .description(
      'Less than the sum completes what it pays for as well. Without `amount_received`: what has come before does, where anything has.',
    )
    .meta({ default: false }),
  accept_late: Joi.boolean()
    .description('What has expired is completed all the same, where that is possible.')
    .meta({ default: false }),
}).example({ amount_received: 25_000 })

/** What a sum that came goes by for good: answers are kept for a day, but it must never be added a second time. */
function entryKeyOf(idempotencyKey: string): string {
  return `key ${sha256(idempotencyKey).toString('hex')}`
}

const paymentQuery = listQuery<PaymentFilter>({
  status: queryValues(PAYMENT_STATUSES).description('Only those with one of these statuses.'),
  method: Joi.string()
    .valid(...methods.map(({ name }) => name))
    .description('Only those by this method.'),
  checkout_id: queryId().description('Only those for this checkout.'),
  invoice_id: queryId().description('Only those for this invoice.'),
  reference: text(32).description('Only those with this reference on the transfer.'),
  amount: queryNumber({ least: 1 }, 'must be a whole number from 1').description('Only those of this sum.'),
  client_reference_id: text(191).description('Only those for what you gave this name.'),
  customer_id: queryId().description('Only those of this customer.'),
  customer_email: text(254).description('Only those of whoever left this address.'),
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
      return listAnswer(request, await onConnection((sql) => listPayments(sql, request.scope, query, now())))
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
  writes(
    {
      method: 'post',
      path: '/payments/:payment_id/confirm',
      name: 'confirmPayment',
      summary: 'Confirm a transfer',
      description:
        'The money has arrived, reported or not: what it pays for is complete. Also within 60 days of the end of a transfer that lapsed or was rejected. What can complete nothing any more is `refund_required`. Send each part of a sum with an `Idempotency-Key` of its own: a part is added once per key, also after the answer to it is not kept any more; a repeat answers the payment as it stands.',
      answers: { 200: one(payment) },
      refuses: ['payment_not_pending'],
      body: confirmation,
    },
    async (tx, request) => {
      const id = request.id('payment_id')
      const given = request.draft.partial()
      const said = {
        verifiedBy: 'api',
        amountReceived: given.amount_received,
        acceptPartial: given.accept_partial,
        acceptLate: given.accept_late,
      }
      if (request.idempotencyKey === null)
        return { status: 200, data: await confirmTransfer(tx, request.scope, id, said) }
      const entryKey = entryKeyOf(request.idempotencyKey)
      const entered = await confirmTransferOnce(tx, request.scope, id, { ...said, entryKey })
      return { status: 200, data: entered ?? (await getPayment(tx.sql, request.scope, id, tx.now)) }
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
      const id = request.id('payment_id')
      const { reason = null } = request.draft.partial()
      return { status: 200, data: await rejectTransfer(tx, request.scope, id, reason, 'api') }
    },
  ),
]
