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
import { listOf, one } from '../../openapi/shape.ts'
import { checkout, newCheckout } from '../../openapi/shapes/checkout.ts'
import { checkoutBody, checkoutQuery } from './schema.ts'

const CREATE_REFUSES = [
  'already_subscribed',
  'amount_too_large',
  'customer_not_found',
  'customer_required',
  'discount_exceeds_subtotal',
  'lookup_key_not_found',
  'price_inactive',
  'plan_change_at_period_end',
  'plan_limit_reached',
  'price_not_found',
  'single_item_required',
  'subscription_canceled',
  'subscription_id_required',
  'subscription_not_found',
] as const

export const checkoutEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/checkouts',
      name: 'createCheckout',
      summary: 'Create a checkout',
      description:
        'Send the customer to the `url` that comes back. It can be paid for two months, unless `expires_at` says otherwise.',
      answers: { 201: one(newCheckout) },
      refuses: CREATE_REFUSES,
      aboutFields: ['subscription_canceled'],
      body: checkoutBody,
    },
    async (tx, request) => ({ status: 201, data: await createCheckout(tx, request, request.draft) }),
  ),
  reads(
    {
      method: 'get',
      path: '/checkouts',
      name: 'listCheckouts',
      summary: 'List checkouts',
      answers: { 200: listOf(checkout) },
      refuses: [],
      query: checkoutQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await read((sql) => listCheckouts(sql, request, query, now())))
    },
  ),
  reads(
    {
      method: 'get',
      path: '/checkouts/:checkout_id',
      name: 'retrieveCheckout',
      summary: 'Retrieve a checkout',
      answers: { 200: one(checkout) },
      refuses: [],
    },
    async (request) => ({
      data: await read((sql) => existing(sql, request, request.id('checkout_id'))),
    }),
  ),
  writes(
    {
      method: 'post',
      path: '/checkouts/:checkout_id/expire',
      name: 'expireCheckout',
      summary: 'Expire a checkout',
      description: 'From now on it cannot be paid. Only an open one can be expired.',
      answers: { 200: one(checkout) },
      refuses: ['checkout_not_open'],
    },
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
