import { createCheckout } from '../../../common/checkouts/create-checkout.ts'
import { findCheckout } from '../../../common/checkouts/find-checkout.ts'
import { listCheckouts } from '../../../common/checkouts/list-checkouts.ts'
import type { CheckoutObject } from '../../../common/checkouts/object.ts'
import { expireNow } from '../../../common/payments/expire-now.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import type { Scope } from '../../../common/projects/project.ts'
import { now } from '../../../common/runtime/clock.ts'
import { read } from '../../../db/sql.ts'
import type { Sql } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { listAnswer } from '../../page.ts'
import { checkoutBody, checkoutQuery } from './schema.ts'

export const checkoutEndpoints: Endpoint[] = [
  writes(
    { method: 'post', path: '/checkouts', summary: 'Create a checkout', body: checkoutBody },
    async (tx, request) => ({ status: 201, data: await createCheckout(tx, request, request.draft) }),
  ),
  reads(
    { method: 'get', path: '/checkouts', summary: 'List checkouts', query: checkoutQuery },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await read((sql) => listCheckouts(sql, request, query, now())))
    },
  ),
  reads(
    { method: 'get', path: '/checkouts/:checkout_id', summary: 'Retrieve a checkout' },
    async (request) => ({
      data: await read((sql) => existing(sql, request, request.id('checkout_id'))),
    }),
  ),
  writes(
    { method: 'post', path: '/checkouts/:checkout_id/expire', summary: 'Expire a checkout' },
    async (tx, request) => {
      const { id } = await existing(tx.sql, request, request.id('checkout_id'))
      request.body()
      await expireNow(tx, request, id)
      return { status: 200, data: await existing(tx.sql, request, id) }
    },
  ),
]

async function existing(sql: Sql, scope: Scope, id: number): Promise<CheckoutObject> {
  const checkout = await findCheckout(sql, scope, id, now())
  if (!checkout) throw new Refusal({ code: 'not_found', words: { what: 'checkout' } })
  return checkout
}
