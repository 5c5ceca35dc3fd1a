import { createCheckout } from '../../../common/checkouts/create-checkout.ts'
import { findCheckout } from '../../../common/checkouts/find-checkout.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { now } from '../../../common/runtime/clock.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { checkoutBody } from './schema.ts'

export const checkoutEndpoints: Endpoint[] = [
  writes(
    { method: 'post', path: '/checkouts', summary: 'Create a checkout', body: checkoutBody },
    async (tx, request) => ({
      status: 201,
      data: await createCheckout(tx, request, request.draft),
    }),
  ),
  reads(
    { method: 'get', path: '/checkouts/:checkout_id', summary: 'Retrieve a checkout' },
    async (request) => {
      const checkout = await read((sql) => findCheckout(sql, request, request.id('checkout_id'), now()))
      if (!checkout) throw new Refusal({ code: 'not_found', words: { what: 'checkout' } })
      return { data: checkout }
    },
  ),
]
