import { customer } from '../../../common/domain/customers/object.ts'
import { deleted } from '../../../common/kit/deleted.ts'
import { getCustomer } from '../../../common/services/customers/find.ts'
import { listCustomers } from '../../../common/services/customers/list.ts'
import { saveCustomer } from '../../../common/services/customers/save.ts'
import { updateCustomer } from '../../../common/services/customers/update.ts'
import { deleteCustomer } from '../../../common/services/operations/delete-customer.ts'
import { readList } from '../../../db/replica.ts'
import { inSnapshot } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer } from '../../page.ts'
import { customerBody, customerChanges, customerQuery } from './schema.ts'

const ONE = '/customers/:customer_id'
const BY_REFERENCE = '/customers/by-client-reference-id/:client_reference_id'

export const customerEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/customers',
      name: 'saveCustomer',
      summary: 'Create or update a customer',
      description:
        'If a customer with this `client_reference_id` exists, it is updated with the fields that you send, and the status is 200. So you can call this before every checkout. Without it, each call creates another customer, even if the `email` is the same.',
      answers: { 200: one(customer), 201: one(customer) },
      refuses: [],
      body: customerBody,
    },
    async (tx, request) => {
      const { created, customer } = await saveCustomer(tx, request.scope, request.draft)
      return { status: created ? 201 : 200, data: customer }
    },
  ),
  reads(
    {
      method: 'get',
      path: '/customers',
      name: 'listCustomers',
      summary: 'List customers',
      answers: { 200: listOf(customer) },
      refuses: [],
      query: customerQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await readList(query, (sql) => listCustomers(sql, request.scope, query)))
    },
  ),
  reads(
    {
      method: 'get',
      path: ONE,
      name: 'retrieveCustomer',
      summary: 'Retrieve a customer',
      description: '`subscriptions` lists those that give access now.',
      answers: { 200: one(customer) },
      refuses: [],
    },
    async (request) => {
      const id = request.id('customer_id')
      return { data: await inSnapshot((sql) => getCustomer(sql, request.scope, { id })) }
    },
  ),
  reads(
    {
      method: 'get',
      path: BY_REFERENCE,
      name: 'retrieveCustomerByClientReferenceId',
      summary: 'Retrieve a customer by your own reference',
      answers: { 200: one(customer) },
      refuses: [],
    },
    async (request) => {
      const reference = request.param('client_reference_id')
      return { data: await inSnapshot((sql) => getCustomer(sql, request.scope, { reference })) }
    },
  ),
  writes(
    {
      method: 'patch',
      path: ONE,
      name: 'updateCustomer',
      summary: 'Update a customer',
      answers: { 200: one(customer) },
      refuses: [],
      body: customerChanges,
    },
    async (tx, request) => ({
      status: 200,
      data: await updateCustomer(tx, request.scope, request.id('customer_id'), request.draft),
    }),
  ),
  writes(
    {
      method: 'delete',
      path: ONE,
      name: 'deleteCustomer',
      summary: 'Delete a customer',
      description:
        'Erases the personal data of the customer: name, email, phone, addresses and answers. Records of money are kept without the name. Open checkouts expire.',
      answers: { 200: one(deleted) },
      refuses: ['customer_has_subscription', 'customer_has_pending_payment'],
    },
    async (tx, request) => ({
      status: 200,
      data: await deleteCustomer(tx, request.scope, request.id('customer_id')),
    }),
  ),
]
