import { deleteCustomer } from '../../../common/customers/delete-customer.ts'
import { customerOf, listCustomers } from '../../../common/customers/find-customer.ts'
import { presentCustomer } from '../../../common/customers/present.ts'
import { saveCustomer } from '../../../common/customers/save-customer.ts'
import { updateCustomer } from '../../../common/customers/update-customer.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { listAnswer } from '../../page.ts'
import { customerBody, customerChanges, customerQuery } from './schema.ts'

const ONE = '/customers/:customer_id'
const BY_REFERENCE = '/customers/by-client-reference-id/:client_reference_id'

export const customerEndpoints: Endpoint[] = [
  writes(
    { method: 'post', path: '/customers', summary: 'Create or update a customer', body: customerBody },
    async (tx, request) => {
      const { created, customer } = await saveCustomer(tx, request, request.draft)
      return { status: created ? 201 : 200, data: customer }
    },
  ),
  reads(
    { method: 'get', path: '/customers', summary: 'List customers', query: customerQuery },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await read((sql) => listCustomers(sql, request, query)))
    },
  ),
  reads({ method: 'get', path: ONE, summary: 'Retrieve a customer' }, async (request) => {
    const id = request.id('customer_id')
    return { data: presentCustomer(await read((sql) => customerOf(sql, request, { id }))) }
  }),
  reads(
    { method: 'get', path: BY_REFERENCE, summary: 'Retrieve a customer by your own reference' },
    async (request) => {
      // Stored references are trimmed, and the column's comparison passes over spaces at the end.
      const reference = request.param('client_reference_id').trim()
      return { data: presentCustomer(await read((sql) => customerOf(sql, request, { reference }))) }
    },
  ),
  writes(
    { method: 'patch', path: ONE, summary: 'Update a customer', body: customerChanges },
    async (tx, request) => ({
      status: 200,
      data: await updateCustomer(tx, request, request.id('customer_id'), request.draft),
    }),
  ),
  writes({ method: 'delete', path: ONE, summary: 'Delete a customer' }, async (tx, request) => ({
    status: 200,
    data: await deleteCustomer(tx, request, request.id('customer_id')),
  })),
]
