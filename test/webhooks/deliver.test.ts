import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { now, setClock } from '../../common/runtime/clock.ts'
import { drainEndpoint } from '../../common/services/webhooks/deliveries/drain.ts'
import { onConnection } from '../../db/sql.ts'
import { transact } from '../../db/transaction.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import {
  closeReceivers,
  deliveriesOf,
  drain,
  givenEndpoint,
  givenReceiver,
  says,
  somethingHappens,
} from '../support/given/receiver.ts'

/** Sets the clock to the due time of the first delivery in a list. */
function travelToDue([delivery]: { next_attempt_at: string | null }[]): void {
  const at = new Date(delivery!.next_attempt_at!)
  setClock(() => at)
}

describe('a delivery', () => {
  afterEach(closeReceivers)

  it('contains the event as in the API, with a signature that the standard library accepts', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    const checkoutId = await somethingHappens(shop)
    await drain(endpoint)

    expect(receiver.received).to.have.lengthOf(1)
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]]
    const event = JSON.parse(body)
    expect(new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)).to.deep.equal(event)
    expect(() =>
      new Webhook(endpoint.secret).verify(`${body} `, headers as Record<string, string>),
    ).to.throw()
    expect(headers['tolbor-signature']).to.equal(
      createHmac('sha256', endpoint.secret).update(body).digest('hex'),
    )
    expect(headers['webhook-id']).to.equal(`evt_${event.id}`)
    expect(headers['content-type']).to.equal('application/json')

    const shown = await shop.get(`/events/${event.id}`)
    expect(event).to.deep.equal(shown.body.data)
    expect(event).to.deep.include({
      project_id: shop.projectId,
      type: 'checkout.expired',
      object: 'checkout',
      is_test: true,
      sequence: 1,
    })
    const checkout = await shop.get(`/checkouts/${checkoutId}`)
    expect(event.data.object).to.deep.equal(checkout.body.data)
  })

  it('has the id of the request that caused it, in its headers and in the list of attempts', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    const { body } = await shop.post('/checkouts', tea())
    const { headers } = await shop.post(`/checkouts/${body.data.id}/expire`)
    await drain(endpoint)
    expect(receiver.received[0]?.headers['tolbor-request-id']).to.equal(headers['x-request-id'])
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect(delivery!.attempts[0]!.request_headers).to.include({
      'tolbor-request-id': headers['x-request-id'],
    })
  })

  it('has the same bytes and id in every attempt, and shows all attempts', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    const checkoutId = await somethingHappens(shop)
    await drain(endpoint)
    await drain(endpoint) // the next attempt is not due yet
    await onConnection((sql) =>
      sql.run("UPDATE checkouts SET customer_email = 'new@me.mn' WHERE id = ?", [checkoutId]),
    )
    expect(receiver.received).to.have.lengthOf(1)

    let deliveries = await deliveriesOf(shop, endpoint)
    expect(deliveries).to.have.lengthOf(1)
    expect(deliveries[0]).to.include({ status: 'pending', event_type: 'checkout.expired' })
    const [first] = deliveries[0]!.attempts
    expect(first).to.include({ status_code: 500, response_body: 'thanks', error: null })
    const waited = Date.parse(deliveries[0]!.next_attempt_at!) - Date.parse(first!.attempted_at)
    expect(waited).to.be.within(4_000, 7_000)

    travelToDue(deliveries)
    receiver.behave = says(204)
    await drain(endpoint)
    deliveries = await deliveriesOf(shop, endpoint)
    expect(deliveries[0]).to.include({ status: 'succeeded', next_attempt_at: null })
    expect(deliveries[0]!.attempts.map(({ status_code }) => status_code)).to.deep.equal([500, 204])
    const [one, two] = receiver.received
    expect(two!.body).to.equal(one!.body)
    expect(two!.headers['webhook-id']).to.equal(one!.headers['webhook-id'])
    expect(two!.headers['tolbor-signature']).to.equal(one!.headers['tolbor-signature'])
  })

  it('shows the headers of each attempt as they were sent, without the secret', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await drain(endpoint)
    const [delivery] = await deliveriesOf(shop, endpoint)
    const { request_headers: shown } = delivery!.attempts[0]!
    const received = receiver.received[0]!.headers
    for (const [name, value] of Object.entries(shown!)) expect(received[name.toLowerCase()]).to.equal(value)
    expect(Object.keys(shown!)).to.include.members(['webhook-id', 'webhook-signature', 'Tolbor-Signature'])
    expect(JSON.stringify(delivery)).to.not.include(endpoint.secret.slice(6))
  })

  it('keeps the headers of each response, at most 4 KiB, and none without a response', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(
      says(500, { 'x-trace': 'abc', 'x-long': 'l'.repeat(5_000), 'x-late': 'no' }),
    )
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await drain(endpoint)
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect(delivery!.attempts[0]!.response_headers).to.deep.equal({ 'x-trace': 'abc' })
    receiver.behave = (response) => response.destroy()
    await shop.post(`/webhook-deliveries/${delivery!.id}/resend`).expect(200)
    await drain(endpoint)
    const [again] = await deliveriesOf(shop, endpoint)
    expect(again!.attempts.map((one) => one.response_headers)).to.deep.equal([{ 'x-trace': 'abc' }, null])
  })

  it("has the plain signature in the endpoint's header, in addition to the standard ones", async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url, { signature_header: 'X-Shop_Signature' })
    await somethingHappens(shop)
    await drain(endpoint)
    const { headers, body } = receiver.received[0]!
    const plain = createHmac('sha256', endpoint.secret).update(body).digest('hex')
    expect(headers['x-shop_signature']).to.equal(plain)
    expect(headers).not.to.have.property('tolbor-signature')
    expect(new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)).to.be.an('object')

    const path = `/webhook-endpoints/${endpoint.id}`
    expect((await shop.get(path)).body.data.signature_header).to.equal('X-Shop_Signature')
    expect((await shop.patch(path, { signature_header: null })).body.data.signature_header).to.equal(null)
    await somethingHappens(shop)
    await drain(endpoint)
    expect(receiver.received[1]!.headers).to.have.property('tolbor-signature')
  })

  it('fails after ten attempts over three days', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    const started = Date.now()
    await somethingHappens(shop)
    await drain(endpoint)
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      travelToDue(await deliveriesOf(shop, endpoint))
      await drain(endpoint)
      expect(receiver.received).to.have.lengthOf(attempt)
    }
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect(delivery).to.include({ status: 'failed', next_attempt_at: null })
    const last = Date.parse(delivery!.attempts[9]!.attempted_at)
    expect((last - started) / 3_600_000).to.be.within(75.6 * 0.8, 75.6 * 1.2)
  })

  it('waits as long as a 429 response requests', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(429, { 'Retry-After': '3600' }))
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await drain(endpoint)
    const [delivery] = await deliveriesOf(shop, endpoint)
    const waits = Date.parse(delivery!.next_attempt_at!) - Date.parse(delivery!.attempts[0]!.attempted_at)
    expect(waits).to.be.within(3_600_000, 3_605_000)
  })

  it('disables an endpoint that returns 410, and sends an email to the merchant', async () => {
    const shop = await givenMerchant()
    await onConnection((sql) =>
      sql.run("UPDATE projects SET email = 'me@shop.mn' WHERE id = ?", [shop.projectId]),
    )
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await drain(endpoint)
    receiver.behave = says(410)
    await somethingHappens(shop)
    await drain(endpoint)
    const deliveries = await deliveriesOf(shop, endpoint)
    expect(deliveries.map(({ status }) => status)).to.deep.equal(['canceled', 'failed'])
    const { body } = await shop.get(`/webhook-endpoints/${endpoint.id}`)
    expect(body.data.active).to.equal(false)
    expect(body.data.disabled_reason).to.match(/410 Gone/)
    const emails = await onConnection((sql) =>
      sql.rows('SELECT recipient FROM emails WHERE project_id = ? AND kind = ?', [
        shop.projectId,
        'endpoint_disabled',
      ]),
    )
    expect(emails).to.deep.equal([{ recipient: 'me@shop.mn' }])

    await somethingHappens(shop)
    expect(await deliveriesOf(shop, endpoint)).to.have.lengthOf(2)
  })

  it('disables an endpoint after 5 days without a success, and sends an email to the merchant', async () => {
    const shop = await givenMerchant()
    await onConnection((sql) =>
      sql.run("UPDATE projects SET email = 'me@shop.mn' WHERE id = ?", [shop.projectId]),
    )
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await drain(endpoint)
    const later = new Date(Date.now() + 5 * 86_400_000 + 60_000)
    setClock(() => later)
    await drain(endpoint)
    const { body } = await shop.get(`/webhook-endpoints/${endpoint.id}`)
    expect(body.data).to.include({ active: false, disabled_reason: 'No delivery has succeeded for 5 days.' })
    expect((await deliveriesOf(shop, endpoint))[0]!.attempts).to.have.lengthOf(2)
    const emails = await onConnection((sql) =>
      sql.rows('SELECT recipient FROM emails WHERE project_id = ? AND kind = ?', [
        shop.projectId,
        'endpoint_disabled',
      ]),
    )
    expect(emails).to.deep.equal([{ recipient: 'me@shop.mn' }])
  })

  it('pauses an endpoint after five failures in a row, then tries one delivery at a time', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    for (let count = 0; count < 12; count += 1) await somethingHappens(shop)
    await drain(endpoint)
    const sent = receiver.received.length
    expect(sent).to.be.within(5, 8) // up to three were in flight when the fifth failed
    await drain(endpoint)
    expect(receiver.received).to.have.lengthOf(sent)

    const later = new Date(Date.now() + 31_000)
    setClock(() => later)
    await drain(endpoint)
    expect(receiver.received).to.have.lengthOf(sent + 1)

    receiver.behave = says(200)
    const muchLater = new Date(Date.now() + 62_000)
    setClock(() => muchLater)
    await drain(endpoint)
    const deliveries = await deliveriesOf(shop, endpoint)
    const open = deliveries.filter(({ status }) => status !== 'succeeded')
    expect(open.every(({ next_attempt_at }) => Date.parse(next_attempt_at!) > muchLater.getTime())).to.equal(
      true,
    )
    expect(open.length).to.be.below(12 - sent + 2)
  })

  it('is sent once when five drains run at the same time', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    for (let count = 0; count < 20; count += 1) await somethingHappens(shop)
    await Promise.all(Array.from({ length: 5 }, () => drain(endpoint)))
    await drain(endpoint)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).to.have.lengthOf(20)
    expect(new Set(ids)).to.have.lengthOf(20)
    const deliveries = await deliveriesOf(shop, endpoint)
    expect(
      deliveries.every(({ status, attempts }) => status === 'succeeded' && attempts.length === 1),
    ).to.equal(true)
  })

  it('shares at most four connections with others, and leaves none open', async () => {
    const shop = await givenMerchant()
    const sockets = new Set<Socket>()
    const receiver = await givenReceiver((response, { socket }) => {
      sockets.add(socket)
      response.writeHead(200).end()
    })
    const endpoint = await givenEndpoint(shop, receiver.url)
    for (let count = 0; count < 12; count += 1) await somethingHappens(shop)
    await drain(endpoint)
    expect(receiver.received).to.have.lengthOf(12)
    expect(sockets.size).to.be.at.most(4)
    for (const socket of sockets) if (!socket.destroyed) await once(socket, 'close')
  })

  it('is one of at most four in flight to an endpoint, or the only one if it keeps failing', async () => {
    const shop = await givenMerchant()
    let [expected, status, most] = [4, 200, 0]
    let waiting: ServerResponse[] = []
    const respondToAll = () => {
      for (const response of waiting.splice(0)) response.writeHead(status).end()
    }
    const receiver = await givenReceiver((response) => {
      waiting = [...waiting, response]
      most = Math.max(most, waiting.length)
      if (waiting.length === expected) setTimeout(respondToAll, 20) // long enough for one too many
    })
    const endpoint = await givenEndpoint(shop, receiver.url)
    for (let count = 0; count < 12; count += 1) await somethingHappens(shop)
    await drain(endpoint)
    expect([receiver.received.length, most]).to.deep.equal([12, 4])

    await onConnection((sql) =>
      sql.run('UPDATE webhook_endpoints SET failures = 5 WHERE id = ?', [endpoint.id]),
    )
    for (let count = 0; count < 4; count += 1) await somethingHappens(shop)
    ;[expected, status, most] = [1, 500, 0]
    await drain(endpoint)
    expect([receiver.received.length, most]).to.deep.equal([13, 1])
  })

  it('reaches a healthy endpoint while another endpoint hangs', async () => {
    const shop = await givenMerchant()
    const hanging = await givenReceiver(() => undefined)
    const healthy = await givenReceiver()
    const dead = await givenEndpoint(shop, hanging.url)
    const alive = await givenEndpoint(shop, healthy.url)
    await somethingHappens(shop)
    const stuck = drain(dead, { answerWithin: 500 })
    await drain(alive)
    expect((await deliveriesOf(shop, alive))[0]).to.include({ status: 'succeeded' })
    expect((await deliveriesOf(shop, dead))[0]!.attempts).to.deep.equal([])
    await stuck
    const [attempt] = (await deliveriesOf(shop, dead))[0]!.attempts
    expect(attempt).to.include({ status_code: null, error: 'no answer within 0.5 s' })
    expect(attempt!.duration_ms).to.be.within(400, 10_000) // the default is 15 s
  })

  it('is sent again if its worker was killed before it recorded the result', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    // A killed worker leaves its lease, and a delivery that is still due.
    await onConnection((sql) =>
      sql.run('UPDATE webhook_endpoints SET drain_token = ?, draining_until = ? WHERE id = ?', [
        'a'.repeat(22),
        new Date(Date.now() + 10_000),
        endpoint.id,
      ]),
    )
    await drain(endpoint)
    expect(receiver.received).to.have.lengthOf(0)
    const later = new Date(Date.now() + 10_001)
    setClock(() => later)
    await drain(endpoint)
    expect(receiver.received).to.have.lengthOf(1)
  })

  it('does not wake its endpoint repeatedly if it cannot be sent', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await somethingHappens(shop)
    const [lost] = await deliveriesOf(shop, endpoint)
    await onConnection((sql) => sql.run('DELETE FROM events WHERE id = ?', [lost!.event_id]))
    const wakeUps: unknown[] = []
    await drainEndpoint(endpoint.id, async (work) => {
      const done = await transact(work, { now })
      wakeUps.push(...done.wakeUps)
      return done.result
    })
    expect((await deliveriesOf(shop, endpoint)).map(({ status }) => status)).to.deep.equal([
      'pending',
      'succeeded',
    ])
    expect(wakeUps).to.deep.equal([])
    await shop.delete(`/webhook-endpoints/${endpoint.id}`)
  })

  it('wakes its endpoint for the next attempt', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    const wakeUps: { dueAt: Date }[] = []
    await drainEndpoint(endpoint.id, async (work) => {
      const done = await transact(work, { now })
      wakeUps.push(...done.wakeUps)
      return done.result
    })
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect(wakeUps.map(({ dueAt }) => dueAt.toISOString().slice(0, -1))).to.deep.equal([
      delivery!.next_attempt_at!.slice(0, 23),
    ])
  })

  for (const host of ['localhost', '127.0.0.1']) {
    it(`reaches a receiver at http://${host} if private addresses are allowed`, async () => {
      const shop = await givenMerchant()
      const receiver = await givenReceiver()
      const endpoint = await givenEndpoint(shop.live, receiver.url.replace('127.0.0.1', host))
      await shop.live.post(`/webhook-endpoints/${endpoint.id}/test`).expect(201)
      await drain(endpoint)
      expect((await deliveriesOf(shop.live, endpoint))[0]!.status).to.equal('succeeded')
    })
  }

  const hostile: [what: string, behave: Parameters<typeof givenReceiver>[0], attempt: object][] = [
    [
      'a redirect is not followed',
      says(302, { Location: 'http://127.0.0.1:1/' }),
      { status_code: 302, response_body: 'thanks', error: null },
    ],
    [
      'a reset connection is not a response',
      (response) => response.destroy(),
      { status_code: null, error: 'the connection was closed before an answer came' },
    ],
    [
      'text that is not HTTP is not a response',
      (response) => response.socket?.end('SSH-2.0-OpenSSH\r\n\r\n'),
      { status_code: null, error: 'the answer is not valid HTTP' },
    ],
    [
      'a body that never ends after a 200 is a success',
      (response) => response.writeHead(200).write('begun'),
      { status_code: 200, response_body: 'begun', error: null },
    ],
    [
      'a body that breaks off after a 200 is a success',
      (response) => {
        response.writeHead(200, { 'Content-Length': '100' }).write('begun', () => response.destroy())
      },
      { status_code: 200, response_body: 'begun' },
    ],
    [
      'only the first 4 KiB of 10 MB are kept',
      (response) => response.writeHead(200).end(Buffer.alloc(10_000_000, 'a')),
      { status_code: 200, response_body: 'a'.repeat(4096) },
    ],
    [
      'a truncated character is removed',
      (response) => response.writeHead(200).end('a' + 'Ө'.repeat(4096)),
      { status_code: 200, response_body: 'a' + 'Ө'.repeat(2047) },
    ],
  ]
  for (const [what, behave, expected] of hostile) {
    it(`survives a hostile receiver: ${what}`, async () => {
      const shop = await givenMerchant()
      const receiver = await givenReceiver(behave)
      const endpoint = await givenEndpoint(shop, receiver.url)
      await somethingHappens(shop)
      await drain(endpoint, { answerWithin: 500 })
      const [delivery] = await deliveriesOf(shop, endpoint)
      expect(delivery!.attempts).to.have.lengthOf(1)
      expect(delivery!.attempts[0]).to.include(expected)
      const ok = (expected as { status_code: number | null }).status_code === 200
      expect(delivery!.status).to.equal(ok ? 'succeeded' : 'pending')
    })
  }
})
