import Joi from 'joi'
import { deliveryOf, listDeliveries } from '../../../common/webhooks/find-deliveries.ts'
import type { DeliveryFilter } from '../../../common/webhooks/find-deliveries.ts'
import { resendDelivery } from '../../../common/webhooks/resend-delivery.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { fields, queryId } from '../../fields.ts'
import type { ListQuery } from '../../page.ts'
import { listAnswer, PAGE_FIELD } from '../../page.ts'

const deliveryQuery = fields<ListQuery & DeliveryFilter>({
  ...PAGE_FIELD,
  endpoint_id: queryId(),
  event_id: queryId(),
  status: Joi.string().valid('pending', 'succeeded', 'failed', 'canceled'),
})

const ALL = '/webhook-deliveries'
const ONE = `${ALL}/:webhook_delivery_id`
const ID = 'webhook_delivery_id'

export const webhookDeliveryEndpoints: Endpoint[] = [
  reads(
    { method: 'get', path: ALL, summary: 'List webhook deliveries', query: deliveryQuery },
    async (request) => {
      const { page = 1, ...filter } = request.query()
      return listAnswer(request, await read((sql) => listDeliveries(sql, request, filter, page)))
    },
  ),
  reads({ method: 'get', path: ONE, summary: 'Retrieve a webhook delivery' }, async (request) => ({
    data: await read((sql) => deliveryOf(sql, request, request.id(ID))),
  })),
  writes(
    { method: 'post', path: `${ONE}/resend`, summary: 'Send a webhook delivery again' },
    async (tx, request) => ({ status: 200, data: await resendDelivery(tx, request, request.id(ID)) }),
  ),
]
