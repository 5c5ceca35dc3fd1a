import { expect } from 'chai'
import request, { type Response } from 'supertest'
import { DAY } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { createToken } from '../../common/services/tokens/create.ts'
import { revokeToken } from '../../common/services/tokens/revoke.ts'
import { asDescribed } from '../openapi/as-described.ts'
import { app } from '../support/ask.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { BASIC, type Club, givenClub } from '../support/given/club.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { givenEndpoint } from '../support/given/receiver.ts'
import { paymentsOf } from '../support/look.ts'

/**
 * A mistake of developers who know Stripe and have not read our reference. Each response must earn three points:
 * it names the problem, its place and the solution.
 */
interface Mistake {
  because: string
  /** Method and path below the project. A path that begins with `//` is complete. */
  call: string
  body?: unknown
  headers?: Record<string, string>
  live?: true
  status: number
  /** The path of the problem. For another status than 422: a word of the message. */
  where: string
  what: RegExp
  todo: RegExp
}

type Row = [because: string, call: string, body: unknown, where: string, what: RegExp, todo: RegExp]

const line = { price_data: { unit_amount: 25_000, product_data: { name: 'Tea' } }, quantity: 1 }
const inline = (more: object) => ({ items: [{ ...line, price_data: { ...line.price_data, ...more } }] })
const item = (more: object) => ({ items: [{ quantity: 1, ...more }] })
const planChange = (more: object) => ({
  customer_id: '{customer}',
  subscription_id: '{paid_subscription}',
  ...item({ price: 'gym_gold', ...more }),
})
const PRICE = 'items.0.price'
const AMOUNT = 'items.0.price_data.unit_amount'
const NO_PARAMETER = /is not a parameter of this request/

const CHECKOUTS: Row[] = [
  ['line_items', '', { line_items: [line] }, 'line_items', NO_PARAMETER, /Use items\./],
  ['no items', '', {}, 'items', /^items is required/, /is required/],
  ['items that are not a list', '', { items: line }, 'items', /must be a list/, /in square brackets/],
  ['an empty list', '', { items: [] }, 'items', /must hold/, /at least 1/],
  ['a sum alone', '', { amount: 25_000 }, 'amount', NO_PARAMETER, /Use items\./],
  ['a currency', '', { ...tea(), currency: 'mnt' }, 'currency', NO_PARAMETER, /in MNT\. Leave it out/],
  [
    'a currency in price_data',
    '',
    inline({ currency: 'usd' }),
    'items.0.price_data.currency',
    NO_PARAMETER,
    /in MNT\. Leave it out/,
  ],
  [
    'an id as price',
    '',
    item({ price: 5 }),
    PRICE,
    /lookup key, which is text/,
    /Pass an id as items.0.price_id/,
  ],
  [
    'an id as price, in quotes',
    '',
    item({ price: '5' }),
    PRICE,
    /'5' does not exist/,
    /Pass an id as price_id/,
  ],
  [
    "Stripe's id as price_id",
    '',
    item({ price_id: 'price_1Mx' }),
    'items.0.price_id',
    /must be an id/,
    /a whole number, without quotes/,
  ],
  [
    'a lookup key with a typo',
    '',
    item({ price: 'bsic' }),
    PRICE,
    /'bsic' does not exist/,
    /GET \/prices lists/,
  ],
  ['an unknown id', '', item({ price_id: 987_654 }), 'items.0.price_id', /no price 987654/, /GET \/prices/],
  [
    'two prices at once',
    '',
    item({ price: 'basic', price_id: 5 }),
    PRICE,
    /only one/,
    /Pass only one of price, /,
  ],
  ['no price', '', item({}), PRICE, /one of price, price_id, price_data/, /Pass one of/],
  [
    'a decimal amount',
    '',
    inline({ unit_amount: 25.5 }),
    AMOUNT,
    /whole number/,
    /of the smallest unit of MNT.*: 25000/,
  ],
  ['an amount in quotes', '', inline({ unit_amount: '25000' }), AMOUNT, /whole number/, /without quotes/],
  ['an amount below zero', '', inline({ unit_amount: -1 }), AMOUNT, /from 0 to 999999999999/, /must be/],
  [
    'an amount with a currency sign',
    '',
    inline({ unit_amount: '₮25,000' }),
    AMOUNT,
    /smallest unit/,
    /without quotes/,
  ],
  [
    'unit_amount_decimal',
    '',
    inline({ unit_amount_decimal: '25' }),
    `${AMOUNT}_decimal`,
    NO_PARAMETER,
    /unit_amount\./,
  ],
  [
    'no quantity',
    '',
    { items: [{ ...line, quantity: undefined }] },
    'items.0.quantity',
    /is required/,
    /is required/,
  ],
  [
    'a quantity of zero',
    '',
    { items: [{ ...line, quantity: 0 }] },
    'items.0.quantity',
    /must be/,
    /from 1 to 999999/,
  ],
  [
    'a quantity in quotes',
    '',
    { items: [{ ...line, quantity: '2' }] },
    'items.0.quantity',
    /must be/,
    /without quotes/,
  ],
  [
    'a quantity outside the items',
    '',
    { ...tea(), quantity: 2 },
    'quantity',
    NO_PARAMETER,
    /belongs in items.0.quantity/,
  ],
  [
    'recurring in price_data',
    '',
    inline({ recurring: { interval: 'month' } }),
    'items.0.price_data.recurring',
    NO_PARAMETER,
    /POST \/prices/,
  ],
  [
    'a product in price_data',
    '',
    inline({ product: 5 }),
    'items.0.price_data.product',
    NO_PARAMETER,
    /product_data\./,
  ],
  [
    'a name alone as product',
    '',
    inline({ product_data: 'Tea' }),
    'items.0.price_data.product_data',
    /must be an object/,
    /in braces/,
  ],
  ['mode', '', { ...tea(), mode: 'payment' }, 'mode', NO_PARAMETER, /Leave it out/],
  ['customer', '', { ...tea(), customer: 5 }, 'customer', NO_PARAMETER, /Use customer_id\./],
  [
    'an id in quotes',
    '',
    { ...tea(), customer_id: '5' },
    'customer_id',
    /must be an id/,
    /whole number, without quotes/,
  ],
  [
    'an unknown customer',
    '',
    { ...tea(), customer_id: 987_654 },
    'customer_id',
    /no customer 987654/,
    /POST \/customers/,
  ],
  [
    'an invalid email address',
    '',
    { ...tea(), customer_email: 'bat' },
    'customer_email',
    /e-mail address/,
    /such as name@/,
  ],
  ['email', '', { ...tea(), email: 'bat@example.com' }, 'email', NO_PARAMETER, /Use customer_email\./],
  [
    'an address without https',
    '',
    { ...tea(), success_url: 'shop.mn/thanks' },
    'success_url',
    /absolute/,
    /https:\/\//,
  ],
  [
    'successUrl',
    '',
    { ...tea(), successUrl: 'https://a.mn' },
    'successUrl',
    NO_PARAMETER,
    /Did you mean success_url/,
  ],
  [
    'redirect_url',
    '',
    { ...tea(), redirect_url: 'https://a.mn' },
    'redirect_url',
    NO_PARAMETER,
    /Use success_url/,
  ],
  [
    'a webhook address',
    '',
    { ...tea(), webhook_url: 'https://a.mn' },
    'webhook_url',
    NO_PARAMETER,
    /POST \/webhook-endp/,
  ],
  ['order_id', '', { ...tea(), order_id: 'A-1' }, 'order_id', NO_PARAMETER, /Use client_reference_id/],
  [
    'a number as reference',
    '',
    { ...tea(), client_reference_id: 17 },
    'client_reference_id',
    /text/,
    /in quotes/,
  ],
  [
    'an object where true is wanted',
    '',
    { ...tea(), phone_number_collection: { enabled: true } },
    'phone_number_collection',
    /must be true or false/,
    /true or false/,
  ],
  [
    'a shipping address',
    '',
    { ...tea(), shipping_address_collection: true },
    'shipping_address_collection',
    NO_PARAMETER,
    /Use delivery_address_collection/,
  ],
  ['an unknown language', '', { ...tea(), locale: 'de' }, 'locale', /must be one of/, /'auto', 'en', 'mn'/],
  ['Unix seconds', '', { ...tea(), expires_at: 1_770_271_920 }, 'expires_at', /ISO 8601/, /such as 2026-01/],
  [
    'a time in the past',
    '',
    { ...tea(), expires_at: '2020-01-01T00:00:00Z' },
    'expires_at',
    /30 minutes/,
    /between/,
  ],
  [
    'a number in metadata',
    '',
    { ...tea(), metadata: { seat: 12 } },
    'metadata.seat',
    /must be text/,
    /in quotes/,
  ],
  ['a typo', '', { ...tea(), metdata: {} }, 'metdata', NO_PARAMETER, /Did you mean metadata\?/],
  [
    'too much discount',
    '',
    { ...tea(), discounts: [{ amount: 30_000, description: 'Loyal' }] },
    'discounts',
    /more than the items' 25000/,
    /Lower the discounts/,
  ],
  [
    'a dropdown without choices',
    '',
    { ...tea(), custom_fields: [{ label: 'Size', type: 'dropdown' }] },
    'custom_fields.0.dropdown',
    /is required/,
    /is required/,
  ],
  [
    'a coupon',
    '',
    { ...tea(), coupon: 'SPRING' },
    'coupon',
    NO_PARAMETER,
    /Use discounts, or allow_promotion_codes/,
  ],
  [
    'a plan without a customer',
    '',
    item({ price: 'basic' }),
    'customer_id',
    /needs a customer/,
    /Pass customer_id/,
  ],
  [
    'a plan among other things',
    '',
    { items: [{ price: 'basic', quantity: 1 }, line] },
    'items',
    /exactly one item/,
    /Pass only that item/,
  ],
  ['an archived price', '', item({ price: 'old' }), PRICE, /is archived/, /Use an active price/],
  [
    'an idempotency key in the body',
    '',
    { ...tea(), idempotency_key: 'a' },
    'idempotency_key',
    NO_PARAMETER,
    /header Idempotency-Key/,
  ],
  [
    'trial_period_days',
    '',
    { ...tea(), trial_period_days: 7 },
    'trial_period_days',
    NO_PARAMETER,
    /POST \/subscriptions/,
  ],
  ['livemode', '', { ...tea(), livemode: false }, 'livemode', NO_PARAMETER, /The token chooses the mode/],
]

const price = (more: object) => ({ product_data: { name: 'Gold' }, unit_amount: 25_000, ...more })

const OTHERS: Row[] = [
  [
    'recurring',
    'POST /prices',
    price({ recurring: { interval: 'month' } }),
    'recurring',
    NO_PARAMETER,
    /Use recurring_interval and recurring_interval_count/,
  ],
  [
    'nickname',
    'POST /prices',
    price({ nickname: 'Gold' }),
    'nickname',
    NO_PARAMETER,
    /Use (name|lookup_key)\./,
  ],
  [
    'a price without a product',
    'POST /prices',
    { unit_amount: 5 },
    'product_id',
    /one of product_id/,
    /Pass one of/,
  ],
  [
    'a lookup key in use',
    'POST /prices',
    price({ lookup_key: 'basic' }),
    'lookup_key',
    /another price/,
    /transfer_/,
  ],
  [
    'another amount',
    'PATCH /prices/{price}',
    { unit_amount: 5 },
    'unit_amount',
    /cannot be changed/,
    /Create a new price/,
  ],
  [
    'another clock',
    'PATCH /customers/{customer}',
    { test_clock_id: 5 },
    'test_clock_id',
    /cannot be changed/,
    /Create another customer on the other clock\.$/,
  ],
  ['a customer without any contact', 'POST /customers', {}, 'email', /one of email, phone/, /Pass one of/],
  ['a number as phone', 'POST /customers', { phone: 99_112_233 }, 'phone', /must be text/, /in quotes/],
  ['an invalid phone number', 'POST /customers', { phone: '12' }, 'phone', /cannot be read/, /such as \+976/],
  [
    'phone_number',
    'POST /customers',
    { email: 'a@b.mn', phone_number: '9' },
    'phone_number',
    NO_PARAMETER,
    /Use phone/,
  ],
  [
    'user_id',
    'POST /customers',
    { email: 'a@b.mn', user_id: '9' },
    'user_id',
    NO_PARAMETER,
    /client_reference_id/,
  ],
  ['a decimal sum', 'POST /invoices', { amount: 99.9 }, 'amount', /whole number/, /of the smallest unit/],
  [
    'days_until_due',
    'POST /invoices',
    { amount: 5, days_until_due: 3 },
    'days_until_due',
    NO_PARAMETER,
    /due_date/,
  ],
  [
    'too many percent',
    'POST /promotion-codes',
    { code: 'SPRING', type: 'order_total', percent_off: 150 },
    'percent_off',
    /must be a whole number/,
    /from 1 to 100/,
  ],
  [
    'percent and an amount',
    'POST /promotion-codes',
    { code: 'SPRING', type: 'order_total', percent_off: 10, amount_off: 5 },
    'amount_off',
    /only one/,
    /Pass only one of percent_off, amount_off/,
  ],
  [
    'a trial without days',
    'POST /subscriptions',
    { customer_id: 1, price: 'basic' },
    'trial_days',
    /required/,
    /required/,
  ],
  [
    'a second subscription',
    'POST /subscriptions',
    { customer_id: '{customer}', price: 'basic', trial_days: 7 },
    'customer_id',
    /already has a subscription on this product/,
    /Renew it/,
  ],
  [
    'cancel_at_period_end',
    'PATCH /subscriptions/{subscription}',
    { cancel_at_period_end: true },
    'cancel_at_period_end',
    NO_PARAMETER,
    /POST \/subscriptions\/\{subscription_id\}\/cancel/,
  ],
  [
    'enabled_events',
    'POST /webhook-endpoints',
    { url: 'https://shop.example.org/h', enabled_events: ['test'] },
    'enabled_events',
    NO_PARAMETER,
    /Use events\./,
  ],
  [
    "Stripe's events",
    'POST /webhook-endpoints',
    { url: 'https://shop.example.org/h', events: ['checkout.session.completed'] },
    'events.0',
    /must be one of/,
    /'checkout\.completed'/,
  ],
  ['a page of 500', 'GET /checkouts?limit=500', null, 'limit', /must be a whole number/, /from 1 to 100/],
  ['starting_after', 'GET /checkouts?starting_after=5', null, 'starting_after', NO_PARAMETER, /Use before\./],
  ['created', 'GET /checkouts?created=2026-01-01', null, 'created', NO_PARAMETER, /Use created\[gte\]/],
  ['per_page', 'GET /customers?per_page=5', null, 'per_page', NO_PARAMETER, /Use limit\./],
  ['sort', 'GET /customers?sort=created', null, 'sort', NO_PARAMETER, /newest first/],
  ['expand', 'GET /customers?expand[]=data', null, 'expand[]', NO_PARAMETER, /always returned in full/],
  [
    'a status of payments',
    'GET /checkouts?status=paid',
    null,
    'status',
    /must be one or more of/,
    /'complete'/,
  ],
  ['page 0', 'GET /checkouts?page=0', null, 'page', /must be a whole number/, /from 1/],
  [
    'a page and a cursor',
    'GET /checkouts?page=1&after=5',
    null,
    'after',
    /at most one/,
    /Pass at most one of page, /,
  ],
  [
    'entitlements without a customer',
    'GET /entitlements',
    null,
    'client_reference_id',
    /one of/,
    /Pass one of/,
  ],
  [
    'a refund of more than was paid',
    'POST /payments/{payment}/refunds',
    { amount: 99_000 },
    'amount',
    /more than the 25000 that can still be refunded/,
    /Send at most 25000, or leave amount out/,
  ],
  [
    'the cancellation of nothing',
    'POST /payments/{payment}/refunds',
    { cancel_subscription: true },
    'cancel_subscription',
    /has not paid for a subscription/,
    /Leave it out/,
  ],
  [
    'a renewal without a price',
    'POST /checkouts',
    { ...tea(), customer_id: '{customer}', subscription_id: '{subscription}' },
    'subscription_id',
    /needs an item with a recurring price/,
    /Send such a price in items/,
  ],
  [
    'a plan change with an adjustable quantity',
    'POST /checkouts',
    planChange({ adjustable_quantity: { enabled: true, min: 1, max: 3 } }),
    'items.0.adjustable_quantity',
    /not possible with a plan change/,
    /Leave it out/,
  ],
  [
    'a plan change next week',
    'POST /checkouts',
    { ...planChange({}), expires_at: new Date(Date.now() + 7 * DAY).toISOString() },
    'expires_at',
    /not possible with a plan change/,
    /Leave it out/,
  ],
]

const CUSTOMERS = 'GET /customers'

const OTHER_STATUSES: Mistake[] = [
  toMistake('no token', CUSTOMERS, 401, 'header', /no API token/, /Authorization: Bearer/, {
    authorization: '',
  }),
  toMistake('curl -u', CUSTOMERS, 401, 'Authorization', /no bearer token/, /Send it as/, {
    authorization: 'Basic c2s6',
  }),
  toMistake('half a token', CUSTOMERS, 401, 'token', /not an API token/, /copy the whole token/, {
    authorization: 'Bearer sk_test_1',
  }),
  toMistake('an unknown token', CUSTOMERS, 401, 'token', /unknown here/, /Copy it again/, {
    authorization: `Bearer sk_test_${'x'.repeat(43)}`,
  }),
  toMistake('a revoked token', CUSTOMERS, 401, 'token', /was revoked/, /Use another token/, {
    authorization: 'Bearer {revoked}',
  }),
  toMistake(
    "another shop's token",
    CUSTOMERS,
    403,
    'project',
    /does not belong/,
    /Use a token of this project/,
    {
      authorization: 'Bearer {foreign}',
    },
  ),
  {
    ...toMistake('a form', 'POST /checkouts', 415, 'Content-Type', /as JSON/, /Send the body as JSON/, {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    body: 'items[0][price]=basic',
  },
  {
    ...toMistake(
      'a comma too many',
      'POST /checkouts',
      400,
      'body',
      /not valid JSON/,
      /Send one JSON object/,
    ),
    body: '{"items": [],}',
  },
  ...(
    [
      ['a comma too many, with its place', '{"items": [],}', /line 1, column 14/, /Remove the comma/],
      ['a truncated body', '{"items": [\n', /line 2, column 1/, /close the \[/],
      ['single quotes', "{'items': []}", /line 1, column 2/, /double quotes/],
      ['a name without quotes', '{items: []}', /line 1, column 2/, /name in double quotes/],
      ['NaN', '{"amount":\n  NaN}', /line 2, column 3/, /no such value/],
      ['a form sent as JSON', 'amount=5&x=1', /line 1, column 1/, /looks like a form/],
    ] as const
  ).map(([because, body, what, todo]) => ({
    ...toMistake(because, 'POST /checkouts', 400, 'body', what, todo),
    body,
  })),
  toMistake('deleting a checkout', 'DELETE /checkouts/{complete}', 405, 'DELETE', /not possible/, /\/expire/),
  toMistake('deleting a price', 'DELETE /prices/{price}', 405, 'DELETE', /not possible/, /"active": false/),
  toMistake(
    'deleting a subscription',
    'DELETE /subscriptions/{subscription}',
    405,
    'DELETE',
    /not possible/,
    /\/cancel/,
  ),
  toMistake(
    'another shop’s cursor',
    'GET /customers?after={foreign_customer}',
    422,
    'after',
    /must be the id/,
    /of this list/,
  ),
  toMistake('state instead of status', 'GET /checkouts?state=open', 422, 'state', NO_PARAMETER, /Use status/),
  toMistake(
    'a reference as an id',
    'GET /payments/482913',
    404,
    'payment',
    /no such payment/,
    /\?reference=/,
  ),
  {
    ...toMistake(
      'no trial',
      'POST /subscriptions',
      422,
      'trial_days',
      /only a trial begins here/,
      /POST \/checkouts/,
    ),
    body: { customer_id: 1, price: 'basic' },
  },
  {
    ...toMistake(
      'a plan change by PATCH',
      'PATCH /subscriptions/{subscription}',
      422,
      'price',
      /cannot be changed/,
      /schedule-change/,
    ),
    body: { price: 'gold' },
  },
  {
    ...toMistake(
      'a status change by PATCH',
      'PATCH /subscriptions/{subscription}',
      422,
      'status',
      /cannot be changed/,
      /\/cancel/,
    ),
    body: { status: 'canceled' },
  },
  {
    ...toMistake(
      '32 December',
      'POST /checkouts',
      422,
      'expires_at',
      /not a day and time that exists/,
      /Check the day/,
    ),
    body: { ...tea(), expires_at: '2026-12-32T00:00:00Z' },
  },
  {
    ...toMistake(
      'a code without a type',
      'POST /promotion-codes',
      422,
      'type',
      /is required/,
      /'order_total', 'product'/,
    ),
    body: { code: 'NADAAM', percent_off: 5 },
  },
  {
    ...toMistake(
      'amount_off',
      'POST /checkouts',
      422,
      'discounts.0.amount_off',
      NO_PARAMETER,
      /Use discounts\.0\.amount/,
    ),
    body: { ...tea(), discounts: [{ amount_off: 5, description: 'A' }] },
  },
  {
    ...toMistake(
      'a relative address',
      'POST /checkouts',
      422,
      'success_url',
      /absolute address/,
      /https:\/\/ or http:\/\//,
    ),
    body: { ...tea(), success_url: '/thanks' },
  },
  { ...toMistake('a list', 'POST /checkouts', 422, 'body', /one JSON object/, /Send one/), body: [line] },
  toMistake('PUT', 'PUT /customers/{customer}', 405, 'path', /PUT is not possible/, /Use GET, PATCH/),
  toMistake(
    'an update by POST',
    'POST /customers/{customer}',
    405,
    'path',
    /POST is not possible/,
    /Use GET, PATCH/,
  ),
  toMistake('the singular', 'GET /checkout', 404, 'path', /no such path/, /mean .*\/checkouts\?.*\/docs/),
  toMistake(
    "Stripe's sessions",
    'POST /checkout/sessions',
    404,
    'path',
    /no such path/,
    /mean .*\/checkouts\?/,
  ),
  toMistake(
    'an underscore',
    'GET /promotion_codes',
    404,
    'path',
    /no such path/,
    /mean .*\/promotion-codes\?/,
  ),
  toMistake('coupons', 'GET /coupons', 404, 'path', /no such path/, /mean .*\/promotion-codes\?/),
  toMistake('webhooks', 'GET /webhooks', 404, 'path', /no such path/, /mean .*\/webhook-endpoints\?/),
  toMistake(
    'no project',
    'GET //v1/customers',
    404,
    'path',
    /no such path/,
    /mean .*{project_id}\/customers\?/,
  ),
  toMistake('an unknown path', 'GET /weather', 404, 'path', /no such path/, /See \/docs for all paths/),
  toMistake(
    "Stripe's id",
    'GET /checkouts/cs_test_a1',
    404,
    'checkout',
    /no such checkout/,
    /Ids are whole numbers/,
  ),
  toMistake(
    'a reference',
    'GET /customers/user-7',
    404,
    'customer',
    /no such customer/,
    /by-client-reference-id/,
  ),
  toMistake(
    'the expiry of a complete checkout',
    'POST /checkouts/{complete}/expire',
    409,
    'checkout',
    /is complete/,
    /Only an open/,
  ),
  {
    ...toMistake(
      'the other mode',
      'GET /checkouts/{complete}',
      404,
      'checkout',
      /no such checkout in live mode/,
      /live one/,
    ),
    live: true,
  },
  {
    ...toMistake(
      'a rehearsal in live mode',
      'POST /webhook-endpoints/{live_endpoint}/rehearse',
      422,
      'body',
      /needs a test token/,
      /Create a webhook endpoint in test mode/,
    ),
    live: true,
  },
]

function toMistake(
  because: string,
  call: string,
  status: number,
  where: string,
  what: RegExp,
  todo: RegExp,
  headers?: Record<string, string>,
): Mistake {
  return { because, call, status, where, what, todo, ...(headers && { headers }) }
}

const MISTAKES: Mistake[] = [
  ...[
    ...CHECKOUTS.map(([because, , ...rest]) => [because, 'POST /checkouts', ...rest] as Row),
    ...OTHERS,
  ].map(([because, call, body, where, what, todo]) => ({
    because,
    call,
    body,
    where,
    what,
    todo,
    status: 422,
  })),
  ...OTHER_STATUSES,
]

/** Replaces each `{name}` in a path, a header or a body by its value. */
function fillIn(text: string, known: Record<string, string | number>): string {
  return text.replace(/"?\{(\w+)\}"?/g, (all, name: string) => {
    const value = known[name]
    return value === undefined ? all : all.startsWith('"') ? JSON.stringify(value) : String(value)
  })
}

/** Returns the points of a response and the names of the missing ones. */
function grade(
  { status, where, what, todo }: Mistake,
  answer: Response,
): { points: number; missing: string[] } {
  const { message, errors } = answer.body as { message: string; errors?: Record<string, string[]> }
  const text = errors?.[where]?.join(' ') ?? message
  const isThere = status === 422 ? errors !== undefined && where in errors : message.includes(where)
  const points = { what: answer.status === status && what.test(text), where: isThere, todo: todo.test(text) }
  const missing = Object.entries(points).flatMap(([point, isEarned]) => (isEarned ? [] : [point]))
  return { points: 3 - missing.length, missing }
}

describe('the response to a typical mistake', () => {
  let club: Club
  let known: Record<string, string | number>

  before(async () => {
    club = await givenClub([
      BASIC,
      { lookup_key: 'gym', other: true },
      { lookup_key: 'gym_gold', unit_amount: 90_000, other: true },
    ])
    const { shop } = club
    const subscription = await club.trial('basic', 7)
    await shop.post('/prices', price({ lookup_key: 'old', active: false })).expect(201)
    const checkout = await givenCheckout(shop, tea())
    await checkout.customer.pay()
    const paid = await club.buy('gym')
    const endpoint = await givenEndpoint(shop.live, 'https://shop.example/hooks')
    const { id, token } = await atomically((tx) => createToken(tx, shop.projectId, 'test'))
    await atomically((tx) => revokeToken(tx, id))
    const stranger = await givenMerchant()
    const foreign = await stranger.post('/customers', { email: 'other@example.com' }).expect(201)
    known = {
      customer: club.customerId,
      price: subscription.price_id,
      subscription: subscription.id,
      complete: checkout.id,
      payment: (await paymentsOf(checkout.id)).at(-1)!.id,
      paid_subscription: paid.id,
      live_endpoint: endpoint.id,
      revoked: token,
      foreign: stranger.tokens.test,
      foreign_customer: foreign.body.data.id,
    }
  })

  function send({ call, body, headers, live }: Mistake): Promise<Response> {
    const [method = '', path = ''] = fillIn(call, known).split(' ')
    const { projectId, tokens } = club.shop
    const address = path.startsWith('//') ? path.slice(1) : `/v1/projects/${projectId}${path}`
    const agent = request(app)
    const test = agent[method.toLowerCase() as 'get'](address)
      .set('Authorization', `Bearer ${live ? tokens.live : tokens.test}`)
      .set(
        Object.fromEntries(
          Object.entries(headers ?? {}).map(([name, value]) => [name, fillIn(value, known)]),
        ),
      )
      .expect(asDescribed)
    if (method === 'GET') return Promise.resolve(test)
    const text = typeof body === 'string' ? body : fillIn(JSON.stringify(body ?? {}), known)
    if (!headers?.['content-type']) test.set('content-type', 'application/json')
    return Promise.resolve(test.serialize((given: string) => given).send(text))
  }

  it('is tested for at least 95 mistakes', () => {
    expect(MISTAKES).to.have.length.of.at.least(95)
  })

  for (const mistake of MISTAKES) {
    it(`names the problem, its place and the solution: ${mistake.because} (${mistake.call})`, async () => {
      const answer = await send(mistake)
      const { points, missing } = grade(mistake, answer)
      expect(points, `${missing.join(', ')} missing in ${answer.text}`).to.equal(3)
      expect(answer.text).not.to.match(/\.\.(?!\.)"/)
      for (const messages of Object.values((answer.body as { errors?: object }).errors ?? {}))
        expect(messages, answer.text).to.have.length(1)
    })
  }
})
