import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import mysql from 'mysql2/promise'
import { DAY, later } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout, givenCode } from '../support/given/checkout.ts'
import { at, type Club, givenJune } from '../support/given/club.ts'
import { copyCheckout } from '../support/given/many.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { roundTripsOf } from '../support/statements.ts'
import { takeTimerOf, takeTimersOf } from '../support/turns.ts'

interface Row {
  id: number
  status: string
  tries: number | null
  error: string | null
  events: number
}

/** Returns the shop's checkouts with their timers and the number of their expiry events. */
function readCheckouts(shop: Merchant): Promise<Row[]> {
  return onConnection((sql) =>
    sql.rows<Row>(
      `SELECT checkout.id, checkout.status, timer.tries, timer.error,
         (SELECT COUNT(*) FROM events WHERE type = 'checkout.expired' AND object_id = checkout.id) AS events
       FROM checkouts checkout
       LEFT JOIN timers timer ON timer.kind = 'checkout.expire' AND timer.subject_id = checkout.id
       WHERE checkout.project_id = ? ORDER BY checkout.id`,
      [shop.projectId],
    ),
  )
}

async function expireAll(shop: Merchant): Promise<void> {
  const subjectIds = (await readCheckouts(shop)).map(({ id }) => id)
  await takeTimersOf('checkout.expire', subjectIds)
}

/** Creates a shop with open checkouts. */
async function givenOpenCheckouts(count: number): Promise<Merchant> {
  const shop = await givenMerchant()
  await copyCheckout((await givenCheckout(shop)).id, count - 1)
  return shop
}

const moveClock = (time = later(new Date(), 100 * DAY)) => {
  setClock(() => time)
}
const EXPIRED = { status: 'expired', tries: null, error: null, events: 1 }

describe('timers taken together', () => {
  it('expire 12 checkouts in one transaction, with as many statements as for one', async () => {
    const shop = await givenOpenCheckouts(12)
    moveClock()
    await takeTimerOf('checkout.expire', (await readCheckouts(shop))[0]!.id) // fills the caches
    const trips = await roundTripsOf(() => expireAll(shop))
    expect(trips.length).to.be.at.most(8)
    expect(trips.flat().filter((text) => text === 'COMMIT')).to.have.length(1)
    expect(trips.flat().length).to.be.at.most(16) // for any number of checkouts
    for (const row of await readCheckouts(shop)) expect(row).to.include(EXPIRED)
  })

  it('expire all checkouts but a broken one, whose timer keeps the error for a retry', async () => {
    const shop = await givenOpenCheckouts(7)
    const bad = (await readCheckouts(shop))[3]!.id
    await onConnection((sql) => sql.run("UPDATE checkouts SET metadata = '{' WHERE id = ?", [bad]))
    moveClock()
    await expireAll(shop)
    const rows = await readCheckouts(shop)
    for (const row of rows) if (row.id !== bad) expect(row).to.include(EXPIRED)
    const left = rows.find(({ id }) => id === bad)!
    expect(left).to.include({ status: 'open', tries: 1, events: 0 })
    expect(left.error).to.contain('JSON')
    await onConnection((sql) => sql.run('UPDATE checkouts SET metadata = NULL WHERE id = ?', [bad]))
    await expireAll(shop)
    for (const row of await readCheckouts(shop)) expect(row).to.include(EXPIRED)
  })

  it('expire each checkout once when three workers take them', async () => {
    const shop = await givenOpenCheckouts(9)
    moveClock()
    await Promise.all([expireAll(shop), expireAll(shop), expireAll(shop)])
    for (const row of await readCheckouts(shop)) expect(row).to.include(EXPIRED)
  })

  it('expire the other checkouts while one is locked', async () => {
    const shop = await givenOpenCheckouts(4)
    const held = (await readCheckouts(shop))[1]!.id
    moveClock()
    const holder = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
    await holder.query('BEGIN')
    await holder.query('SELECT id FROM checkouts WHERE id = ? FOR UPDATE', [held])
    const expiring = expireAll(shop)
    const open = async () => (await readCheckouts(shop)).filter(({ status }) => status === 'open')
    while ((await open()).length > 1) await pause(20)
    expect((await open()).map(({ id }) => id)).to.deep.equal([held])
    await holder.end()
    await expiring
    for (const row of await readCheckouts(shop)) expect(row).to.include(EXPIRED)
  })

  it('skip a checkout that is paid, or has a payment in progress', async () => {
    const shop = await givenMerchant()
    const [paid, paying, left] = [
      await givenCheckout(shop),
      await givenCheckout(shop),
      await givenCheckout(shop),
    ]
    await paid.customer.pay()
    await paying.customer.pay({ test_outcome: 'never' })
    moveClock(later(new Date(), 100 * DAY))
    await takeTimersOf('checkout.expire', [paid.id, paying.id, left.id])
    const rows = await readCheckouts(shop)
    expect(rows.map(({ status }) => status)).to.deep.equal(['complete', 'open', 'expired'])
  })

  it('do not expire a checkout with a promotion code twice', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'NADAAM', { percent_off: 10, max_redemptions: 2 })
    const order = { ...tea(), allow_promotion_codes: true }
    const opened = [await givenCheckout(shop, order), await givenCheckout(shop, order)]
    for (const { customer } of opened) {
      await customer.press('apply_code', { promotion_code: 'NADAAM' })
      await customer.pay({ test_outcome: 'never' })
    }
    for (const { id } of opened) await shop.post(`/checkouts/${id}/expire`).expect(200)
    await takeTimersOf(
      'checkout.expire',
      opened.map(({ id }) => id),
    )
    for (const row of await readCheckouts(shop)) expect(row).to.include({ status: 'expired', events: 1 })
  })

  describe('for subscriptions', () => {
    let club: Club
    const canceled = () =>
      onConnection((sql) =>
        sql.rows<{ id: number; status: string; events: number; emails: number }>(
          `SELECT id, status,
             (SELECT COUNT(*) FROM events WHERE type = 'subscription.canceled' AND object_id = subscriptions.id) AS events,
             (SELECT COUNT(*) FROM emails WHERE kind = 'subscription_canceled' AND cause = CONCAT('subscription-', subscriptions.id)) AS emails
           FROM subscriptions WHERE project_id = ? ORDER BY id`,
          [club.shop.projectId],
        ),
      )

    it('cancel all of them, including two of one customer', async () => {
      club = await givenJune()
      const [ids, members] = [
        [] as number[],
        [await club.another('a@example.com'), await club.another('b@example.com')],
      ]
      for (const member of [club, ...members]) ids.push((await member.buy('basic')).id)
      ids.push((await club.buy('gym')).id)
      at('2026-07-01T23:59:59Z')
      await takeTimersOf('subscription.step', ids)
      at('2026-07-02T00:00:30Z')
      await takeTimersOf('subscription.step', ids)
      for (const row of await canceled()) expect(row).to.include({ status: 'canceled', events: 1, emails: 1 })
      expect(await canceled()).to.have.length(4)
    })

    it('need as many statements as for one, and add a delivery for each', async () => {
      club = await givenJune()
      const endpoint = await club.shop.post('/webhook-endpoints', { url: 'https://example.com/hook' })
      expect(endpoint.status).to.equal(201)
      const ids: number[] = []
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        ids.push((await (await club.another(`${name}@example.com`)).buy('basic')).id)
      at('2026-07-02T00:00:30Z')
      const trips = await roundTripsOf(() => takeTimersOf('subscription.step', ids))
      expect(trips.flat().length).to.be.at.most(24)
      for (const row of await canceled()) expect(row).to.include({ status: 'canceled', events: 1, emails: 1 })
      const deliveries = await onConnection((sql) =>
        sql.rows(
          `SELECT delivery.event_id FROM webhook_deliveries delivery
           JOIN events event ON event.id = delivery.event_id AND event.type = delivery.event_type
           WHERE event.type = 'subscription.canceled' AND event.object_id IN (?)`,
          [ids],
        ),
      )
      expect(deliveries).to.have.length(ids.length)
    })
  })
})
