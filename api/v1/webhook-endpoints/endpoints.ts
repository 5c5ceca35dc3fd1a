import { createEndpoint } from '../../../common/webhooks/create-endpoint.ts'
import { deleteEndpoint } from '../../../common/webhooks/delete-endpoint.ts'
import { endpointOf, listEndpoints, lockEndpoint } from '../../../common/webhooks/find-endpoint.ts'
import { rotateSecret } from '../../../common/webhooks/rotate-secret.ts'
import { testEndpoint } from '../../../common/webhooks/test-endpoint.ts'
import { updateEndpoint } from '../../../common/webhooks/update-endpoint.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { listAnswer } from '../../page.ts'
import { endpointBody, endpointChanges, endpointQuery } from './schema.ts'

const ALL = '/webhook-endpoints'
const ONE = `${ALL}/:webhook_endpoint_id`
const ID = 'webhook_endpoint_id'

export const webhookEndpointEndpoints: Endpoint[] = [
  writes(
    { method: 'post', path: ALL, summary: 'Create a webhook endpoint', body: endpointBody },
    async (tx, request) => ({ status: 201, data: await createEndpoint(tx, request, request.body()) }),
  ),
  reads(
    { method: 'get', path: ALL, summary: 'List webhook endpoints', query: endpointQuery },
    async (request) => {
      const { page = 1 } = request.query()
      return listAnswer(request, await read((sql) => listEndpoints(sql, request, page)))
    },
  ),
  reads({ method: 'get', path: ONE, summary: 'Retrieve a webhook endpoint' }, async (request) => ({
    data: await read((sql) => endpointOf(sql, request, request.id(ID))),
  })),
  writes(
    { method: 'patch', path: ONE, summary: 'Update a webhook endpoint', body: endpointChanges },
    async (tx, request) => {
      await lockEndpoint(tx, request, request.id(ID)) // no such endpoint comes before what is wrong with the body
      return { status: 200, data: await updateEndpoint(tx, request, request.id(ID), request.body()) }
    },
  ),
  writes({ method: 'delete', path: ONE, summary: 'Delete a webhook endpoint' }, async (tx, request) => ({
    status: 200,
    data: await deleteEndpoint(tx, request, request.id(ID)),
  })),
  writes(
    {
      method: 'post',
      path: `${ONE}/rotate-secret`,
      summary: "Replace a webhook endpoint's signing secret; the old one signs beside it for 24 hours",
    },
    async (tx, request) => ({ status: 200, data: await rotateSecret(tx, request, request.id(ID)) }),
  ),
  writes(
    { method: 'post', path: `${ONE}/test`, summary: 'Send a webhook endpoint a test event' },
    async (tx, request) => ({ status: 201, data: await testEndpoint(tx, request, request.id(ID)) }),
  ),
]
