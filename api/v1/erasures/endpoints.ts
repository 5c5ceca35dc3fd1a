import { erasure } from '../../../common/erasures/object.ts'
import { eraseGuest } from '../../../common/operations/erase-guest.ts'
import { type Endpoint, writes } from '../../endpoint.ts'
import { one } from '../../openapi/reply.ts'
import { erasureBody } from './schema.ts'

export const erasureEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/erasures',
      name: 'eraseGuest',
      summary: 'Erase a guest',
      description:
        'Erases what somebody without a customer has left by an address, as deleting a customer does: email, phone, addresses and answers, in orders, invoices, payments, events and emails. The money records stay. Their open checkouts expire. Of very many orders the rest follows within seconds. Who is registered is not erased by this: delete each customer.',
      answers: { 200: one(erasure) },
      refuses: ['customer_has_pending_payment'],
      body: erasureBody,
    },
    async (tx, request) => ({ status: 200, data: await eraseGuest(tx, request.scope, request.draft) }),
  ),
]
