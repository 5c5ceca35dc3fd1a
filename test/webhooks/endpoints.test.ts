import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { eventTypes } from '../../common/domain/events/types.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import {
  closeReceivers,
  deliveriesOf,
  drain,
  givenEndpoint,
  givenReceiver,
  somethingHappens,
} from '../support/given/receiver.ts'

const SECRET = /^whsec_[A-Za-z0-9+/]{32}$/

describe('a webhook endpoint', () => {
  const { secretKey, secretKeys } = config()
  afterEach(() => {
    closeReceivers()
    Object.assign(config(), { webhookAllowPrivate: true, secretKey, secretKeys })
  })

  const statusesOf = async (shop: Merchant, endpoint: { id: number }) =>
    (await deliveriesOf(shop, endpoint)).map(({ status }) => status)

  it('is created, and shows its whole secret only once', async () => {
    const shop = await givenMerchant()
    const created = await shop.post('/webhook-endpoints', { url: 'https://shop.example/hooks' })
    expect(created.status).to.equal(201)
    expect(created.body.data.secret).to.match(SECRET)
    const found = await shop.get(`/webhook-endpoints/${created.body.data.id}`)
    expect(found.body.data).to.deep.equal({
      ...created.body.data,
      secret: created.body.data.secret.slice(-4),
    })
    expect(found.body.data).to.include({
      url: 'https://shop.example/hooks',
      description: null,
      active: true,
      disabled_reason: null,
      is_test: true,
    })
    expect(found.body.data.events).to.include.members(['checkout.completed', 'subscription.renewal_due'])
    const listed = await shop.get('/webhook-endpoints')
    expect(listed.body.data).to.deep.equal([found.body.data])
    expect(listed.body.meta.total).to.equal(1)
  })

  it('keeps its secret encrypted', async () => {
    const shop = await givenMerchant()
    const { id, secret } = await givenEndpoint(shop, 'https://shop.example/hooks')
    const row = await onConnection((sql) =>
      sql.row<object>('SELECT * FROM webhook_endpoints WHERE id = ?', [id]),
    )
    expect(JSON.stringify(Object.values(row!).map(String))).to.not.include(secret.slice(6))
  })

  it('is visible only in its own mode and project', async () => {
    const shop = await givenMerchant()
    const { id } = await givenEndpoint(shop, 'https://shop.example/hooks')
    const other = await givenMerchant()
    for (const stranger of [shop.live, other]) {
      expect((await stranger.get(`/webhook-endpoints/${id}`)).status).to.equal(404)
      expect((await stranger.patch(`/webhook-endpoints/${id}`, { active: false })).status).to.equal(404)
      expect((await stranger.delete(`/webhook-endpoints/${id}`)).status).to.equal(404)
      expect((await stranger.post(`/webhook-endpoints/${id}/rotate-secret`)).status).to.equal(404)
      expect((await stranger.post(`/webhook-endpoints/${id}/test`)).status).to.equal(404)
      expect((await stranger.get('/webhook-endpoints')).body.data).to.deep.equal([])
    }
    expect((await shop.patch('/webhook-endpoints/999999', { colour: 'red' })).status).to.equal(404)
  })

  it('is rejected with all its problems', async () => {
    config().webhookAllowPrivate = false
    const { live } = await givenMerchant()
    const { status, body } = await live.post('/webhook-endpoints', {
      url: 'http://10.0.0.1/',
      description: 'x'.repeat(501),
      events: ['checkout.paid'],
      signature_header: 'Webhook-Signature',
      colour: 'red',
    })
    expect(status).to.equal(422)
    expect(body.errors).to.have.all.keys('url', 'description', 'events.0', 'signature_header', 'colour')
    for (const header of ['X Signature', 'X-A\r\nX-B', 'content-length', 'Host', 'x'.repeat(65), 'Ключ'])
      expect(
        (await live.post('/webhook-endpoints', { signature_header: header })).body.errors,
        header,
      ).to.include.keys('signature_header')
    const metadata = await live.post('/webhook-endpoints', { url: 'https://169.254.169.254/latest' })
    expect(metadata.body.errors.url).to.deep.equal(['url must lead to a public address.'])
    expect((await live.post('/webhook-endpoints', { url: 'https://internal.example/' })).status).to.equal(201)
  })

  it('gets only its selected event types', async () => {
    const shop = await givenMerchant()
    const picky = await givenEndpoint(shop, 'https://shop.example/a', { events: ['checkout.completed'] })
    const wanting = await givenEndpoint(shop, 'https://shop.example/b', { events: ['checkout.expired'] })
    const live = await givenEndpoint(shop.live, 'https://shop.example/c')
    await somethingHappens(shop)
    expect(await statusesOf(shop, picky)).to.deep.equal([])
    expect(await statusesOf(shop, wanting)).to.deep.equal(['pending'])
    expect(await statusesOf(shop.live, live)).to.deep.equal([])
  })

  it('is updated, and null clears a field', async () => {
    const shop = await givenMerchant()
    const { id } = await givenEndpoint(shop, 'https://shop.example/a', {
      description: 'Shop',
      events: ['checkout.completed'],
    })
    const changed = await shop.patch(`/webhook-endpoints/${id}`, {
      url: 'https://shop.example/b',
      description: null,
      events: null,
    })
    expect(changed.status).to.equal(200)
    expect(changed.body.data).to.include({ url: 'https://shop.example/b', description: null })
    expect(changed.body.data.events).to.have.lengthOf(eventTypes.length)
    expect(changed.body.data.secret).to.have.lengthOf(4)
  })

  it('gets no events while inactive, and then the missed ones once', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    const before = new Date(Date.now() - 60_000).toISOString()
    await somethingHappens(shop)
    await drain(endpoint)
    await somethingHappens(shop)
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: false })
    await somethingHappens(shop)
    await drain(endpoint)
    expect(await statusesOf(shop, endpoint)).to.deep.equal(['succeeded', 'canceled'])

    const refused = await shop.patch(`/webhook-endpoints/${endpoint.id}`, { resend_since: before })
    expect(refused.status).to.equal(422)
    expect(refused.body.errors).to.deep.equal({
      resend_since: ['resend_since needs "active": true in the same request.'],
    })
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: true, resend_since: before })
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: true, resend_since: before })
    expect(await statusesOf(shop, endpoint)).to.deep.equal(['succeeded', 'pending', 'pending'])
    await drain(endpoint)
    expect(await statusesOf(shop, endpoint)).to.deep.equal(['succeeded', 'succeeded', 'succeeded'])
    expect(receiver.received).to.have.lengthOf(3)
  })

  it('gets a test event of any selection, unless it is inactive', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url, { events: ['invoice.paid'] })
    const other = await givenEndpoint(shop, receiver.url)
    const { status, body } = await shop.post(`/webhook-endpoints/${endpoint.id}/test`)
    expect(status).to.equal(201)
    expect(body.data).to.include({ type: 'test', object: 'test', sequence: 1 })
    await drain(endpoint)
    expect(JSON.parse(receiver.received[0]!.body)).to.deep.equal(body.data)
    expect(await statusesOf(shop, other)).to.deep.equal([])

    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: false })
    const refused = await shop.post(`/webhook-endpoints/${endpoint.id}/test`)
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'endpoint_inactive'])
  })

  it('gets signatures by the old and the new secret for 24 hours', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const { id, secret: old } = await givenEndpoint(shop, receiver.url)
    const rotated = await shop.post(`/webhook-endpoints/${id}/rotate-secret`)
    expect(rotated.status).to.equal(200)
    const secret = rotated.body.data.secret as string
    expect(secret).to.match(SECRET).and.not.equal(old)
    const accepts = (key: string) => {
      const { body, headers } = receiver.received.at(-1)!
      try {
        return Boolean(new Webhook(key).verify(body, headers as Record<string, string>))
      } catch {
        return false
      }
    }
    await shop.post(`/webhook-endpoints/${id}/test`)
    await drain({ id })
    expect([accepts(old), accepts(secret)]).to.deep.equal([true, true])
    expect(receiver.received.at(-1)!.headers['webhook-signature']).to.match(/^v1,\S+ v1,\S+$/)

    const nextDay = new Date(Date.now() + 86_400_000 + 1_000)
    setClock(() => nextDay)
    await shop.post(`/webhook-endpoints/${id}/test`)
    await drain({ id })
    expect([accepts(old), accepts(secret)]).to.deep.equal([false, true])
  })

  it('gets signatures by up to four old secrets, each for its own 24 hours', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const { id, secret: first } = await givenEndpoint(shop, receiver.url)
    const secrets = [first]
    const started = Date.now()
    const hoursOn = (hours: number) => {
      const at = new Date(started + hours * 3_600_000 + 1_000)
      setClock(() => at)
    }
    const accepted = async () => {
      await shop.post(`/webhook-endpoints/${id}/test`).expect(201)
      await drain({ id })
      const { body, headers } = receiver.received.at(-1)!
      return secrets.flatMap((secret, number) => {
        try {
          return new Webhook(secret).verify(body, headers as Record<string, string>) ? [number] : []
        } catch {
          return []
        }
      })
    }
    const rotate = async () => {
      const { body } = await shop.post(`/webhook-endpoints/${id}/rotate-secret`).expect(200)
      secrets.push(body.data.secret as string)
    }
    await rotate()
    hoursOn(6)
    await rotate()
    expect(await accepted()).to.deep.equal([0, 1, 2])
    hoursOn(24)
    expect(await accepted()).to.deep.equal([1, 2])
    for (let count = 0; count < 5; count += 1) await rotate()
    expect(await accepted()).to.deep.equal([3, 4, 5, 6, 7])
    hoursOn(48)
    expect(await accepted()).to.deep.equal([7])
  })

  it('does not need the previous key after the 24 hours of an old secret', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const { id } = await givenEndpoint(shop, receiver.url)
    const newKey = randomBytes(32)
    Object.assign(config(), { secretKey: newKey, secretKeys: [newKey, secretKey] })
    await shop.post(`/webhook-endpoints/${id}/rotate-secret`).expect(200)
    const nextDay = new Date(Date.now() + 86_400_000 + 1_000)
    setClock(() => nextDay)
    config().secretKeys = [newKey]
    await shop.post(`/webhook-endpoints/${id}/test`).expect(201)
    await drain({ id })
    expect(receiver.received.at(-1)!.headers['webhook-signature']).to.match(/^v1,\S+$/)
    await shop.post(`/webhook-endpoints/${id}/rotate-secret`).expect(200)
  })

  it('is deleted with its pending deliveries, which stay visible as canceled', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, 'https://shop.example/hooks')
    await somethingHappens(shop)
    const deleted = await shop.delete(`/webhook-endpoints/${endpoint.id}`)
    expect(deleted.status).to.equal(200)
    expect(deleted.body.data).to.have.all.keys('id', 'deleted_at')
    expect((await shop.get(`/webhook-endpoints/${endpoint.id}`)).status).to.equal(404)
    expect((await shop.get('/webhook-endpoints')).body.data).to.deep.equal([])
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect(delivery!.status).to.equal('canceled')
    const resent = await shop.post(`/webhook-deliveries/${delivery!.id}/resend`)
    expect([resent.status, resent.body.code]).to.deep.equal([409, 'endpoint_inactive'])
    await somethingHappens(shop)
    expect(await deliveriesOf(shop, endpoint)).to.have.lengthOf(1)
  })
})
