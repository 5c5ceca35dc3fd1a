import { checkout, newCheckout } from '../../../common/domain/checkouts/object.ts'
import { now } from '../../../common/runtime/clock.ts'
import { createCheckout } from '../../../common/services/checkouts/create.ts'
import { getCheckout } from '../../../common/services/checkouts/find.ts'
import { listCheckouts } from '../../../common/services/checkouts/list.ts'
import { expireCheckoutNow } from '../../../common/services/operations/expire-checkout.ts'
import { readList } from '../../../db/replica.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads, writes, writesRaw } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer } from '../../page.ts'
import { payCheckoutBody } from '../pay/schema.ts'
import { payByApi } from './pay.ts'
import { checkoutBody, checkoutQuery } from './schema.ts'

const CREATE_REFUSES = [
  'already_subscribed',
  'amount_too_large',
  'customer_not_found',
  'customer_required',
  'discount_exceeds_subtotal',
  'lookup_key_not_found',
  'no_payment_method',
  'price_inactive',
  'plan_change_at_period_end',
  'period_too_long',
  'plan_limit_reached',
  'price_not_found',
  'single_item_required',
  'subscription_canceled',
  'subscription_id_required',
  'subscription_not_found',
] as const

export const checkoutEndpoints: Endpoint[] = [
  writesRaw(
    {
      method: 'post',
      path: '/checkouts',
      name: 'createCheckout',
      summary: 'Create a checkout',
      description:
        'Send the customer to the returned `url`. The checkout can be paid for two months, or until `expires_at`.',
      answers: { 201: one(newCheckout) },
      refuses: CREATE_REFUSES,
      paths: {
        already_subscribed: 'items.0.price',
        no_payment_method: 'items',
        subscription_canceled: 'subscription_id',
      },
      body: checkoutBody,
    },
    async (tx, request) => ({ status: 201, data: await createCheckout(tx, request.scope, request.draft) }),
  ),
  reads(
    {
      method: 'get',
      path: '/checkouts',
      name: 'listCheckouts',
      summary: 'List checkouts',
      answers: { 200: listOf(checkout) },
      refuses: ['unsupported_filter_combination'],
      query: checkoutQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(
        request,
        await readList(query, (sql) => listCheckouts(sql, request.scope, query, now())),
      )
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
      data: await onConnection((sql) => getCheckout(sql, request.scope, request.id('checkout_id'), now())),
    }),
  ),
  writes(
    {
      method: 'post',
      path: '/checkouts/:checkout_id/pay',
      name: 'payCheckout',
      summary: 'Pay a checkout, in test mode',
      description:
        'Fills in the form and presses Pay, as the customer would on the page, by the same rules. Fields that you do not send keep the values of the page. Returns the updated checkout. A declined test payment leaves it open.',
      answers: { 200: one(checkout) },
      refuses: ['checkout_not_open', 'payment_in_progress'],
      body: payCheckoutBody,
    },
    async (tx, request) => ({ status: 200, data: await payByApi(tx, request, request.id('checkout_id')) }),
  ),
  writes(
    {
      method: 'post',
      path: '/checkouts/:checkout_id/expire',
      name: 'expireCheckout',
      summary: 'Expire a checkout',
      description: 'The checkout can no longer be paid. Only an open checkout can be expired.',
      answers: { 200: one(checkout) },
      refuses: ['checkout_not_open'],
    },
    async (tx, request) => {
      const id = request.id('checkout_id')
      await expireCheckoutNow(tx, request.scope, id)
      return { status: 200, data: await getCheckout(tx.sql, request.scope, id, now()) }
    },
  ),
]
