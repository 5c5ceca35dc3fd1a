import { request as httpRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import request from 'supertest'
import { config } from '../../common/runtime/config.ts'
import { asDescribed } from '../openapi/as-described.ts'
import { app } from '../support/ask.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { serveApp } from '../support/serve.ts'

const LARGEST = 256 * 1024

/** Sends a POST of raw bytes. */
function raw(shop: Merchant, body: string | Buffer, headers: Record<string, string> = {}) {
  return request(app)
    .post(`/v1/projects/${shop.projectId}/customers`)
    .set({
      Authorization: `Bearer ${shop.tokens.test}`,
      'Content-Type': 'application/json',
      ...headers,
    })
    .serialize((given) => given)
    .send(body)
    .expect(asDescribed)
}

type Method = 'get' | 'post' | 'put' | 'delete' | 'options'

function callPath(method: Method, path: string, token: string) {
  const agent = request(app)
  return agent[method](path).set('Authorization', `Bearer ${token}`).expect(asDescribed)
}

function code({ status, body }: { status: number; body: { code?: string } }) {
  return [status, body.code]
}

/** Sends a POST whose target is not encoded. Returns the status and the code. */
function sendAsIs(path: string, token: string, body: object): Promise<(number | string | undefined)[]> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const outgoing = httpRequest(config().baseUrl, { method: 'POST', path, headers }, (response) => {
      void json(response).then((answer) => {
        resolve([response.statusCode, (answer as { code?: string }).code])
      }, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
}

describe('an API error', () => {
  it('asks for one JSON object when the body is another JSON value', async () => {
    const shop = await givenMerchant()
    for (const body of ['[1]', '5', 'null', 'true']) {
      const { text } = await raw(shop, body)
      expect((JSON.parse(text) as { errors: unknown }).errors, body).to.deep.equal({
        body: [
          body === '[1]' ? 'The body is a list. Send one JSON object, in braces.' : 'Send one JSON object.',
        ],
      })
    }
  })

  it('names the limit of an oversized list or metadata, without checking its entries', async () => {
    const shop = await givenMerchant()
    const keys = Array.from({ length: 21 }, (_, n) => [`key${n}`, n === 0 ? 'text' : n])
    const oversized = { items: Array.from({ length: 101 }, () => ({})), metadata: Object.fromEntries(keys) }
    const { body } = await shop.post('/checkouts', oversized).expect(422)
    expect(body.errors).to.deep.equal({
      items: ['items must hold at most 100.'],
      metadata: ['metadata must hold at most 20 keys.'],
    })
    const withBlankValue = {
      ...tea(),
      metadata: Object.fromEntries(keys.map(([key], n) => [key, n === 0 ? ' ' : 'text'])),
    }
    await shop.post('/checkouts', withBlankValue).expect(201)
  })

  it('names a wrong name before the field that is missing because of it', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/checkouts', { line_items: [] }).expect(422)
    expect(body.message).to.match(/^line_items is not a parameter of this request\. Use items\./)
    expect(Object.keys(body.errors)).to.have.members(['line_items', 'items'])
  })

  it('names the first byte that is not UTF-8, also after characters of several bytes', async () => {
    const shop = await givenMerchant()
    for (const [before, byte] of [
      ['{"', 3],
      ['{"name": "Бат \ufffd', 21],
    ] as const) {
      const body = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from('"}')])
      const answer = await raw(shop, body)
      expect(answer.body.message).to.equal(`Byte ${byte} of the body is not UTF-8. Encode the body as UTF-8.`)
    }
  })

  it('lists 100 problems and counts the others', async () => {
    const shop = await givenMerchant()
    const unknown = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`unknown${n}`, n]))
    const { body } = await shop.post('/customers', { ...unknown, email: 5 }).expect(422)
    const { body: rest, ...listed } = body.errors as Record<string, string[]>
    expect(Object.values(listed).flat()).to.have.length(100)
    expect(body.errors.email).to.deep.equal(['email must be text, in quotes.'])
    expect(rest).to.deep.equal(['There are 151 more problems. Fix these first.'])
    expect(body.message).to.equal('email must be text, in quotes. (and 250 more problems)')
  })

  it('truncates a long parameter name to 60 characters', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/customers', { ['🍵'.repeat(5_000)]: 1, email: 'bat@example.com' })
    const shown = `${'🍵'.repeat(60)}…`
    expect(body.errors).to.deep.equal({
      [shown]: [`${shown} is not a parameter of this request. Check its spelling, or leave it out.`],
    })
  })

  it('reports a missing object before an invalid body, and an invalid body before a wrong state', async () => {
    const shop = await givenMerchant()
    const invalid = { colour: 'red' }
    const missing: ['post' | 'patch' | 'delete', string, object][] = [
      ['post', '/checkouts/987654/expire', invalid],
      ['post', '/invoices/987654/void', invalid],
      ['post', '/invoices/987654/finalize', invalid],
      ['delete', '/invoices/987654', invalid],
      ['post', '/payments/987654/confirm', invalid],
      ['post', '/payments/987654/reject', { reason: 5 }],
      ['post', '/subscriptions/987654/resume', invalid],
      ['post', '/subscriptions/987654/cancel', { mode: 'never' }],
      ['patch', '/webhook-endpoints/987654', { url: 5 }],
      ['post', '/webhook-endpoints/987654/rehearse', { reorder: 5 }],
      ['delete', '/customers/987654', invalid],
    ]
    for (const [method, path, body] of missing)
      expect(code(await shop.call(method, path, body)), `${method} ${path}`).to.deep.equal([404, 'not_found'])

    const { body } = await shop.post('/invoices', { amount: 1_000, auto_advance: false }).expect(201)
    const path = `/invoices/${body.data.id}/void`
    expect(code(await shop.post(path, invalid))).to.deep.equal([422, 'validation_failed'])
    expect(code(await shop.post(path))).to.deep.equal([409, 'invoice_not_open'])
    const finalize = `/invoices/${body.data.id}/finalize`
    expect(code(await shop.post(finalize, invalid))).to.deep.equal([422, 'validation_failed'])
    expect((await shop.get(`/invoices/${body.data.id}`)).body.data.status).to.equal('draft')
  })

  it('has a message, a code and the request id, and a 422 lists errors by path', async () => {
    const shop = await givenMerchant()
    const missing = await shop.get('/products/987654')
    expect(missing.body).to.deep.equal({
      message:
        'There is no such product in test mode; this token is a test one. GET /products lists the existing ones.',
      code: 'not_found',
      request_id: missing.headers['x-request-id'],
    })
    const response = await shop.post('/products', { name: 1 })
    expect(response.headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(response.body).to.deep.equal({
      message: 'name must be text, in quotes.',
      code: 'validation_failed',
      errors: { name: ['name must be text, in quotes.'] },
      request_id: response.headers['x-request-id'],
    })
  })

  it('has the specific code if all its problems share that code', async () => {
    const shop = await givenMerchant()
    const items = [
      { price: 'a', quantity: 1 },
      { price: 'b', quantity: 1 },
    ]
    const { body } = await shop.post('/checkouts', { items })
    expect(body.code).to.equal('lookup_key_not_found')
    expect(body.errors).to.have.all.keys('items.0.price', 'items.1.price')
  })
})

describe('authentication', () => {
  const UNKNOWN = `sk_test_${'x'.repeat(43)}`
  const headers: [authorization: string, because: string][] = [
    ['', 'the header is empty'],
    ['Basic abc', 'another scheme'],
    ['Bearer', 'the token is missing'],
    ['Bearer sk_test_short', 'not the format of a token'],
    [`Bearer ${UNKNOWN}`, 'no project has this token'],
  ]
  for (const [authorization, because] of headers) {
    it(`returns 401 for the header '${authorization.slice(0, 20)}': ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await request(app)
        .get(`/v1/projects/${shop.projectId}/customers`)
        .set('Authorization', authorization)
      expect(code(answer)).to.deep.equal([401, 'unauthenticated'])
      expect(answer.headers['www-authenticate']).to.equal('Bearer')
    })
  }

  it('returns the same 403 for another project and for a missing one', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const bodies: unknown[] = []
    for (const id of [other.projectId, 987_654]) {
      const answer = await request(app)
        .get(`/v1/projects/${id}/customers`)
        .set('Authorization', `Bearer ${shop.tokens.test}`)
        .set('X-Request-Id', 'same')
      expect(code(answer)).to.deep.equal([403, 'forbidden'])
      bodies.push(answer.body)
    }
    expect(bodies[0]).to.deep.equal(bodies[1])
  })
})

describe('the order of checks', () => {
  it('is token, project, path, method, body', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const call = (path: string, token = shop.tokens.test, method: 'post' | 'put' = 'post') =>
      callPath(method, `/v1/projects/${shop.projectId}${path}`, token)
        .set('Content-Type', 'text/plain')
        .send('{')
    expect((await call('/nothing', 'wrong')).status).to.equal(401)
    expect((await call('/nothing', other.tokens.test)).status).to.equal(403)
    expect((await call('/nothing')).status).to.equal(404)
    expect((await call('/customers', shop.tokens.test, 'put')).status).to.equal(405)
    expect((await call('/customers')).status).to.equal(415)
  })

  it('looks up the object before it validates the body and the query', async () => {
    const shop = await givenMerchant()
    expect((await shop.patch('/customers/987654', { email: 1, colour: 2 })).status).to.equal(404)
    expect((await shop.patch('/customers/987654?colour=2', {})).status).to.equal(404)
    expect((await shop.get('/customers/987654?colour=2')).status).to.equal(404)
  })
})

describe('a method that a path does not support', () => {
  for (const [method, path, allow] of [
    ['put', '/customers', 'POST, GET'],
    ['delete', '/products', 'POST, GET'],
    ['post', '/customers/1', 'GET, PATCH, DELETE'],
    ['options', '/customers', 'POST, GET'],
    ['post', '', 'GET, PATCH'],
  ] as const) {
    it(`returns 405 and lists the supported methods: ${method} ${path}`, async () => {
      const shop = await givenMerchant()
      const answer = await callPath(method, `/v1/projects/${shop.projectId}${path}`, shop.tokens.test)
      expect(code(answer)).to.deep.equal([405, 'method_not_allowed'])
      expect(answer.headers.allow).to.equal(allow)
    })
  }
})

describe('a path', () => {
  it('works below /api too, with the same idempotency keys', async () => {
    const shop = await givenMerchant()
    const send = (prefix: string) =>
      request(app)
        .post(`${prefix}/v1/projects/${shop.projectId}/checkouts`)
        .set('Authorization', `Bearer ${shop.tokens.test}`)
        .set('Idempotency-Key', 'k')
        .send(tea())
    const first = await send('/api')
    const again = await send('')
    expect(first.status).to.equal(201)
    expect([again.text, again.headers['idempotent-replayed']]).to.deep.equal([first.text, 'true'])
  })

  for (const path of ['/', '/v1', '/v2/projects/1', '/api', '/v1/customers', '/%ZZ', '/v1/projects/%ZZ']) {
    it(`returns 404 if it is unknown: ${path}`, async () => {
      const answer = await request(app).get(path)
      expect(code(answer)).to.deep.equal([404, 'not_found'])
      expect(answer.body).to.have.all.keys('message', 'code', 'request_id')
    })
  }

  describe('is unknown if Express reads another one than was sent', () => {
    let stop: () => void

    before(async () => {
      stop = await serveApp()
    })

    after(() => {
      stop()
    })

    for (const [base, end] of [
      ['/v1', '#x'],
      ['/v1', '?a=1#x'],
      ['/v1', '#'],
      ['/api\\v1', '#'],
      ['http://pay.example/api\\v1', ''],
    ] as const)
      it(`${base}/projects/1/checkouts${end}`, async () => {
        const shop = await givenMerchant()
        const path = `${base}/projects/${shop.projectId}/checkouts${end}`
        expect(await sendAsIs(path, shop.tokens.test, tea())).to.deep.equal([404, 'not_found'])
        expect((await shop.get('/checkouts')).body.data).to.deep.equal([])
      })

    it('unless a backslash is in the query', async () => {
      const shop = await givenMerchant()
      const path = `/v1/projects/${shop.projectId}/checkouts?a=b\\c`
      expect(await sendAsIs(path, shop.tokens.test, tea())).to.deep.equal([422, 'validation_failed'])
    })
  })

  for (const rest of ['%ZZ', '%E0%A4%A', 'by-client-reference-id/%', '%00', '1%2F', '1.0', '٣'])
    it(`returns 404 if its id is invalid: /customers/${rest}`, async () => {
      const shop = await givenMerchant()
      const answer = await shop.get(`/customers/${rest === '٣' ? encodeURI(rest) : rest}`)
      expect(code(answer)).to.deep.equal([404, 'not_found'])
    })
})

describe('a request body', () => {
  const bodies: [
    body: string | Buffer,
    headers: Record<string, string>,
    expected: [status: number, code: string],
    because: string,
  ][] = [
    ['{"email":', {}, [400, 'invalid_json'], 'truncated JSON'],
    ['{email: 1}', {}, [400, 'invalid_json'], 'not JSON'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), {}, [400, 'invalid_json'], 'not UTF-8'],
    [gzipSync('{}').subarray(0, 15), { 'Content-Encoding': 'gzip' }, [400, 'invalid_json'], 'truncated gzip'],
    ['{}', { 'Content-Encoding': 'gzip' }, [400, 'invalid_json'], 'not compressed as its header says'],
    ['{}', { 'Content-Encoding': 'zip' }, [415, 'unsupported_media_type'], 'an unknown encoding'],
    [
      'a=1',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      [415, 'unsupported_media_type'],
      'a form',
    ],
    ['{}', { 'Content-Type': 'text/plain' }, [415, 'unsupported_media_type'], 'plain text'],
    [
      '{}',
      { 'Content-Type': 'application/json; charset=latin1' },
      [415, 'unsupported_media_type'],
      'another charset than UTF-8',
    ],
    [`{"name":"${'x'.repeat(LARGEST)}"}`, {}, [413, 'body_too_large'], 'too large'],
    [
      gzipSync(`{"name":"${'x'.repeat(LARGEST)}"}`),
      { 'Content-Encoding': 'gzip' },
      [413, 'body_too_large'],
      'too large after decompression',
    ],
    ['[1]', {}, [422, 'validation_failed'], 'a list'],
    ['"x"', {}, [422, 'validation_failed'], 'a string'],
    ['null', {}, [422, 'validation_failed'], 'null'],
    ['['.repeat(50_000) + ']'.repeat(50_000), {}, [422, 'validation_failed'], 'only brackets'],
    [
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      {},
      [422, 'validation_failed'],
      'nested 20,000 levels deep',
    ],
  ]
  for (const [body, headers, expected, because] of bodies) {
    it(`returns ${expected.join(' ')}: ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await raw(shop, body, headers)
      expect(code(answer)).to.deep.equal(expected)
      expect(answer.text, 'a message of the parser').not.to.match(/JSON at|position|Unexpected|SyntaxError/)
      expect(answer.text.length).to.be.below(1_000)
    })
  }

  for (const [body, because] of [
    ['', 'no body'],
    ['[]', "PHP's empty array"],
    ['{}', 'an empty object'],
    [' \n{}\n', 'white space around it'],
    ['\ufeff{}', 'a byte order mark'],
  ] as const) {
    it(`is treated as {}: ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await raw(shop, body)
      expect(answer.status).to.equal(422)
      const [message, more = ''] = (answer.body.message as string).split(/(?<=_id\.) /)
      expect(message).to.equal('Pass one of email, phone, client_reference_id.')
      const isMissing = body === '' || body === '[]'
      expect(more).to.equal(isMissing ? 'The body is empty: send a JSON object.' : '')
    })
  }

  it('may be compressed, and may have another JSON media type', async () => {
    const shop = await givenMerchant()
    const body = gzipSync('{"email":"bat@x.mn"}')
    const answer = await raw(shop, body, {
      'Content-Encoding': 'gzip',
      'Content-Type': 'application/vnd.api+json; charset="UTF-8"',
    })
    expect(answer.status).to.equal(201)
  })

  const fields: [json: string, paths: string[], because: string][] = [
    ['"name":"a\\u0000b"', ['name'], 'a control character'],
    ['"name":"a\\nb"', ['name'], 'a line break in a name'],
    ['"name":"\\ud800"', ['name'], 'half a surrogate pair'],
    ['"__proto__":{"x":1}', ['__proto__'], 'the key __proto__'],
    ['"constructor":1,"toString":2', ['constructor', 'toString'], 'keys that every object inherits'],
    ['"metadata":{"__proto__":"x"}', ['metadata.__proto__'], 'the key __proto__ in metadata'],
    ['"metadata":{"\\ud800":"x"}', ['metadata.\ud800'], 'half a surrogate pair in a key'],
    ['"metadata":["a"]', ['metadata'], 'a list as metadata'],
    ['"client_reference_id":{"a":1}', ['client_reference_id'], 'an object as text'],
    ['"phone":99112233', ['phone'], 'a number as text'],
    ['"name":true', ['name'], 'true as text'],
  ]
  for (const [json, paths, because] of fields) {
    it(`is rejected with the path of ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await raw(shop, `{"email":"bat@x.mn",${json}}`)
      expect(answer.status).to.equal(422)
      expect(Object.keys(answer.body.errors)).to.have.members(paths)
      expect((await shop.get('/customers')).body.meta.total).to.equal(0)
    })
  }

  it('has texts whose surrounding white space does not count towards their length', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/products', { name: ` ${'x'.repeat(255)}\n`, description: '  ' })
    expect(body.data).to.include({ name: 'x'.repeat(255), description: null })
  })
})

describe('a query string', () => {
  for (const [query, path] of [
    ['colour=red', 'colour'],
    ['page=1&page=2', 'page'],
    ['email=a@x.mn&email=b@x.mn', 'email'],
    ['email[$ne]=a@x.mn', 'email[$ne]'],
    ['__proto__=1', '__proto__'],
    ['Page=1', 'Page'],
  ] as const) {
    it(`is rejected with the path of a wrong parameter: ?${query}`, async () => {
      const shop = await givenMerchant()
      const { status, body } = await shop.get(`/customers?${query}`)
      expect(status).to.equal(422)
      expect(Object.keys(body.errors)).to.deep.equal([path])
    })
  }

  it('is validated together with the body of a POST', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/customers?dry_run=1', { email: 1 })
    expect(Object.keys(body.errors)).to.have.members(['dry_run', 'email'])
  })
})

describe('the request id', () => {
  for (const id of ['a', 'A-z_0.9:x', 'x'.repeat(128)]) {
    it(`is the client's, if valid: ${id.slice(0, 20)}`, async () => {
      const shop = await givenMerchant()
      const answer = await shop.get('/nothing').set('X-Request-Id', id)
      expect(answer.headers['x-request-id']).to.equal(id)
      expect(answer.body.request_id).to.equal(id)
    })
  }
  for (const id of ['', 'a b', 'x'.repeat(129), '<script>', 'a,b']) {
    it(`is a new one instead of the invalid '${id.slice(0, 20)}'`, async () => {
      const shop = await givenMerchant()
      const { headers } = await shop.get('').set('X-Request-Id', id)
      expect(headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/)
    })
  }
})
