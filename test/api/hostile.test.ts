import { Agent, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import fc from 'fast-check'
import type { ObjectSchema } from 'joi'
import type { Endpoint } from '../../api/endpoint.ts'
import { endpoints } from '../../api/v1/router.ts'
import { DAY, iso, later } from '../../common/kit/time.ts'
import { app } from '../support/ask.ts'
import { givenCheckout, givenCode, givenPrice } from '../support/given/checkout.ts'
import { BASIC, givenClub } from '../support/given/club.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { type Merchant, tea } from '../support/given/merchant.ts'

/** `npm run test:hostile` sends more. */
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 2_000)
const AT_ONCE = 16

/** Matches internals that no response may show: stack traces, drivers, SQL, file names. */
const INTERNALS =
  /node_modules|\.ts\b|[Ss]equelize|[Mm]y[Ss][Qq][Ll]|[Mm]aria[Dd][Bb]|[Rr]edis\b|ECONN|\bER_|(Type|Syntax|Range)Error|INSERT INTO|ON DUPLICATE|WHERE id/

const strings = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    'İ',
    'ß'.repeat(60),
    '🍵'.repeat(300),
    'x'.repeat(70_000),
    '__proto__',
    'constructor',
    "' OR 1=1 --",
    '"; --',
    '\\',
    '%',
    '_',
    '{{7*7}}',
    '${7*7}',
    '<script>alert(1)</script>',
    '-1',
    '1e999',
    'NaN',
    'true',
    'null',
    '9999-12-31T23:59:59-23:59',
    '0000-00-00T00:00:00Z',
    '2027-01-31T10:00:00Z',
    'bat@example.com',
    '+97699112233',
    'https://shop.mn/{CHECKOUT_ID}',
    'http://169.254.169.254/',
    'https://[::ffff:127.0.0.1]/',
    'TEN',
    'test',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const numbers = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    1,
    1.5,
    2,
    99,
    2 ** 31,
    2 ** 53 - 1,
    2 ** 53,
    1e21,
    1e308,
    5e-324,
    999_999_999_999,
  ),
  fc.integer({ min: 1, max: 60 }),
)
const anything = fc.oneof(
  strings,
  numbers,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom({}, [], [[]], [null], { __proto__: null }, { a: { b: { c: { d: {} } } } }),
)

interface Described {
  type?: string
  flags?: { presence?: string }
  keys?: Record<string, Described>
  items?: Described[]
  allow?: unknown[]
  rules?: { name: string; args?: { limit?: number } }[]
  metas?: { format?: string; pattern?: string }[]
  dependencies?: { rel: string; peers: string[] }[]
}

type Corrupt = (good: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>

const URLS = ['https://shop.mn/{CHECKOUT_ID}', 'http://localhost/'] as const

/** The ids in the shop, by the name of the field or parameter that takes them. */
type Known = Readonly<Record<string, readonly number[]>>

/** Returns mostly ids of the objects that the field `name` takes, and some of other objects. */
function idsOf(known: Known, name: string): fc.Arbitrary<number> {
  const every = fc.constantFrom(...Object.values(known).flat())
  const own = known[name.replace(/_ids$/, '_id')]
  return own
    ? fc.oneof({ weight: 7, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: every })
    : every
}

/** Returns bodies that follow a schema, so that they reach the code behind it; `corrupt` adds wrong values. */
function followingSchema(
  schema: Described,
  known: Known,
  corrupt: Corrupt,
  name = '',
): fc.Arbitrary<unknown> {
  const { type, keys, items, allow = [], metas = [] } = schema
  const format = metas.find((meta) => meta.format)?.format
  const pattern = metas.find((meta) => meta.pattern)?.pattern
  if (type === 'object' && keys) {
    const fields = Object.entries(keys)
    const required = fields.filter(([, { flags }]) => flags?.presence === 'required').map(([key]) => key)
    const record = Object.fromEntries(
      fields.map(([key, of]) => [key, followingSchema(of, known, corrupt, key)]),
    )
    const peers = schema.dependencies?.find(({ rel }) => rel === 'xor')?.peers ?? []
    if (peers.length === 0) return corrupt(fc.record(record, { requiredKeys: required }))
    const ways = peers.map((peer) => {
      const others = Object.entries(record).filter(([key]) => key === peer || !peers.includes(key))
      return fc.record(Object.fromEntries(others), { requiredKeys: [...required, peer] })
    })
    return corrupt(fc.oneof(...ways))
  }
  if (type === 'object') return corrupt(fc.dictionary(fc.constantFrom('a', 'b'), strings, { maxKeys: 2 }))
  if (type === 'array')
    return corrupt(
      fc.array(items?.[0] ? followingSchema(items[0], known, corrupt, name) : anything, {
        minLength: 1,
        maxLength: 3,
      }),
    )
  if (type === 'number') return corrupt(numberLike(schema, idsOf(known, name)))
  if (type === 'boolean') return corrupt(fc.boolean())
  const choices = allow.filter((one) => one !== null)
  if (choices.length > 0) return corrupt(fc.constantFrom(...choices))
  if (format === 'email') return corrupt(fc.constantFrom('bat@example.com', 'Бат@example.mn'))
  if (pattern && new RegExp(pattern).test(URLS[0])) return corrupt(fc.constantFrom(...URLS))
  if (pattern) return corrupt(fc.stringMatching(new RegExp(pattern)))
  if (format === 'date-time') return corrupt(fc.constant(iso(later(new Date(), 30 * DAY))))
  return corrupt(fc.constantFrom('test', '99112233', 'MNT', 'mn', 'UTC'))
}

/** Returns numbers within their bounds, mostly low ones. A number without an upper bound is an id. */
function numberLike({ rules = [] }: Described, ids: fc.Arbitrary<number>): fc.Arbitrary<number> {
  const limit = (name: string) => rules.find((rule) => rule.name === name)?.args?.limit
  const [least = 0, most] = [limit('min'), limit('max')]
  if (most === undefined) return ids
  const low = fc.integer({ min: least, max: Math.min(most, least + 9) })
  return fc.oneof(
    { weight: 9, arbitrary: low },
    { weight: 1, arbitrary: fc.integer({ min: least, max: most }) },
  )
}

function corrupting(perCent: number): Corrupt {
  return (good) =>
    perCent === 0
      ? good
      : fc.oneof({ weight: 100 - perCent, arbitrary: good }, { weight: perCent, arbitrary: anything })
}

/** Returns bodies from correct ones to bodies with few correct fields. */
function bodies(schema: ObjectSchema | undefined, known: Known): fc.Arbitrary<unknown> {
  const described = schema ? (schema.describe() as Described) : { type: 'object', keys: {} }
  return fc.oneof(...[0, 3, 3, 30].map((perCent) => followingSchema(described, known, corrupting(perCent))))
}

interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

function paramsOf({ path }: Endpoint): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
}

/** Returns calls of every endpoint, as a careless or malicious client may send them. */
function calls(known: Known): fc.Arbitrary<Call> {
  const invalid = fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '0',
        '-1',
        '1e3',
        '9'.repeat(400),
        '%00',
        '%ZZ',
        '%C0%AF',
        '..%2f..',
        '%F0%9F%8D%B5',
      ),
    },
    { weight: 1, arbitrary: strings.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2_000)) },
  )
  const segment = (param: string) =>
    fc.oneof({ weight: 6, arbitrary: idsOf(known, param).map(String) }, { weight: 2, arbitrary: invalid })
  const query = fc.oneof(
    { weight: 20, arbitrary: fc.constant('') },
    {
      weight: 2,
      arbitrary: fc
        .dictionary(fc.constantFrom('page', 'status', 'active', 'email', 'a[b]', 'code'), strings, {
          maxKeys: 3,
        })
        .map((pairs) =>
          Object.entries(pairs)
            .map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed()).slice(0, 2_000)}`)
            .join('&'),
        ),
    },
    { weight: 1, arbitrary: fc.constantFrom('page=99999999999999', 'page=2', '%ZZ=%', '&&&===', 'page[]=1') },
  )
  const header = fc.record(
    {
      'content-type': fc.constantFrom('application/json', 'application/json;charset=x', 'text/html', ''),
      'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
      'idempotency-key': fc.oneof(fc.constantFrom('k1', 'k2', '', 'é', 'x'.repeat(256)), fc.uuid()),
      'x-request-id': fc.constantFrom('a', 'é', 'x'.repeat(500)),
      'accept-language': fc.constantFrom('mn', ',,,;q=', 'x'.repeat(3_000)),
      accept: fc.constantFrom('text/html', '*/*;q=0'),
    },
    { requiredKeys: [] },
  )
  const headers = fc.oneof(
    { weight: 7, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
    { weight: 1, arbitrary: header },
  )
  const callOf = (endpoint: Endpoint) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 19, arbitrary: fc.constant(endpoint.method.toUpperCase()) },
          { weight: 1, arbitrary: fc.constantFrom('PUT', 'OPTIONS', 'HEAD', 'POST') },
        ),
        segments: fc.tuple(...paramsOf(endpoint).map(segment)),
        query,
        headers,
        body: fc.oneof(
          { weight: 12, arbitrary: bodies(endpoint.body, known).map((value) => JSON.stringify(value)) },
          { weight: 2, arbitrary: anything.map((value) => JSON.stringify(value)) },
          { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
        ),
      })
      .map(({ method, segments, query: search, headers: sent, body }) => ({
        method,
        path: endpoint.path.replace(/:\w+/g, () => segments.shift()!) + (search === '' ? '' : `?${search}`),
        headers: sent,
        body: endpoint.method === 'get' ? null : body,
      }))
  return fc.oneof(...endpoints.map(callOf))
}

/** A checkout that asks its customer for everything it can. */
const ALL_QUESTIONS = {
  items: [
    {
      price_data: { unit_amount: 25_000, product_data: { name: 'Tea' } },
      quantity: 2,
      adjustable_quantity: { enabled: true, min: 1, max: 5 },
    },
  ],
  phone_number_collection: true,
  delivery_address_collection: true,
  allow_promotion_codes: true,
  custom_fields: [{ label: 'Name on it', type: 'text' }],
}

/** Creates a shop with several objects of each kind, in the states that are quick to reach. */
async function givenBusyShop(): Promise<{ shop: Merchant; known: Known }> {
  const club = await givenClub([BASIC, { lookup_key: 'gold', unit_amount: 90_000 }])
  const { shop } = club
  await acceptTransfers(shop)
  for (const path of ['/a', '/b'])
    await shop
      .post('/webhook-endpoints', { url: `https://shop.mn${path}`, events: ['checkout.completed'] })
      .expect(201)
  await givenPrice(shop, { lookup_key: 'test' })
  await givenCode(shop, 'TEST')
  await givenCode(shop, 'TEN')
  for (const quantity of [1, 2, 3, 4])
    await givenCheckout(shop, { ...ALL_QUESTIONS, metadata: { quantity: String(quantity) } })
  for (const paid of [await givenCheckout(shop), await givenCheckout(shop)]) await paid.customer.pay()
  const reported = [await givenCheckout(shop), await givenCheckout(shop)]
  for (const { id, customer } of reported) await club.report({ id, customer })
  const members = [club, await club.another(), await club.another('saraa@example.com')]
  for (const member of members) await member.buy('basic')
  await members[0]!.schedule((await shop.get('/subscriptions')).body.data[0].id as number, 'gold')
  for (const more of [{}, {}, { auto_advance: false }, { auto_advance: false }])
    await givenInvoice(shop, more)
  for (const quantity of [1, 2]) await shop.post('/payment-links', tea(quantity)).expect(201)
  for (const name of ['a', 'b'])
    await shop.post('/test-clocks', { name, frozen_time: iso(new Date()) }).expect(201)
  const idsIn = async (list: string) =>
    ((await shop.get(`/${list}?limit=20`).expect(200)).body.data as { id: number }[]).map(({ id }) => id)
  const known: Record<string, number[]> = {}
  for (const [name, list] of Object.entries(LISTS)) known[name] = await idsIn(list)
  return { shop, known }
}

const LISTS = {
  checkout_id: 'checkouts',
  customer_id: 'customers',
  event_id: 'events',
  invoice_id: 'invoices',
  payment_id: 'payments',
  payment_link_id: 'payment-links',
  price_id: 'prices',
  product_id: 'products',
  promotion_code_id: 'promotion-codes',
  subscription_id: 'subscriptions',
  test_clock_id: 'test-clocks',
  webhook_delivery_id: 'webhook-deliveries',
  webhook_endpoint_id: 'webhook-endpoints',
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

function send(
  port: number,
  call: Call,
  base: string,
  token: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = call.body === null ? {} : { 'content-length': Buffer.byteLength(call.body) }
    const headers = { ...call.headers, ...length, authorization: `Bearer ${token}` }
    const outgoing = request(
      { port, host: '127.0.0.1', method: call.method, path: base + call.path, headers, agent },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(call.body ?? undefined)
  })
}

/** Returns why a response is wrong for any request; null if it is not. */
function fault(call: Call, { status, text }: { status: number; text: string }): string | null {
  if (status >= 500 || status < 200) return `is ${status}`
  if (call.method === 'HEAD' || status < 400) return null
  if (!/^\{.*\}$/s.test(text)) return `is ${status} without an error object: ${text.slice(0, 200)}`
  const body = JSON.parse(text) as { message?: unknown; code?: unknown; request_id?: unknown }
  if (typeof body.message !== 'string' || typeof body.code !== 'string') return 'has no message or code'
  if (typeof body.request_id !== 'string') return 'has no request_id'
  const listed = Object.values((body as { errors?: Record<string, string[]> }).errors ?? {}).flat()
  // A message may repeat the client's own text.
  return [body.message, ...listed].some((line) => INTERNALS.test(line)) ? `shows internals: ${text}` : null
}

describe('thousands of requests of a careless or malicious client', () => {
  let server: Server
  before(() => {
    server = app.listen(0, '127.0.0.1')
  })
  after((done) => {
    agent.destroy()
    server.close(done)
  })

  it('all get a response without a 5xx status or internals', async function () {
    this.timeout(300_000) // 2,000 take ten seconds on an idle machine
    const { shop, known } = await givenBusyShop()
    const seed = Number(process.env.HOSTILE_SEED ?? 1)
    const queue = fc.sample(calls(known), { numRuns: REQUESTS, seed })
    const { port } = server.address() as AddressInfo
    const faults: string[] = []
    const statuses = new Map<number, number>()
    const work = async () => {
      for (let call = queue.pop(); call; call = queue.pop()) {
        const answer = await send(port, call, `/v1/projects/${shop.projectId}`, shop.tokens.test)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        const found = fault(call, answer)
        if (found) faults.push(`${JSON.stringify(call).slice(0, 1_500)} ${found}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (faults.length > 0)
      throw new Error(`${faults.length} faults, seed ${seed}:\n${faults.slice(0, 5).join('\n')}`)
    // The test proves little if the router rejects nearly all of them.
    const share = (status: number) => (statuses.get(status) ?? 0) / REQUESTS
    expect(share(200), 'read or changed').to.be.above(0.05)
    expect(share(201), 'created').to.be.above(0.005)
    expect(share(422), 'invalid').to.be.above(0.1)
  })
})
