import { expect } from 'chai'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { releaseLease, takeLease } from '../../common/services/webhooks/deliveries/lease.ts'
import { onConnection } from '../../db/sql.ts'
import { clean } from '../../worker/clean.ts'
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
import { outlineOf, statementsOf } from '../support/statements.ts'
import { dueTurns } from '../support/turns.ts'

const MANY = 3_000

/** Creates a failing endpoint with thousands of pending deliveries. */
async function givenBacklog(status = 500) {
  const shop = await givenMerchant()
  const receiver = await givenReceiver(says(status))
  const endpoint = await givenEndpoint(shop, receiver.url)
  await somethingHappens(shop)
  await onConnection(async (sql) => {
    for (let from = 0; from < MANY; from += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => [from + index + 1])
      await sql.run(
        `INSERT INTO webhook_deliveries (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, created_at, updated_at)
         SELECT project_id, is_test, endpoint_id, event_id + fake.n * 1000000, event_type, status, due_at, created_at, updated_at
         FROM webhook_deliveries JOIN (${rows.map(([n]) => `SELECT ${n} AS n`).join(' UNION ALL ')}) fake
         WHERE endpoint_id = ? AND event_id < 1000000`,
        [endpoint.id],
      )
    }
  })
  return { shop, receiver, endpoint }
}

async function countPending({ id }: { id: number }): Promise<number> {
  const row = await onConnection((sql) =>
    sql.row<{ found: number }>(
      "SELECT COUNT(*) AS found FROM webhook_deliveries WHERE endpoint_id = ? AND status = 'pending'",
      [id],
    ),
  )
  return row!.found
}

describe('the backlog of a disabled endpoint', () => {
  after(closeReceivers)

  const requests: [way: string, act: (shop: Merchant, id: number) => PromiseLike<unknown>][] = [
    ['by PATCH', (shop, id) => shop.patch(`/webhook-endpoints/${id}`, { active: false }).expect(200)],
    ['by DELETE', (shop, id) => shop.delete(`/webhook-endpoints/${id}`).expect(200)],
  ]
  for (const [way, act] of requests)
    it(`is canceled in batches, the first by the request itself: ${way}`, async () => {
      const { shop, receiver, endpoint } = await givenBacklog()
      const statements = await statementsOf(async () => act(shop, endpoint.id))
      expect(statements.length, outlineOf(statements).join(', ')).to.be.below(15)
      expect(await countPending(endpoint)).to.equal(MANY + 1 - 500)
      const turns = await dueTurns('webhook_deliveries', new Date())
      expect(turns.map(({ group }) => group)).to.include(endpoint.id) // in case its job is lost
      await drain(endpoint)
      expect(await countPending(endpoint)).to.equal(0)
      expect(receiver.received).to.have.length(0)
    })

  it('is canceled completely before the endpoint is removed, even if no worker ran for a day', async () => {
    const { shop, endpoint } = await givenBacklog()
    await shop.delete(`/webhook-endpoints/${endpoint.id}`).expect(200)
    const lease = await atomically((tx) => takeLease(tx, endpoint.id))
    const nextDay = new Date(Date.now() + 25 * 3_600_000)
    setClock(() => nextDay)
    await clean(new AbortController().signal)
    setClock()
    await atomically((tx) => releaseLease(tx, lease!, new Set())) // a drain that was running meanwhile
    expect(await countPending(endpoint)).to.equal(0)
    const left = await onConnection((sql) =>
      sql.rows('SELECT id FROM webhook_endpoints WHERE id = ?', [endpoint.id]),
    )
    expect(left).to.have.length(0)
  })

  it('is canceled in batches when the receiver returns 410', async () => {
    const { receiver, endpoint } = await givenBacklog(410)
    await drain(endpoint)
    const sent = receiver.received.length
    expect(await countPending(endpoint)).to.be.below(MANY - 400)
    await drain(endpoint)
    expect(await countPending(endpoint)).to.equal(0)
    expect(receiver.received).to.have.length(sent)
  })

  it('is not sent if the endpoint is enabled again at once', async () => {
    const { shop, receiver, endpoint } = await givenBacklog(200)
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: false }).expect(200)
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: true }).expect(200)
    await somethingHappens(shop)
    expect(await countPending(endpoint)).to.equal(MANY + 2 - 500)
    await drain(endpoint)
    expect(receiver.received).to.have.length(1)
    const sent = (await deliveriesOf(shop, endpoint)).filter(({ status }) => status === 'succeeded')
    expect(sent).to.have.length(1)
    expect(await countPending(endpoint)).to.equal(0)
  })

  it('sends a delivery that is resent before its cancellation, and then cancels it', async () => {
    const { shop, receiver, endpoint } = await givenBacklog(500)
    const row = await onConnection(async (sql) => {
      // The delivery with a real event would be in the last batch.
      await sql.run(
        'UPDATE webhook_deliveries SET due_at = due_at + INTERVAL 1 SECOND WHERE endpoint_id = ? AND event_id < 1000000',
        [endpoint.id],
      )
      return sql.row<{ id: number }>('SELECT MIN(id) AS id FROM webhook_deliveries WHERE endpoint_id = ?', [
        endpoint.id,
      ])
    })
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: false }).expect(200)
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: true }).expect(200)
    await shop.post(`/webhook-deliveries/${row!.id}/resend`).expect(200)
    await drain(endpoint)
    expect(receiver.received).to.have.length(1)
    expect(await countPending(endpoint)).to.equal(0)
    const { body } = await shop.get(`/webhook-deliveries/${row!.id}`).expect(200)
    expect(body.data.status).to.equal('canceled')
  })
})
