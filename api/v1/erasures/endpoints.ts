import { erasure } from '../../../common/domain/erasures/object.ts'
import { eraseGuest } from '../../../common/services/operations/erase-guest.ts'
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
        'Erases the personal data of a guest with this email address: email, phone, addresses and answers, in orders, invoices, payments, events and emails. Records of money are kept. Open checkouts of the guest expire. If there are very many orders, the last ones are erased within seconds. Registered customers are not erased: delete each of them.',
      answers: { 200: one(erasure) },
      refuses: ['customer_has_pending_payment'],
      body: erasureBody,
    },
    async (tx, request) => ({ status: 200, data: await eraseGuest(tx, request.scope, request.draft) }),
  ),
]
