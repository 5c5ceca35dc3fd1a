import Joi from 'joi'
import {
  type ResendInput,
  webhookDelivery,
  webhookResend,
} from '../../../common/domain/webhooks/deliveries/object.ts'
import { getDelivery } from '../../../common/services/webhooks/deliveries/find.ts'
import { type DeliveryFilter, listDeliveries } from '../../../common/services/webhooks/deliveries/list.ts'
import { resendDelivery } from '../../../common/services/webhooks/deliveries/resend.ts'
import { resendFailed } from '../../../common/services/webhooks/deliveries/resend-failed.ts'
import { readList } from '../../../db/replica.ts'
import { inSnapshot } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { fields, id, pastTime, queryId } from '../../fields.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer, listQuery } from '../../page.ts'

const deliveryQuery = listQuery<DeliveryFilter>({
  endpoint_id: queryId().description('Only deliveries to this endpoint.'),
  event_id: queryId().description('Only deliveries of this event.'),
  status: Joi.string()
    .valid('pending', 'succeeded', 'failed', 'canceled')
    .description('Only deliveries with this status.'),
})

const resendBody = fields<ResendInput>({
  since: pastTime('Send the time at which the failures began')
    .required()
    .description(
      'Sends every delivery again that has failed since this time, also one that waits for its next attempt.',
    ),
  endpoint_id: id().description('Only deliveries to this endpoint. Default: to every active one.'),
}).example({ since: '2026-02-05T06:00:00Z', endpoint_id: 3 })

const ALL = '/webhook-deliveries'
const ONE = `${ALL}/:webhook_delivery_id`
const ID = 'webhook_delivery_id'

export const webhookDeliveryEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: ALL,
      name: 'listWebhookDeliveries',
      summary: 'List webhook deliveries',
      answers: { 200: listOf(webhookDelivery) },
      refuses: [],
      query: deliveryQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await readList(query, (sql) => listDeliveries(sql, request.scope, query)))
    },
  ),
  reads(
    {
      method: 'get',
      path: ONE,
      name: 'retrieveWebhookDelivery',
      summary: 'Retrieve a webhook delivery',
      answers: { 200: one(webhookDelivery) },
      refuses: [],
    },
    async (request) => ({
      data: await inSnapshot((sql) => getDelivery(sql, request.scope, request.id(ID))),
    }),
  ),
  writes(
    {
      method: 'post',
      path: `${ALL}/resend`,
      name: 'resendFailedWebhookDeliveries',
      summary: 'Send failed webhook deliveries again',
      description:
        'Sends each delivery once, in addition to its schedule. They are sent in batches, so many take a while.',
      answers: { 200: one(webhookResend) },
      refuses: ['endpoint_inactive'],
      body: resendBody,
    },
    async (tx, request) => ({ status: 200, data: await resendFailed(tx, request.scope, request.body()) }),
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/resend`,
      name: 'resendWebhookDelivery',
      summary: 'Send a webhook delivery again',
      description: 'Sends the same id and the same bytes again, whatever the status.',
      answers: { 200: one(webhookDelivery) },
      refuses: ['endpoint_inactive'],
    },
    async (tx, request) => ({ status: 200, data: await resendDelivery(tx, request.scope, request.id(ID)) }),
  ),
]
