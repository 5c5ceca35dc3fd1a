import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import request from 'supertest'
import { asDescribed } from '../openapi/as-described.ts'
import { app } from '../support/ask.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

const LARGEST = 256 * 1024

/** A POST of raw bytes, with headers of the caller's choice. */
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

type BareMethod = 'get' | 'post' | 'put' | 'delete' | 'options'

function bare(method: BareMethod, path: string, token: string) {
  const agent = request(app)
  return agent[method](path).set('Authorization', `Bearer ${token}`).expect(asDescribed)
}

function code({ status, body }: { status: number; body: { code?: string } }) {
  return [status, body.code]
}

describe('an error', () => {
  it('says of a body that is no object what to send instead', async () => {
    const shop = await givenMerchant()
    for (const body of ['[1]', '"tea"', '5', 'null', 'true']) {
      const { text } = await raw(shop, body)
      expect((JSON.parse(text) as { errors: unknown }).errors, body).to.deep.equal({
        body: ['Send one JSON object.'],
      })
    }
  })

  it('names the limit of a list or of metadata that is too long, and looks at nothing inside', async () => {
    const shop = await givenMerchant()
    const keys = Array.from({ length: 21 }, (_, n) => [`key${n}`, n === 0 ? 'text' : n])
    const full = { items: Array.from({ length: 101 }, () => ({})), metadata: Object.fromEntries(keys) }
    const { body } = await shop.post('/checkouts', full).expect(422)
    expect(body.errors).to.deep.equal({
      items: ['items must hold at most 100.'],
      metadata: ['metadata must hold at most 20 keys.'],
    })
    const empty = {
      ...tea(),
      metadata: Object.fromEntries(keys.map(([key], n) => [key, n === 0 ? ' ' : 'text'])),
    }
    await shop.post('/checkouts', empty).expect(201)
  })

  it('tells a hundred problems, and how many more there are', async () => {
    const shop = await givenMerchant()
    const strange = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`strange${n}`, n]))
    const { body } = await shop.post('/customers', { ...strange, email: 5 }).expect(422)
    const { body: rest, ...told } = body.errors as Record<string, string[]>
    expect(Object.values(told).flat()).to.have.length(100)
    expect(body.errors.email).to.deep.equal(['email must be text, in quotes.'])
    expect(rest).to.deep.equal(['There are 151 more problems. Fix these first.'])
    expect(body.message).to.equal('email must be text, in quotes. (and 250 more problems)')
  })

  it('repeats no more of a name than a reader needs', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/customers', { ['🍵'.repeat(5_000)]: 1, email: 'bat@example.com' })
    const shown = `${'🍵'.repeat(60)}…`
    expect(body.errors).to.deep.equal({
      [shown]: [`${shown} is not a parameter of this request. Check its spelling, or leave it out.`],
    })
  })

  it('is that there is no such object before what is wrong with the body, and that before its state', async () => {
    const shop = await givenMerchant()
    const strange = { colour: 'red' }
    const missing: ['post' | 'patch' | 'delete', string, object][] = [
      ['post', '/checkouts/987654/expire', strange],
      ['post', '/invoices/987654/void', strange],
      ['post', '/invoices/987654/finalize', strange],
      ['delete', '/invoices/987654', strange],
      ['post', '/payments/987654/confirm', strange],
      ['post', '/payments/987654/reject', { reason: 5 }],
      ['post', '/subscriptions/987654/resume', strange],
      ['post', '/subscriptions/987654/cancel', { mode: 'never' }],
      ['patch', '/webhook-endpoints/987654', { url: 5 }],
      ['post', '/webhook-endpoints/987654/rehearse', { reorder: 5 }],
      ['delete', '/customers/987654', strange],
    ]
    for (const [method, path, body] of missing)
      expect(code(await shop.call(method, path, body)), `${method} ${path}`).to.deep.equal([404, 'not_found'])

    const { body } = await shop.post('/invoices', { amount: 1_000, auto_advance: false }).expect(201)
    const path = `/invoices/${body.data.id}/void`
    expect(code(await shop.post(path, strange))).to.deep.equal([422, 'validation_failed'])
    expect(code(await shop.post(path))).to.deep.equal([409, 'invoice_not_open'])
    const finalize = `/invoices/${body.data.id}/finalize`
    expect(code(await shop.post(finalize, strange))).to.deep.equal([422, 'validation_failed'])
    expect((await shop.get(`/invoices/${body.data.id}`)).body.data.status).to.equal('draft')
  })

  it('has a message, a code and the id of the request, and errors by path on a 422', async () => {
    const shop = await givenMerchant()
    const missing = await shop.get('/products/987654')
    expect(missing.body).to.deep.equal({
      message: 'There is no such product in test mode; this token is a test one.',
      code: 'not_found',
      request_id: missing.headers['x-request-id'],
    })
    const invalid = await shop.post('/products', { name: 1 })
    expect(invalid.headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(invalid.body).to.deep.equal({
      message: 'name must be text, in quotes.',
      code: 'validation_failed',
      errors: { name: ['name must be text, in quotes.'] },
      request_id: invalid.headers['x-request-id'],
    })
  })

  it('has the specific code where all its problems share it', async () => {
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

describe('who may call', () => {
  const UNKNOWN = `sk_test_${'x'.repeat(43)}`
  const headers: [authorization: string, because: string][] = [
    ['', 'there is none'],
    ['Basic abc', 'it is of another kind'],
    ['Bearer', 'the token is missing'],
    ['Bearer sk_test_short', 'it is no token of ours'],
    [`Bearer ${UNKNOWN}`, 'nobody was given this token'],
  ]
  for (const [authorization, because] of headers) {
    it(`is not known with the header '${authorization.slice(0, 20)}': ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await request(app)
        .get(`/v1/projects/${shop.projectId}/customers`)
        .set('Authorization', authorization)
      expect(code(answer)).to.deep.equal([401, 'unauthenticated'])
      expect(answer.headers['www-authenticate']).to.equal('Bearer')
    })
  }

  it('is the owner of the token only: the same answer whether the project exists or not', async () => {
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

describe('what is checked first', () => {
  it('is the token, then the project, then the path, then the method, then the body', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const call = (path: string, token = shop.tokens.test, method: 'post' | 'put' = 'post') =>
      bare(method, `/v1/projects/${shop.projectId}${path}`, token).set('Content-Type', 'text/plain').send('{')
    expect((await call('/nothing', 'wrong')).status).to.equal(401)
    expect((await call('/nothing', other.tokens.test)).status).to.equal(403)
    expect((await call('/nothing')).status).to.equal(404)
    expect((await call('/customers', shop.tokens.test, 'put')).status).to.equal(405)
    expect((await call('/customers')).status).to.equal(415)
  })

  it('is whether there is such an object, before what its change says', async () => {
    const shop = await givenMerchant()
    expect((await shop.patch('/customers/987654', { email: 1, colour: 2 })).status).to.equal(404)
    expect((await shop.patch('/customers/987654?colour=2', {})).status).to.equal(404)
    expect((await shop.get('/customers/987654?colour=2')).status).to.equal(404)
  })
})

describe('a method that a path does not know', () => {
  for (const [method, path, allow] of [
    ['put', '/customers', 'POST, GET'],
    ['delete', '/products', 'POST, GET'],
    ['post', '/customers/1', 'GET, PATCH, DELETE'],
    ['options', '/customers', 'POST, GET'],
    ['post', '', 'GET, PATCH'],
  ] as const) {
    it(`is refused, and those it knows are named: ${method} ${path}`, async () => {
      const shop = await givenMerchant()
      const answer = await bare(method, `/v1/projects/${shop.projectId}${path}`, shop.tokens.test)
      expect(code(answer)).to.deep.equal([405, 'method_not_allowed'])
      expect(answer.headers.allow).to.equal(allow)
    })
  }
})

describe('a path', () => {
  it('works below /api too, and a key used there is the same key', async () => {
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
    it(`that is not ours is 404: ${path}`, async () => {
      const answer = await request(app).get(path)
      expect(code(answer)).to.deep.equal([404, 'not_found'])
      expect(answer.body).to.have.all.keys('message', 'code', 'request_id')
    })
  }

  for (const rest of ['%ZZ', '%E0%A4%A', 'by-client-reference-id/%', '%00', '1%2F', '1.0', '٣'])
    it(`that names no object is 404: /customers/${rest}`, async () => {
      const shop = await givenMerchant()
      const answer = await shop.get(`/customers/${rest === '٣' ? encodeURI(rest) : rest}`)
      expect(code(answer)).to.deep.equal([404, 'not_found'])
    })
})

describe('a body', () => {
  const bodies: [
    body: string | Buffer,
    headers: Record<string, string>,
    is: [number, string],
    because: string,
  ][] = [
    ['{"email":', {}, [400, 'invalid_json'], 'it is cut short'],
    ['{email: 1}', {}, [400, 'invalid_json'], 'it is no JSON'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), {}, [400, 'invalid_json'], 'it is no UTF-8'],
    [
      gzipSync('{}').subarray(0, 15),
      { 'Content-Encoding': 'gzip' },
      [400, 'invalid_json'],
      'it is cut short, packed',
    ],
    ['{}', { 'Content-Encoding': 'gzip' }, [400, 'invalid_json'], 'it is not packed as it says'],
    ['{}', { 'Content-Encoding': 'zip' }, [415, 'unsupported_media_type'], 'nobody knows this packing'],
    [
      'a=1',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      [415, 'unsupported_media_type'],
      'it is a form',
    ],
    ['{}', { 'Content-Type': 'text/plain' }, [415, 'unsupported_media_type'], 'it is said to be text'],
    [
      '{}',
      { 'Content-Type': 'application/json; charset=latin1' },
      [415, 'unsupported_media_type'],
      'JSON is UTF-8',
    ],
    [`{"name":"${'x'.repeat(LARGEST)}"}`, {}, [413, 'body_too_large'], 'it is too large'],
    [
      gzipSync(`{"name":"${'x'.repeat(LARGEST)}"}`),
      { 'Content-Encoding': 'gzip' },
      [413, 'body_too_large'],
      'it is too large when unpacked',
    ],
    ['[1]', {}, [422, 'validation_failed'], 'it is a list'],
    ['"x"', {}, [422, 'validation_failed'], 'it is text'],
    ['null', {}, [422, 'validation_failed'], 'it is nothing'],
    ['['.repeat(50_000) + ']'.repeat(50_000), {}, [422, 'validation_failed'], 'it is only brackets'],
    [
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      {},
      [422, 'validation_failed'],
      'it is nested without end',
    ],
  ]
  for (const [body, headers, is, because] of bodies) {
    it(`is ${is.join(' ')} where ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await raw(shop, body, headers)
      expect(code(answer)).to.deep.equal(is)
      expect(answer.text, "no parser's words").not.to.match(/JSON at|position|Unexpected|SyntaxError/)
      expect(answer.text.length).to.be.below(1_000)
    })
  }

  for (const [body, because] of [
    ['', 'none'],
    ['[]', "PHP's empty array"],
    ['{}', 'an empty object'],
    [' \n{}\n', 'white space around it'],
    ['\ufeff{}', 'a byte order mark'],
  ] as const) {
    it(`counts as {}: ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await raw(shop, body)
      expect(answer.status).to.equal(422)
      expect(answer.body.message).to.equal('Pass one of email, phone, client_reference_id.')
    })
  }

  it('may come packed, and as another kind of JSON', async () => {
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
    ['"__proto__":{"x":1}', ['__proto__'], 'a key that means something to JavaScript'],
    ['"constructor":1,"toString":2', ['constructor', 'toString'], 'keys that every object has'],
    ['"metadata":{"__proto__":"x"}', ['metadata.__proto__'], 'such a key further in'],
    ['"metadata":{"\\ud800":"x"}', ['metadata.\ud800'], 'half a character in a key'],
    ['"metadata":["a"]', ['metadata'], 'a list where keys are wanted'],
    ['"client_reference_id":{"a":1}', ['client_reference_id'], 'an object where text is wanted'],
    ['"phone":99112233', ['phone'], 'a number where text is wanted'],
    ['"name":true', ['name'], 'true where text is wanted'],
  ]
  for (const [json, paths, because] of fields) {
    it(`is refused by name for ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await raw(shop, `{"email":"bat@x.mn",${json}}`)
      expect(answer.status).to.equal(422)
      expect(Object.keys(answer.body.errors)).to.have.members(paths)
      expect((await shop.get('/customers')).body.meta.total).to.equal(0)
    })
  }

  it('is measured without the white space around its texts', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/products', { name: ` ${'x'.repeat(255)}\n`, description: '  ' })
    expect(body.data).to.include({ name: 'x'.repeat(255), description: null })
  })
})

describe('a query', () => {
  for (const [query, path] of [
    ['colour=red', 'colour'],
    ['page=1&page=2', 'page'],
    ['email=a@x.mn&email=b@x.mn', 'email'],
    ['email[$ne]=a@x.mn', 'email[$ne]'],
    ['__proto__=1', '__proto__'],
    ['Page=1', 'Page'],
  ] as const) {
    it(`is refused by name: ?${query}`, async () => {
      const shop = await givenMerchant()
      const { status, body } = await shop.get(`/customers?${query}`)
      expect(status).to.equal(422)
      expect(Object.keys(body.errors)).to.deep.equal([path])
    })
  }

  it('is refused on a POST together with its body', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/customers?dry_run=1', { email: 1 })
    expect(Object.keys(body.errors)).to.have.members(['dry_run', 'email'])
  })
})

describe('the id of a request', () => {
  for (const id of ['a', 'A-z_0.9:x', 'x'.repeat(128)]) {
    it(`is kept: ${id.slice(0, 20)}`, async () => {
      const shop = await givenMerchant()
      const answer = await shop.get('/nothing').set('X-Request-Id', id)
      expect(answer.headers['x-request-id']).to.equal(id)
      expect(answer.body.request_id).to.equal(id)
    })
  }
  for (const id of ['', 'a b', 'x'.repeat(129), '<script>', 'a,b']) {
    it(`is replaced: '${id.slice(0, 20)}'`, async () => {
      const shop = await givenMerchant()
      const { headers } = await shop.get('').set('X-Request-Id', id)
      expect(headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/)
    })
  }
})
