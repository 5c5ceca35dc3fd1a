import { event } from '../../../common/domain/events/object.ts'
import { webhookEndpoint } from '../../../common/domain/webhooks/endpoints/object.ts'
import { rehearsal } from '../../../common/domain/webhooks/rehearsals/object.ts'
import { deleted } from '../../../common/kit/deleted.ts'
import { createEndpoint } from '../../../common/services/webhooks/endpoints/create.ts'
import { deleteEndpoint } from '../../../common/services/webhooks/endpoints/delete.ts'
import { getEndpoint } from '../../../common/services/webhooks/endpoints/find.ts'
import { listEndpoints } from '../../../common/services/webhooks/endpoints/list.ts'
import { rotateSecret } from '../../../common/services/webhooks/endpoints/rotate-secret.ts'
import { testEndpoint } from '../../../common/services/webhooks/endpoints/test.ts'
import { updateEndpoint } from '../../../common/services/webhooks/endpoints/update.ts'
import { createRehearsal } from '../../../common/services/webhooks/rehearsals/create.ts'
import { getRehearsal } from '../../../common/services/webhooks/rehearsals/find.ts'
import { readList } from '../../../db/replica.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer } from '../../page.ts'
import { endpointBody, endpointChanges, endpointQuery, rehearsalBody } from './schema.ts'

const ALL = '/webhook-endpoints'
const ONE = `${ALL}/:webhook_endpoint_id`
const ID = 'webhook_endpoint_id'

export const webhookEndpointEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: ALL,
      name: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description:
        'Store the `secret`: it is shown in full only here and when it is replaced. Each mode can have 200 endpoints.',
      answers: { 201: one(webhookEndpoint) },
      refuses: [],
      body: endpointBody,
    },
    async (tx, request) => ({ status: 201, data: await createEndpoint(tx, request.scope, request.body()) }),
  ),
  reads(
    {
      method: 'get',
      path: ALL,
      name: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      answers: { 200: listOf(webhookEndpoint) },
      refuses: [],
      query: endpointQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await readList(query, (sql) => listEndpoints(sql, request.scope, query)))
    },
  ),
  reads(
    {
      method: 'get',
      path: ONE,
      name: 'retrieveWebhookEndpoint',
      summary: 'Retrieve a webhook endpoint',
      answers: { 200: one(webhookEndpoint) },
      refuses: [],
    },
    async (request) => ({
      data: await onConnection((sql) => getEndpoint(sql, request.scope, request.id(ID))),
    }),
  ),
  writes(
    {
      method: 'patch',
      path: ONE,
      name: 'updateWebhookEndpoint',
      summary: 'Update a webhook endpoint',
      description:
        'Deactivating an endpoint cancels its pending deliveries. `resend_since` sends the events that it missed.',
      answers: { 200: one(webhookEndpoint) },
      refuses: [],
      body: endpointChanges,
    },
    async (tx, request) => ({
      status: 200,
      data: await updateEndpoint(tx, request.scope, request.id(ID), request.draft),
    }),
  ),
  writes(
    {
      method: 'delete',
      path: ONE,
      name: 'deleteWebhookEndpoint',
      summary: 'Delete a webhook endpoint',
      answers: { 200: one(deleted) },
      refuses: [],
    },
    async (tx, request) => ({
      status: 200,
      data: await deleteEndpoint(tx, request.scope, request.id(ID)),
    }),
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/rotate-secret`,
      name: 'rotateWebhookEndpointSecret',
      summary: "Replace a webhook endpoint's signing secret",
      description:
        'Deliveries carry signatures of the old and the new secret for 24 hours, so that you can switch. If you replace it again, each of the last four secrets has its own 24 hours.',
      answers: { 200: one(webhookEndpoint) },
      refuses: [],
    },
    async (tx, request) => ({ status: 200, data: await rotateSecret(tx, request.scope, request.id(ID)) }),
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/test`,
      name: 'testWebhookEndpoint',
      summary: 'Send a webhook endpoint a test event',
      description: 'Sends the event to this endpoint only, whatever its `events` are.',
      answers: { 201: one(event) },
      refuses: ['endpoint_inactive'],
    },
    async (tx, request) => ({ status: 201, data: await testEndpoint(tx, request.scope, request.id(ID)) }),
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/rehearse`,
      name: 'rehearseWebhookEndpoint',
      summary: "Rehearse a subscription's life",
      description:
        'In test mode only. Signs and sends twelve events, from the first payment to the end, to this endpoint, filtered by its `events`. Their objects do not exist: their ids are 900000000000000 or more, and `metadata.rehearsal` names the rehearsal.',
      answers: { 201: one(rehearsal) },
      refuses: ['endpoint_inactive'],
      body: rehearsalBody,
    },
    async (tx, request) => {
      return {
        status: 201,
        data: await createRehearsal(tx, request.scope, request.id(ID), request.draft),
      }
    },
  ),
  reads(
    {
      method: 'get',
      path: `${ONE}/rehearsals/:rehearsal_id`,
      name: 'retrieveWebhookRehearsal',
      summary: 'Retrieve a rehearsal',
      description: 'Returns the answer to each delivery and the conclusions.',
      answers: { 200: one(rehearsal) },
      refuses: [],
    },
    async (request) => ({
      data: await onConnection((sql) =>
        getRehearsal(sql, request.scope, request.id(ID), request.id('rehearsal_id')),
      ),
    }),
  ),
]
