import Joi from 'joi'
import type { RefundInput } from '../../../common/domain/refunds/input.ts'
import { refund, refundProperties } from '../../../common/domain/refunds/object.ts'
import { refundPayment } from '../../../common/services/operations/refund-payment.ts'
import { getRefund } from '../../../common/services/refunds/find.ts'
import { listRefunds, type RefundFilter } from '../../../common/services/refunds/list.ts'
import { readList } from '../../../db/replica.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { amount, fields, queryId } from '../../fields.ts'
import { created } from '../../given.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer, listQuery } from '../../page.ts'

const refundBody = fields<RefundInput>({
  amount: amount(1).description('The amount. Default: everything that is left.'),
  ...created(refundProperties),
  cancel_subscription: Joi.boolean()
    .description('Whether the subscription that was paid for ends at once.')
    .meta({ default: false }),
  by_hand: Joi.boolean()
    .description('Whether you have sent the money yourself. Then the provider is not asked to refund.')
    .meta({ default: false }),
}).example({ amount: 5_000, reason: 'requested' })

const refundQuery = listQuery<RefundFilter>({
  payment_id: queryId().description('Only refunds of this payment.'),
})

export const refundEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/payments/:payment_id/refunds',
      name: 'createRefund',
      summary: 'Refund a payment',
      description:
        'Returns money of a payment to the customer. If the provider can refund, it does: the refund is `pending` until then, and `failed` with a `failure_message` if it fails. For other methods, such as a bank transfer, send the money by hand and record it here. The customer gets an email when it is done. The payment is `refunded` when all of it was returned. A refund lowers the credit for the subscription time that the payment bought. Fully refunded time that has not begun is removed.',
      answers: { 201: one(refund) },
      refuses: ['payment_not_paid', 'refund_exceeds_payment'],
      body: refundBody,
    },
    async (tx, request) => {
      const id = request.id('payment_id')
      return { status: 201, data: await refundPayment(tx, request.scope, id, request.draft) }
    },
  ),
  reads(
    {
      method: 'get',
      path: '/refunds',
      name: 'listRefunds',
      summary: 'List refunds',
      answers: { 200: listOf(refund) },
      refuses: [],
      query: refundQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await readList(query, (sql) => listRefunds(sql, request.scope, query)))
    },
  ),
  reads(
    {
      method: 'get',
      path: '/refunds/:refund_id',
      name: 'retrieveRefund',
      summary: 'Retrieve a refund',
      answers: { 200: one(refund) },
      refuses: [],
    },
    async (request) => ({
      data: await getRefund(request.scope, request.id('refund_id')),
    }),
  ),
]
