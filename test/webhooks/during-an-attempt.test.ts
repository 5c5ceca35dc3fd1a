import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import mysql from 'mysql2/promise'
import { numbers } from '../../bench/fill/numbers.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import {
  closeReceivers,
  deliveriesOf,
  drain,
  givenEndpoint,
  givenReceiver,
  says,
  somethingHappens,
} from '../support/given/receiver.ts'

describe('an attempt in flight', () => {
  afterEach(closeReceivers)

  /** Creates an endpoint that responds to its first request with `status`, after `meanwhile`. */
  async function givenSlowEndpoint(
    shop: Merchant,
    status: number,
    meanwhile: (endpoint: { id: number }) => Promise<unknown>,
  ) {
    const receiver = await givenReceiver((response, request) => {
      receiver.behave = says(500)
      void meanwhile(endpoint).then(() => says(status)(response, request))
    })
    const endpoint = await givenEndpoint(shop, receiver.url)
    return { receiver, endpoint }
  }

  const readEndpoint = async (shop: Merchant, { id }: { id: number }) =>
    (await shop.get(`/webhook-endpoints/${id}`)).body.data as { active: boolean; url: string }
  const failuresOf = async ({ id }: { id: number }) =>
    (await onConnection((sql) =>
      sql.row<{ failures: number }>('SELECT failures FROM webhook_endpoints WHERE id = ?', [id]),
    ))!.failures

  /** Creates an endpoint that responds to four requests at once, after `meanwhile`, with these statuses in order. */
  async function givenFourAtOnce(
    shop: Merchant,
    statuses: readonly number[],
    meanwhile: (endpoint: { id: number }) => Promise<unknown> = () => Promise.resolve(),
  ) {
    const answers: (() => void)[] = []
    const receiver = await givenReceiver((response, request) => {
      const status = statuses[answers.length]!
      answers.push(() => says(status)(response, request))
      if (answers.length === statuses.length)
        void meanwhile(endpoint).then(() => answers.forEach((answer) => answer()))
    })
    const endpoint = await givenEndpoint(shop, receiver.url)
    for (const _ of statuses) await somethingHappens(shop)
    await drain(endpoint)
    const deliveries = await deliveriesOf(shop, endpoint)
    return { endpoint, deliveries, attempts: deliveries.map(({ attempts }) => attempts.length) }
  }

  it('is recorded once if four end at the same moment', async () => {
    const shop = await givenMerchant()
    const { endpoint, deliveries, attempts } = await givenFourAtOnce(shop, [200, 204, 202, 200])
    expect(deliveries.map(({ status }) => status)).to.deep.equal(Array(4).fill('succeeded'))
    expect(deliveries.map(({ next_attempt_at: next }) => next)).to.deep.equal(Array(4).fill(null))
    expect(attempts).to.deep.equal([1, 1, 1, 1])
    const codes = deliveries.map((delivery) => delivery.attempts[0]!.status_code)
    expect(codes.sort()).to.deep.equal([200, 200, 202, 204])
    expect(await failuresOf(endpoint)).to.equal(0)
  })

  it('is the only one to be retried if it alone fails of four', async () => {
    const shop = await givenMerchant()
    const { deliveries, attempts } = await givenFourAtOnce(shop, [200, 500, 200, 200])
    const statuses = deliveries.map(({ status }) => status).sort()
    expect(statuses).to.deep.equal(['pending', 'succeeded', 'succeeded', 'succeeded'])
    expect(attempts).to.deep.equal([1, 1, 1, 1])
  })

  it('still succeeds if the endpoint is disabled meanwhile', async () => {
    const shop = await givenMerchant()
    const { deliveries, attempts } = await givenFourAtOnce(shop, [200, 200, 200, 200], ({ id }) =>
      shop.patch(`/webhook-endpoints/${id}`, { active: false }).expect(200),
    )
    expect(deliveries.map(({ status }) => status)).to.deep.equal(Array(4).fill('succeeded'))
    expect(attempts).to.deep.equal([1, 1, 1, 1])
  })

  it('does not disable a new address by a 410 of the former one', async () => {
    const shop = await givenMerchant()
    const healthy = await givenReceiver()
    const { endpoint } = await givenSlowEndpoint(shop, 410, ({ id }) =>
      shop.patch(`/webhook-endpoints/${id}`, { url: healthy.url }).expect(200),
    )
    await somethingHappens(shop)
    await drain(endpoint)
    expect(await readEndpoint(shop, endpoint)).to.include({ active: true, url: healthy.url })
    expect(await failuresOf(endpoint)).to.equal(0)
  })

  it('does not count as a failure if the endpoint is disabled and enabled meanwhile', async () => {
    const shop = await givenMerchant()
    const { endpoint } = await givenSlowEndpoint(shop, 410, async ({ id }) => {
      await shop.patch(`/webhook-endpoints/${id}`, { active: false }).expect(200)
      await shop.patch(`/webhook-endpoints/${id}`, { active: true }).expect(200)
    })
    await somethingHappens(shop)
    await drain(endpoint)
    expect((await readEndpoint(shop, endpoint)).active).to.equal(true)
    expect(await failuresOf(endpoint)).to.equal(0)
  })

  it('keeps its success if a resend during it fails', async () => {
    const shop = await givenMerchant()
    const { endpoint, receiver } = await givenSlowEndpoint(shop, 200, async (slow) => {
      const [delivery] = await deliveriesOf(shop, slow)
      await shop.post(`/webhook-deliveries/${delivery!.id}/resend`).expect(200)
    })
    await somethingHappens(shop)
    await drain(endpoint)
    await drain(endpoint)
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect(delivery!.attempts.map(({ status_code }) => status_code)).to.deep.equal([200, 500])
    expect(delivery).to.include({ status: 'succeeded', next_attempt_at: null })
    expect(receiver.received).to.have.lengthOf(2)
  })

  it('ends the delivery by its success, even if another worker counted a failure', async () => {
    const shop = await givenMerchant()
    const { endpoint } = await givenSlowEndpoint(shop, 200, async ({ id }) =>
      onConnection((sql) =>
        sql.run(
          'UPDATE webhook_deliveries SET tries = 1, due_at = due_at + INTERVAL 5 MINUTE WHERE endpoint_id = ?',
          [id],
        ),
      ),
    )
    await somethingHappens(shop)
    await drain(endpoint)
    expect((await deliveriesOf(shop, endpoint))[0]).to.include({ status: 'succeeded', next_attempt_at: null })
  })

  it('leaves no orphan if its endpoint and delivery are deleted meanwhile', async () => {
    const shop = await givenMerchant()
    const { endpoint } = await givenSlowEndpoint(shop, 200, async ({ id }) => {
      await shop.delete(`/webhook-endpoints/${id}`).expect(200)
      await onConnection((sql) => sql.run('DELETE FROM webhook_deliveries WHERE endpoint_id = ?', [id]))
    })
    await somethingHappens(shop)
    await drain(endpoint)
    const orphans = await onConnection((sql) =>
      sql.rows(
        `SELECT attempt.id FROM webhook_attempts attempt LEFT JOIN webhook_deliveries delivery
         ON delivery.id = attempt.delivery_id WHERE attempt.project_id = ? AND delivery.id IS NULL`,
        [shop.projectId],
      ),
    )
    expect(orphans).to.deep.equal([])
  })

  it('is followed by one with both signatures if the secret is rotated meanwhile', async () => {
    const shop = await givenMerchant()
    const { endpoint, receiver } = await givenSlowEndpoint(shop, 200, ({ id }) =>
      shop.post(`/webhook-endpoints/${id}/rotate-secret`).expect(200),
    )
    await somethingHappens(shop)
    await drain(endpoint)
    await somethingHappens(shop)
    await drain(endpoint)
    const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature']))
    expect(signatures.map((text) => text.split(' ').length)).to.deep.equal([1, 2])
  })
})

describe('many attempts', () => {
  afterEach(closeReceivers)

  it('are limited to the newest 50 of a delivery', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await somethingHappens(shop)
    await drain(endpoint)
    const [one] = await deliveriesOf(shop, endpoint)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO webhook_attempts (project_id, delivery_id, attempted_at, status_code, duration_ms)
         SELECT project_id, delivery_id, attempted_at, 200 + seq, duration_ms
         FROM webhook_attempts JOIN ${numbers(1, 90)} WHERE delivery_id = ?`,
        [one!.id],
      ),
    )
    const [many, single] = await deliveriesOf(shop, endpoint)
    expect(many!.attempts.map(({ status_code }) => status_code)).to.deep.equal(
      Array.from({ length: 50 }, (_, number) => 241 + number),
    )
    expect(single!.attempts).to.have.lengthOf(1)
    const { body } = await shop.get(`/webhook-deliveries/${one!.id}`)
    expect(body.data).to.deep.equal(many)
  })

  it('continue while up to 16 results are recorded, and are not repeated', async () => {
    const shop = await givenMerchant()
    const holder = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
    let held: Promise<unknown> | undefined
    const hold = async () => {
      await holder.query('BEGIN')
      await holder.query('SELECT id FROM webhook_endpoints WHERE id = ? FOR UPDATE', [endpoint.id])
    }
    const receiver = await givenReceiver((response, request) => {
      void (held ??= hold()).then(() => says(200)(response, request))
    })
    const endpoint = await givenEndpoint(shop, receiver.url)
    for (let count = 0; count < 20; count += 1) await somethingHappens(shop)
    const draining = drain(endpoint)
    while (receiver.received.length < 16) await pause(10)
    await pause(100)
    expect(receiver.received).to.have.length(16) // one more than may be unrecorded, on each connection
    await holder.end()
    await draining
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(20)
    expect(receiver.received).to.have.length(20)
    for (const { status, attempts } of await deliveriesOf(shop, endpoint))
      expect([status, attempts.length]).to.deep.equal(['succeeded', 1])
  })
})
