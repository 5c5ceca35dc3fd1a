import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { config } from '../../common/runtime/config.ts'
import { Tolbor, TolborError } from '../support/client.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { serveApp } from '../support/serve.ts'

type Send = (request: Request) => Promise<Response>

describe('the client package', () => {
  let stop: () => void
  let shop: Merchant
  before(async () => {
    stop = await serveApp()
    shop = await givenMerchant()
  })
  after(() => stop())

  const clientOf = (more: object = {}) =>
    new Tolbor({ api: `${config().baseUrl}/v1/projects/${shop.projectId}`, token: shop.tokens.test, ...more })

  /** Replaces the first requests by these failures, and records all requests. */
  function failures(...failing: ((request: Request) => Promise<Response>)[]) {
    const sent: Request[] = []
    const send: Send = async (request) => {
      sent.push(request.clone())
      return (failing.shift() ?? fetch)(request)
    }
    return { sent, fetch: send }
  }

  const answers =
    (status: number, headers: Record<string, string> = {}) =>
    async () =>
      new Response('{"message": "No.", "code": "unavailable", "request_id": "r"}', { status, headers })
  const losesAnswer: Send = async (request) => {
    await fetch(request)
    throw new TypeError('socket hang up')
  }
  const keysOf = (sent: Request[]) => new Set(sent.map((request) => request.headers.get('Idempotency-Key')))

  async function errorOf(call: PromiseLike<unknown>) {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).to.be.instanceOf(TolborError)
    return error as InstanceType<typeof TolborError>
  }

  it('returns `data`, and takes the ids in order, then the body, then options', async () => {
    const tolbor = clientOf()
    const { id } = await tolbor.createCheckout({ ...tea(), client_reference_id: 'order-7' })
    expect(await tolbor.retrieveCheckout(id)).to.include({
      id,
      client_reference_id: 'order-7',
      status: 'open',
    })
    const paid = await tolbor.payCheckout(id, { email: 'bat@example.com' }, { idempotencyKey: `pay-${id}` })
    expect(paid).to.include({ status: 'complete' })
    expect(await tolbor.updateProject({ name: 'Tea house' })).to.include({ name: 'Tea house' })
    expect(await tolbor.listEntitlements({ client_reference_id: 'unknown' })).to.deep.equal([])
    await tolbor.saveCustomer({ client_reference_id: 'a/b?c', email: 'a@example.com' })
    expect(await tolbor.retrieveCustomerByClientReferenceId('a/b?c')).to.include({ email: 'a@example.com' })
  })

  it('throws an error with status, code, field errors and request id', async () => {
    const tolbor = clientOf()
    const invalid = await errorOf(tolbor.createCheckout({ items: [{ quantity: 0 }] }))
    expect(invalid).to.include({ name: 'TolborError', status: 422, code: 'validation_failed' })
    expect(invalid.errors).to.have.property('items.0.quantity').that.is.an('array').with.length(1)
    expect(invalid.requestId).to.match(/\S/)
    expect(await errorOf(tolbor.retrieveCheckout(999_999_999))).to.include({ status: 404, code: 'not_found' })
    expect(await errorOf(clientOf({ token: 'sk_test_no' }).retrieveProject())).to.include({ status: 401 })
    const page = async () => new Response('<h1>It works!</h1>', { status: 200 })
    expect(await errorOf(clientOf({ fetch: page }).retrieveProject())).to.include({ code: 'not_understood' })
    const missing = async () => new Response('<h1>Not found</h1>', { status: 404 })
    expect(await errorOf(clientOf({ fetch: missing }).retrieveProject())).to.include({
      code: 'not_understood',
    })
  })

  it('retries a lost request with the same key, so that it takes effect once', async () => {
    const { sent, fetch } = failures(losesAnswer, answers(502))
    const { id } = await clientOf({ fetch }).createCheckout({ ...tea(), client_reference_id: 'once' })
    expect([sent.length, keysOf(sent).size]).to.deep.equal([3, 1])
    const { data } = await clientOf().listCheckouts({ client_reference_id: 'once' })
    expect(data.map((checkout: { id: number }) => checkout.id)).to.deep.equal([id])
  })

  it('retries after the requested time, unless that is too long', async () => {
    const later = { 'Retry-After': '0' }
    const { sent, fetch } = failures(answers(409, later), answers(429, later), answers(503, later))
    await clientOf({ fetch }).createCheckout(tea())
    expect([sent.length, keysOf(sent).size]).to.deep.equal([4, 1])
    const tomorrow = failures(answers(503, { 'Retry-After': '86400' }))
    expect(await errorOf(clientOf({ fetch: tomorrow.fetch }).retrieveProject())).to.include({ status: 503 })
    const refused = failures(answers(409), answers(422))
    expect(await errorOf(clientOf({ fetch: refused.fetch }).createCheckout(tea()))).to.include({
      status: 409,
    })
    expect([tomorrow.sent.length, refused.sent.length]).to.deep.equal([1, 1])
  })

  it('gives up after the last retry, with the key in the error', async () => {
    const { sent, fetch } = failures(losesAnswer, losesAnswer)
    const error = await errorOf(clientOf({ fetch, retries: 1 }).createCheckout(tea()))
    expect(error).to.include({ status: 0, code: 'no_answer' })
    expect(error.message)
      .to.include(`/v1/projects/${shop.projectId}/checkouts`)
      .and.to.include('socket hang up')
    expect([...keysOf(sent)]).to.deep.equal([error.idempotencyKey])
  })

  it('does not retry a deletion', async () => {
    const { sent, fetch } = failures(losesAnswer)
    expect(await errorOf(clientOf({ fetch }).deleteCustomer(999_999))).to.include({ code: 'no_answer' })
    expect(sent).to.have.length(1)
  })

  it('stops at the timeout of an answer, and when the caller aborts', async () => {
    const never: Send = (request) =>
      new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
      )
    const slow = failures(never, never)
    expect(
      await errorOf(clientOf({ fetch: slow.fetch, timeout: 20, retries: 1 }).retrieveProject()),
    ).to.include({
      code: 'no_answer',
    })
    expect(slow.sent).to.have.length(2)
    const caller = new AbortController()
    const call = clientOf({ fetch: never }).retrieveProject({ signal: caller.signal })
    caller.abort(new Error('enough'))
    expect(await call.catch((error: Error) => error.message)).to.equal('enough')
    await sleep(0)
  })

  it('iterates over a list from the newest, despite additions, or from the oldest', async () => {
    const tolbor = clientOf()
    const ids: number[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push((await tolbor.createProduct({ name })).id)
    const seen: number[] = []
    for await (const { id } of tolbor.listProducts({ limit: 2 })) {
      seen.push(id)
      if (seen.length === 1) await tolbor.createProduct({ name: 'f' })
    }
    expect(seen).to.deep.equal([...ids].reverse())
    const [first] = ids
    const rest: number[] = []
    for await (const { id } of tolbor.listProducts({ after: first, limit: 2 })) rest.push(id)
    expect(rest.slice(0, 4)).to.deep.equal(ids.slice(1))
    const page = await tolbor.listProducts({ limit: 2 })
    expect(page.meta).to.include({ current_page: 1, per_page: 2, total: 6 })
  })

  it('sends filters with several values and with times', async () => {
    const { sent, fetch } = failures()
    await clientOf({ fetch }).listCheckouts({
      status: ['open', 'complete'],
      'created[gte]': '2026-01-01T00:00:00Z',
    })
    const { searchParams } = new URL(sent[0]!.url)
    expect(Object.fromEntries(searchParams)).to.deep.equal({
      status: 'open,complete',
      'created[gte]': '2026-01-01T00:00:00Z',
    })
  })

  it('throws at once if an argument is missing', () => {
    expect(() => new Tolbor({ api: config().baseUrl, token: 'sk_test_x' })).to.throw('/v1/projects/1')
    expect(() => clientOf({ token: '' })).to.throw('sk_test_')
    expect(() => clientOf().retrieveCheckout(undefined)).to.throw('checkout_id')
  })
})
