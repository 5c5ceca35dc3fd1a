import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { deletePayloads } from '../../common/services/events/delete-payloads.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { clean } from '../../worker/clean.ts'
import { explain } from '../support/explain.ts'
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

const DAY = 86_400_000

describe('an event that is 90 days old', () => {
  afterEach(closeReceivers)

  const cleanAfter = async (days: number) => {
    const at = new Date(Date.now() + days * DAY)
    setClock(() => at)
    await clean(new AbortController().signal)
    setClock()
  }
  const eventsOf = async (shop: Merchant) =>
    (await shop.get('/events')).body.data as {
      id: number
      type: string
      sequence: number
      data: { object: object | null }
    }[]
  const attemptsOf = async (delivery: number) =>
    (await onConnection((sql) =>
      sql.row<{ n: number }>('SELECT COUNT(*) AS n FROM webhook_attempts WHERE delivery_id = ?', [delivery]),
    ))!.n

  it('keeps its type but loses its object and its deliveries', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, (await givenReceiver()).url)
    await somethingHappens(shop)
    await drain(endpoint)
    const [before] = await eventsOf(shop)
    const [delivery] = await deliveriesOf(shop, endpoint)

    await cleanAfter(89)
    expect(await eventsOf(shop)).to.deep.equal([before])
    expect(await deliveriesOf(shop, endpoint)).to.deep.equal([delivery])

    await cleanAfter(90.01)
    await cleanAfter(90.01)
    const { body } = await shop.get(`/events/${before!.id}`).expect(200)
    expect(body.data).to.deep.equal({ ...before, data: { object: null } })
    expect(await eventsOf(shop)).to.deep.equal([body.data])
    expect(await deliveriesOf(shop, endpoint)).to.deep.equal([])
    expect(await attemptsOf(delivery!.id)).to.equal(0)
    expect((await shop.post(`/webhook-deliveries/${delivery!.id}/resend`)).status).to.equal(404)
  })

  it('keeps its object while a delivery is pending', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, (await givenReceiver(says(500))).url)
    await somethingHappens(shop)
    await drain(endpoint)
    await cleanAfter(91)
    expect((await eventsOf(shop))[0]!.data.object).to.not.equal(null)
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect([delivery!.status, await attemptsOf(delivery!.id)]).to.deep.equal(['pending', 1])
    await shop.delete(`/webhook-endpoints/${endpoint.id}`)
    await cleanAfter(91.5) // checked again only a day later
    expect((await eventsOf(shop))[0]!.data.object).to.not.equal(null)
    await cleanAfter(92.1)
    expect((await eventsOf(shop))[0]!.data.object).to.equal(null)
  })

  it('is not resent to an endpoint', async () => {
    const shop = await givenMerchant()
    await somethingHappens(shop)
    await cleanAfter(91)
    await somethingHappens(shop)
    const endpoint = await givenEndpoint(shop, 'https://shop.example/hooks')
    const at = new Date(Date.now() + 91 * DAY)
    setClock(() => at)
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, {
      active: true,
      resend_since: '2020-01-01T00:00:00Z',
    })
    expect(await deliveriesOf(shop, endpoint)).to.have.lengthOf(0)
    setClock()
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, {
      active: true,
      resend_since: '2020-01-01T00:00:00Z',
    })
    expect(await deliveriesOf(shop, endpoint)).to.have.lengthOf(1)
    await shop.delete(`/webhook-endpoints/${endpoint.id}`)
  })

  it('still counts for the sequence of its object', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/webhook-endpoints', { url: 'https://shop.example/hooks' })
    const test = () => shop.post(`/webhook-endpoints/${body.data.id}/test`)
    await test()
    await shop.patch(`/webhook-endpoints/${body.data.id}`, { active: false })
    await cleanAfter(91)
    await shop.patch(`/webhook-endpoints/${body.data.id}`, { active: true })
    expect((await test()).body.data.sequence).to.equal(2)
    await shop.delete(`/webhook-endpoints/${body.data.id}`)
  })

  it('is cleaned in batches of at most 200', async () => {
    const shop = await givenMerchant()
    await somethingHappens(shop)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, data_until, created_at)
         SELECT project_id, is_test, type, object, object_id, sequence + seq, data, data_until, created_at
         FROM events JOIN ${numbers(1, 449)} WHERE project_id = ?`,
        [shop.projectId],
      ),
    )
    const cleaned = async () =>
      (await onConnection((sql) =>
        sql.row<{ n: number }>(
          'SELECT COUNT(*) AS n FROM events WHERE project_id = ? AND data_until IS NULL',
          [shop.projectId],
        ),
      ))!.n
    await cleanAfter(89)
    expect(await cleaned()).to.equal(0)
    const at = new Date(Date.now() + 91 * DAY)
    setClock(() => at)
    const batches: number[] = []
    while ((await atomically(deletePayloads)) === 200) batches.push(await cleaned())
    expect(batches).to.have.lengthOf.at.least(2)
    for (const [number, total] of batches.entries())
      expect(total - (batches[number - 1] ?? 0)).to.be.at.most(200)
    expect(await cleaned()).to.equal(450)
  })

  it('is found by an index', async () => {
    const [plan] = await explain(
      "SELECT id FROM events WHERE data_until < '2026-01-01' ORDER BY data_until LIMIT 200",
    )
    expect(plan).to.include({ key: 'events_data_until' })
  })
})
