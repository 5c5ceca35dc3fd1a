import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { takeLease } from '../../common/services/webhooks/deliveries/lease.ts'
import { resendBatch } from '../../common/services/webhooks/deliveries/resend-failed.ts'
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
import { dueTurns } from '../support/turns.ts'

describe('resending failed deliveries', () => {
  afterEach(closeReceivers)

  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  /** Creates a delivery that failed `minutes` ago. */
  async function givenFailed(shop: Merchant, endpoint: { id: number }, minutes = 1): Promise<void> {
    await somethingHappens(shop)
    await onConnection((sql) =>
      sql.run(
        `UPDATE webhook_deliveries SET status = 'failed', tries = 10, due_at = NULL, updated_at = ?
         WHERE endpoint_id = ? AND status = 'pending'`,
        [new Date(ago(minutes)), endpoint.id],
      ),
    )
  }

  const resend = (shop: Merchant, body: object) => shop.post('/webhook-deliveries/resend', body)
  const statuses = async (shop: Merchant, endpoint: { id: number }) =>
    (await deliveriesOf(shop, endpoint)).map(({ status }) => status)

  it('sends deliveries that failed since a time once, and returns their number', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    await givenFailed(shop, endpoint, 90)
    await givenFailed(shop, endpoint, 5)
    await givenFailed(shop, endpoint, 5)
    const { status, body } = await resend(shop, { since: ago(60) })
    expect([status, body.data.count, body.data.endpoint_id]).to.deep.equal([200, 2, null])
    await drain(endpoint)
    expect(await statuses(shop, endpoint)).to.deep.equal(['failed', 'succeeded', 'succeeded'])
    await drain(endpoint)
    expect(receiver.received).to.have.lengthOf(2)
    expect((await resend(shop, { since: ago(60) })).body.data.count).to.equal(0)
  })

  it('keeps the status if the attempt fails again, without a loop', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    await givenFailed(shop, endpoint)
    await resend(shop, { since: ago(60), endpoint_id: endpoint.id })
    await drain(endpoint)
    await drain(endpoint)
    expect(await statuses(shop, endpoint)).to.deep.equal(['failed'])
    expect(receiver.received).to.have.lengthOf(1)
  })

  it('includes deliveries whose next attempt is hours away, without changing their schedule', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await somethingHappens(shop)
    await drain(endpoint)
    const inHours = new Date(Date.now() + 10 * 3_600_000)
    await onConnection((sql) =>
      sql.run('UPDATE webhook_deliveries SET tries = 6, due_at = ? WHERE endpoint_id = ?', [
        inHours,
        endpoint.id,
      ]),
    )
    await somethingHappens(shop) // is due already
    const before = await deliveriesOf(shop, endpoint)

    expect((await resend(shop, { since: ago(60) })).body.data.count).to.equal(2)
    await drain(endpoint)
    const after = await deliveriesOf(shop, endpoint)
    expect(after.map(({ attempts }) => attempts.length)).to.deep.equal([2, 2, 1])
    for (const number of [0, 1])
      expect(after[number]).to.include({
        status: 'pending',
        next_attempt_at: before[number]!.next_attempt_at,
      })

    receiver.behave = says(200)
    const afterPause = new Date(Date.now() + 31_000)
    setClock(() => afterPause)
    await resend(shop, { since: ago(60) })
    await drain(endpoint)
    expect(await statuses(shop, endpoint)).to.deep.equal(['succeeded', 'succeeded', 'succeeded'])
  })

  it('affects one endpoint or all active ones', async () => {
    const shop = await givenMerchant()
    const [one, two, off] = await Promise.all(
      [1, 2, 3].map(() => givenEndpoint(shop, 'https://shop.example/hooks')),
    )
    await givenFailed(shop, one!)
    for (const { id } of [two!, off!])
      await onConnection((sql) =>
        sql.run("UPDATE webhook_deliveries SET status = 'failed', due_at = NULL WHERE endpoint_id = ?", [id]),
      )
    await shop.patch(`/webhook-endpoints/${off!.id}`, { active: false })
    expect((await resend(shop, { since: ago(60), endpoint_id: one!.id })).body.data.count).to.equal(1)
    expect((await resend(shop, { since: ago(60) })).body.data.count).to.equal(2)
    expect((await resend(shop.live, { since: ago(60) })).body.data.count).to.equal(0)
    const inactive = await resend(shop, { since: ago(60), endpoint_id: off!.id })
    expect([inactive.status, inactive.body.code]).to.deep.equal([409, 'endpoint_inactive'])
  })

  it('rejects an invalid time, and an endpoint of another project', async () => {
    const shop = await givenMerchant()
    const stranger = await givenEndpoint(await givenMerchant(), 'https://shop.example/hooks')
    const refused = await resend(shop, { since: 'monday', endpoint: 3 })
    expect(refused.status).to.equal(422)
    expect(refused.body.errors).to.have.all.keys('since', 'endpoint')
    expect((await resend(shop, {})).body.errors).to.have.all.keys('since')
    const unknown = await resend(shop, { since: ago(1), endpoint_id: stranger.id })
    expect(unknown.status).to.equal(422)
    expect(unknown.body.errors).to.have.all.keys('endpoint_id')
  })

  it('makes deliveries due in batches, and continues after a killed worker', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, 'https://shop.example/hooks')
    await givenFailed(shop, endpoint)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO webhook_deliveries
           (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, created_at, updated_at)
         SELECT project_id, is_test, endpoint_id, event_id + 1000000 * seq, event_type, status, due_at, created_at, updated_at
         FROM webhook_deliveries JOIN ${numbers(1, 1_100)} WHERE endpoint_id = ?`,
        [endpoint.id],
      ),
    )
    expect((await resend(shop, { since: ago(60) })).body.data.count).to.equal(1101)
    const pending = async () =>
      (await onConnection((sql) =>
        sql.row<{ n: number }>(
          "SELECT COUNT(*) AS n FROM webhook_deliveries WHERE endpoint_id = ? AND status = 'pending'",
          [endpoint.id],
        ),
      ))!.n
    const lease = (await atomically((tx) => takeLease(tx, endpoint.id)))!
    expect(lease.catchingUp).to.equal(true)
    const counts: number[] = []
    while (await atomically((tx) => resendBatch(tx, lease))) counts.push(await pending())
    expect(counts).to.deep.equal([500, 1000, 1101])
    expect(await atomically((tx) => resendBatch(tx, { ...lease, token: 'lost' }))).to.equal(false)
    await shop.delete(`/webhook-endpoints/${endpoint.id}`)
  })

  it('is found by the scanner if its wake-up was lost', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, 'https://shop.example/hooks')
    await givenFailed(shop, endpoint)
    const found = async () =>
      (await dueTurns('webhook_deliveries', new Date())).some(({ group }) => group === endpoint.id)
    expect(await found()).to.equal(false)
    await resend(shop, { since: ago(60) })
    expect(await found()).to.equal(true)
    await shop.delete(`/webhook-endpoints/${endpoint.id}`)
    const row = await onConnection((sql) =>
      sql.row<object>('SELECT resend_since FROM webhook_endpoints WHERE id = ?', [endpoint.id]),
    )
    expect(row).to.deep.equal({ resend_since: null })
  })
})
