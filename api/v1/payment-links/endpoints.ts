import { paymentLink } from '../../../common/domain/payment-links/object.ts'
import { now } from '../../../common/runtime/clock.ts'
import {
  createPaymentLink,
  updatePaymentLink,
} from '../../../common/services/operations/save-payment-link.ts'
import { getPaymentLink } from '../../../common/services/payment-links/find.ts'
import { listPaymentLinks } from '../../../common/services/payment-links/list.ts'
import { readList } from '../../../db/replica.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer } from '../../page.ts'
import { paymentLinkBody, paymentLinkChanges, paymentLinkQuery } from './schema.ts'

const ONE = '/payment-links/:payment_link_id'

const REFUSES = [
  'amount_too_large',
  'lookup_key_not_found',
  'no_payment_method',
  'period_too_long',
  'price_inactive',
  'price_not_found',
  'single_item_required',
] as const

export const paymentLinkEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/payment-links',
      name: 'createPaymentLink',
      summary: 'Create a payment link',
      description:
        'Print or post the returned `url`; with `/code.svg` after it, it is a QR code. Visitors see what you sell, and the button opens a checkout of their own, with `payment_link_id`. Recurring prices ask for an email address first, and belong to the customer with that address.',
      answers: { 201: one(paymentLink) },
      refuses: REFUSES,
      paths: { no_payment_method: 'items' },
      body: paymentLinkBody,
    },
    async (tx, request) => ({ status: 201, data: await createPaymentLink(tx, request.scope, request.draft) }),
  ),
  reads(
    {
      method: 'get',
      path: '/payment-links',
      name: 'listPaymentLinks',
      summary: 'List payment links',
      answers: { 200: listOf(paymentLink) },
      refuses: [],
      query: paymentLinkQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(
        request,
        await readList(query, (sql) => listPaymentLinks(sql, request.scope, query, now())),
      )
    },
  ),
  reads(
    {
      method: 'get',
      path: ONE,
      name: 'retrievePaymentLink',
      summary: 'Retrieve a payment link',
      answers: { 200: one(paymentLink) },
      refuses: [],
    },
    async (request) => ({
      data: await getPaymentLink(request.scope, request.id('payment_link_id'), now()),
    }),
  ),
  writes(
    {
      method: 'patch',
      path: ONE,
      name: 'updatePaymentLink',
      summary: 'Update a payment link',
      description:
        'The address stays the same. Checkouts that the link has opened do not change, and can still be paid for a day at most. `items` and `custom_fields` are replaced as a whole. To end it, set `active` to false.',
      answers: { 200: one(paymentLink) },
      refuses: REFUSES,
      paths: { no_payment_method: 'items' },
      body: paymentLinkChanges,
    },
    async (tx, request) => ({
      status: 200,
      data: await updatePaymentLink(tx, request.scope, request.id('payment_link_id'), request.draft),
    }),
  ),
]
