import { expect } from 'chai'
import { findDueEndpoints } from '../../common/services/webhooks/deliveries/due.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import {
  closeReceivers,
  drain,
  givenEndpoint,
  givenReceiver,
  somethingHappens,
} from '../support/given/receiver.ts'
import { dueTurns } from '../support/turns.ts'

describe('an endpoint whose wake-up was lost', () => {
  afterEach(closeReceivers)

  const findTurns = async (id: number, at: Date) =>
    (await dueTurns('webhook_deliveries', at)).filter(({ group }) => group === id)
  const minutesOn = (minutes: number) => new Date(Date.now() + minutes * 60_000)

  it('is found once as soon as any of its deliveries is due', async () => {
    const shop = await givenMerchant()
    const { id } = await givenEndpoint(shop, 'https://shop.example/hooks')
    await somethingHappens(shop)
    await somethingHappens(shop)
    const [turn, ...more] = await findTurns(id, minutesOn(0.1))
    expect(turn).to.include({ queue: 'webhooks', group: id, lane: 0 })
    expect(more).to.deep.equal([])
  })

  it('is not found while a worker sends to it, or while its breaker pauses it', async () => {
    const shop = await givenMerchant()
    for (const column of ['draining_until', 'held_until']) {
      const { id } = await givenEndpoint(shop, 'https://shop.example/hooks')
      await somethingHappens(shop)
      await onConnection((sql) =>
        sql.run(`UPDATE webhook_endpoints SET ${column} = ? WHERE id = ?`, [minutesOn(5), id]),
      )
      expect(await findTurns(id, minutesOn(4.5))).to.deep.equal([])
      expect(await findTurns(id, minutesOn(6))).to.have.lengthOf(1)
    }
  })

  it('is found despite a time that a wrong clock has written', async () => {
    const shop = await givenMerchant()
    for (const column of ['draining_until', 'held_until']) {
      const receiver = await givenReceiver()
      const endpoint = await givenEndpoint(shop, receiver.url)
      await somethingHappens(shop)
      await onConnection((sql) =>
        sql.run(`UPDATE webhook_endpoints SET ${column} = ? WHERE id = ?`, [minutesOn(60), endpoint.id]),
      )
      expect(await findTurns(endpoint.id, minutesOn(2.1)), column).to.have.lengthOf(1)
      await drain(endpoint)
      expect(receiver.received).to.have.lengthOf(1)
      expect(await findTurns(endpoint.id, minutesOn(2.2)), column).to.deep.equal([])
    }
  })

  it('is found as soon as the lease of a killed worker has run out', async () => {
    const shop = await givenMerchant()
    const { id } = await givenEndpoint(shop, 'https://shop.example/hooks')
    await somethingHappens(shop)
    await onConnection((sql) =>
      sql.run('UPDATE webhook_endpoints SET drain_token = ?, draining_until = ? WHERE id = ?', [
        'a'.repeat(22),
        minutesOn(0.1),
        id,
      ]),
    )
    expect(await findTurns(id, minutesOn(0.05))).to.deep.equal([])
    expect(await findTurns(id, minutesOn(0.15))).to.have.lengthOf(1)
  })

  it('is found with its first due time', async () => {
    const shop = await givenMerchant()
    const { id } = await givenEndpoint(shop, 'https://shop.example/hooks')
    await somethingHappens(shop)
    const due = await onConnection((sql) => findDueEndpoints(sql, minutesOn(0.1)))
    expect(due.find((one) => one.id === id)?.since).to.be.an.instanceOf(Date)
  })

  it('is found by one read for each endpoint, for any number of pending deliveries', async () => {
    const shop = await givenMerchant()
    const { id } = await givenEndpoint(shop, 'https://shop.example/hooks')
    await somethingHappens(shop)
    await onConnection(async (sql) => {
      for (let n = 0; n < 11; n += 1) {
        await sql.run(
          `INSERT INTO webhook_deliveries
             (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, created_at, updated_at)
           SELECT project_id, is_test, endpoint_id, event_id + ?, event_type, status, due_at, created_at, updated_at
           FROM webhook_deliveries WHERE endpoint_id = ?`,
          [1_000_000 * 2 ** n, id],
        )
      }
      await sql.rows('ANALYZE TABLE webhook_deliveries')
    })
    const steps = await onConnection(async (sql) => {
      await sql.run('FLUSH STATUS')
      await findDueEndpoints(sql, new Date())
      const rows = await sql.rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'")
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0)
    })
    const endpoints = await onConnection((sql) =>
      sql.row<{ n: number }>('SELECT COUNT(*) AS n FROM webhook_endpoints'),
    )
    expect(steps).to.be.below(20 + 10 * endpoints!.n)
    await shop.delete(`/webhook-endpoints/${id}`)
  })
})
