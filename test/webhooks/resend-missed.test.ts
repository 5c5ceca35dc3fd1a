import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { recordEvent } from '../../common/services/events/record.ts'
import { findProject } from '../../common/services/projects/find.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
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
import { separately } from '../support/separately.ts'
import { dueTurns } from '../support/turns.ts'

const UNREACHABLE = 'https://shop.example/hooks'
let subject = 7_000_000

/** Records an event; `meanwhile` runs before the commit. */
async function record(shop: Merchant, meanwhile: () => Promise<unknown>): Promise<number> {
  const project = (await onConnection((sql) => findProject(sql, shop.projectId)))!
  return atomically(async (tx) => {
    const data = { id: (subject += 1) }
    const id = await recordEvent(tx, { project, isTest: true }, 'checkout.completed', data)
    await separately(meanwhile)
    return id
  })
}

describe('an endpoint that requests missed events', () => {
  afterEach(closeReceivers)

  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const disable = (shop: Merchant, { id }: { id: number }) =>
    shop.patch(`/webhook-endpoints/${id}`, { active: false }).expect(200)
  const enable = (shop: Merchant, { id }: { id: number }, since = ago(60)) =>
    shop.patch(`/webhook-endpoints/${id}`, { active: true, resend_since: since }).expect(200)
  const missedSince = async ({ id }: { id: number }) =>
    (await onConnection((sql) =>
      sql.row<{ missed_since: Date | null }>('SELECT missed_since FROM webhook_endpoints WHERE id = ?', [id]),
    ))!.missed_since

  it('also gets an event whose transaction ended after it was enabled', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    await disable(shop, endpoint)
    await record(shop, async () => undefined)
    const late = await record(shop, async () => {
      await enable(shop, endpoint)
      await drain(endpoint) // a worker is faster than the transaction
      expect(receiver.received).to.have.lengthOf(1)
      expect(await missedSince(endpoint)).to.not.equal(null)
    })
    await drain(endpoint)
    expect(JSON.parse(receiver.received.at(-1)!.body).id).to.equal(late)
    expect(receiver.received).to.have.lengthOf(2)
    expect(await missedSince(endpoint)).to.equal(null)
  })

  it('is found by the scanner until it has all missed events', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, UNREACHABLE)
    await disable(shop, endpoint)
    await enable(shop, endpoint)
    const found = async (at: Date) => (await dueTurns('webhook_deliveries', at)).map(({ group }) => group)
    expect(await found(new Date())).to.include(endpoint.id)
    await drain(endpoint)
    expect(await missedSince(endpoint)).to.equal(null)
    expect(await found(new Date(Date.now() + 180_000))).to.not.include(endpoint.id)
  })

  it('gets thousands in batches, each once, and the request waits only for the first batch', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url, { events: ['checkout.expired'] })
    await disable(shop, endpoint)
    await somethingHappens(shop)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, data_until, created_at)
         SELECT project_id, is_test, type, object, object_id, sequence + seq, data, data_until, created_at
         FROM events JOIN ${numbers(1, 2_499)} WHERE project_id = ?`,
        [shop.projectId],
      ),
    )
    await enable(shop, endpoint)
    const pending = (await shop.get(`/webhook-deliveries?endpoint_id=${endpoint.id}`)).body.meta.total
    expect(pending).to.be.within(1, 1_000)
    for (let drains = 0; drains < 20 && (await missedSince(endpoint)) !== null; drains += 1)
      await drain(endpoint)
    const { body } = await shop.get(`/webhook-deliveries?endpoint_id=${endpoint.id}&status=succeeded`)
    expect(body.meta.total).to.equal(2_500)
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    expect([receiver.received.length, ids.size]).to.deep.equal([2_500, 2_500])
  })

  it('loses its request when it is disabled again', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, (await givenReceiver(says(410))).url)
    await somethingHappens(shop)
    await disable(shop, endpoint)
    await enable(shop, endpoint)
    await drain(endpoint)
    expect(await missedSince(endpoint)).to.equal(null)
    expect((await deliveriesOf(shop, endpoint)).map(({ status }) => status)).to.deep.equal(['failed'])
  })

  for (const since of ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
    const isPast = since < '2026'
    it(`${isPast ? 'accepts' : 'refuses'} a time as far away as ${since}`, async () => {
      const shop = await givenMerchant()
      const endpoint = await givenEndpoint(shop, UNREACHABLE)
      await somethingHappens(shop)
      await disable(shop, endpoint)
      const status = isPast ? 200 : 422
      await shop
        .patch(`/webhook-endpoints/${endpoint.id}`, { active: true, resend_since: since })
        .expect(status)
      expect((await deliveriesOf(shop, endpoint)).map((delivery) => delivery.status)).to.deep.equal([
        isPast ? 'pending' : 'canceled',
      ])
      await shop.post('/webhook-deliveries/resend', { since }).expect(status)
      await disable(shop, endpoint)
    })
  }
})
