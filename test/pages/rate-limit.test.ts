import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import mysql from 'mysql2/promise'
import request, { type Response } from 'supertest'
import { createApp } from '../../api/app.ts'
import { config } from '../../common/runtime/config.ts'
import { producer } from '../../common/runtime/queues.ts'
import { RateLimiter } from '../../common/runtime/rate-limit.ts'
import { hiddenFields } from '../support/customer.ts'
import { givenCode } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { givenLink } from '../support/given/payment-link.ts'
import { givenOrder } from '../support/given/promotion-code.ts'
import { until } from '../support/service.ts'

let addresses = 0

describe('the rate limit of pages', () => {
  let server: Server
  let url: string
  let shop: Merchant
  let path: string
  let id: number
  /** A client address that no other test uses, as a proxy forwards it. */
  let address: string

  before(async () => {
    const { trustProxy } = config()
    config().trustProxy = 1
    server = createServer(
      createApp(undefined, undefined, new RateLimiter(producer, { perSecond: 1, burst: 5 })),
    )
    config().trustProxy = trustProxy
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await until(async () => producer().status === 'ready')
  })
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  beforeEach(async () => {
    address = `203.0.113.${(addresses += 1)}`
    shop = await givenMerchant({ name: 'Tea House' })
    await givenCode(shop, 'TEN')
    const order = await givenOrder(shop, { locale: 'mn' })
    path = new URL(order.url).pathname
    id = order.id
  })

  const get = (from = address, at = path) =>
    request(url).get(at).set('X-Forwarded-For', from).set('Accept-Language', 'en')
  const press = (fields: object, from = address) =>
    request(url).post(path).set('X-Forwarded-For', from).type('form').send(fields)

  /** Sends requests until one is refused. */
  async function refused(send: () => PromiseLike<Response>): Promise<Response> {
    for (let count = 0; count < 100; count += 1) {
      const response = await send()
      if (response.status === 429) return response
    }
    throw new Error('None of 100 requests was refused')
  }

  it('returns a page of the shop in the language of the order, with Retry-After', async () => {
    const { headers, text } = await refused(() => get())
    expect(headers['retry-after']).to.equal('1')
    expect(headers['content-security-policy']).to.include("default-src 'none'")
    expect(text).to.include('<html lang="mn"').and.include('data-state="error_too_many"')
    expect(text).to.include('Tea House').and.include('Түр хүлээнэ\u00a0үү').and.include('href="?"')
    const english = await refused(() => get(address, `${path}?lang=en&receipt=1`))
    expect(english.text)
      .to.include('One moment, please')
      .and.include('href="?lang&#x3D;en&amp;receipt&#x3D;1"')
  })

  it('counts each IPv4 address and each IPv6 network separately', async () => {
    await refused(() => get())
    expect((await get('198.51.100.1')).status).to.equal(200)
    const network = `2001:db8:0:${addresses}`
    let host = 0
    await refused(() => get(`${network}::${(host += 1).toString(16)}`))
    expect((await get(`2001:db8:1:${addresses}::1`)).status).to.equal(200)
  })

  it('limits presses of a payment link, keeps what was typed, and opens no checkout for a refused press', async () => {
    const { url: link } = await givenLink(shop)
    const at = new URL(link).pathname
    const fields = {
      ...hiddenFields((await get('198.51.100.5', at)).text),
      action: 'buy',
      'amount[0]': '77',
    }
    const send = () => request(url).post(at).set('X-Forwarded-For', address).type('form').send(fields)
    const { text } = await refused(send)
    expect(text).to.include('name="visitor"').and.include('value="77"')
    const { body } = await request(url)
      .get(`/v1/projects/${shop.projectId}/checkouts`)
      .set('Authorization', `Bearer ${shop.tokens.test}`)
    expect(body.meta.total).to.equal(2) // the order, and one checkout for all presses of this visitor
  })

  it('does not count static files, health checks and calls of the API', async () => {
    const { text } = await refused(() => get())
    const [, script = ''] = /<script src="([^"]+)"/.exec(text) ?? []
    for (const at of [script, '/healthz', '/openapi.json', `${path}/code.svg`])
      expect([at, (await get(address, at)).status]).to.deep.equal([at, 200])
    const list = await get(address, `/v1/projects/${shop.projectId}/checkouts`).set(
      'Authorization',
      `Bearer ${shop.tokens.test}`,
    )
    expect(list.status).to.equal(200)
  })

  it('keeps the entries of a form, and sends them again when the button is pressed', async () => {
    const fields = hiddenFields((await get('198.51.100.2')).text)
    const typed = { ...fields, email: 'half@<b>"', promotion_code: 'TEN', action: 'apply_code' }
    const { text } = await refused(() => press({ ...typed, action: 'remove_code:NONE' }))
    expect(text).to.include('<form method="post"').and.include('value="half@&lt;b&gt;&quot;"')
    const again = { ...hiddenFields((await refused(() => press(typed))).text), email: 'half@' }
    expect(again).to.include({ promotion_code: 'TEN', action: 'apply_code' })
    const page = await press(again, '198.51.100.3')
    expect(page.text).to.contain('TEN').and.contain('value="half@"')
  })

  it('refuses a third change of one checkout while two others wait for its row', async () => {
    const fields = { ...hiddenFields((await get('198.51.100.4')).text), action: 'apply_code' }
    const holder = await mysql.createConnection({ uri: config().databaseUrl })
    await holder.beginTransaction()
    await holder.query('SELECT id FROM checkouts WHERE id = ? FOR UPDATE', [id])
    const responses = Array.from({ length: 5 }, (_, index) =>
      press({ ...fields, promotion_code: 'TEN' }, `198.51.100.${10 + index}`).then(({ status }) => status),
    )
    const finished: number[] = []
    for (const response of responses) void response.then((status) => finished.push(status))
    await until(async () => finished.length === 3)
    expect(finished).to.deep.equal([429, 429, 429])
    await holder.commit()
    await holder.end()
    expect((await Promise.all(responses)).filter((status) => status !== 429)).to.have.length(2)
  })
})
