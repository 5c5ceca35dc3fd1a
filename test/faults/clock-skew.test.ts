import { expect } from 'chai'
import type { Connection } from 'mysql2'
import request from 'supertest'
import { checkInvariants } from '../../common/services/invariants/check.ts'
import { ConnectionSql } from '../../db/sql.ts'
import { startMailServer } from '../emails/mail-server.ts'
import { hiddenFields } from '../support/customer.ts'
import { tea } from '../support/given/merchant.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { Service, until } from '../support/service.ts'

const MINUTE = 60

/** In milliseconds. A lost wake-up waits 15 s to 2 minutes; a busy machine alone costs some seconds. */
const LATE = 10_000

describe('the service on machines with different clocks', () => {
  let service: Service
  let mails: Awaited<ReturnType<typeof startMailServer>>

  before(async () => {
    mails = await startMailServer()
    const own = { workers: 0, webClock: 2 * MINUTE, lease: 20 } // longer than an email takes, even on a busy machine
    service = await Service.start({ SMTP_URL: mails.url }, own)
    service.startWorker(5 * MINUTE)
    service.startWorker(-5 * MINUTE)
  })
  afterEach(closeReceivers)
  after(async () => {
    await service.stop()
    await mails.close()
  })

  async function create(path: string, body: object): Promise<{ id: number; url: string }> {
    const { body: answer, status } = await service.call('post', path, body)
    expect(status, JSON.stringify(answer)).to.equal(201)
    return answer.data as { id: number; url: string }
  }

  async function pay(url: string, more: object = {}): Promise<void> {
    const path = new URL(url).pathname
    const page = await request(service.url).get(path)
    const form = {
      payment_method: 'test',
      test_outcome: 'succeeds',
      email: 'bat@example.com',
      action: 'pay',
      ...more,
    }
    await request(service.url)
      .post(path)
      .type('form')
      .send({ ...hiddenFields(page.text), ...form })
      .expect(303)
  }

  /** Returns the time of the database, the only correct clock here. */
  async function databaseTime(): Promise<number> {
    const [row] = await service.rows<{ time: Date }>('SELECT NOW(6) AS time')
    return row!.time.getTime()
  }

  async function checkAllInvariants(): Promise<void> {
    const { connection } = service.database as unknown as { connection: Connection }
    const at = new Date(await databaseTime())
    expect(
      await checkInvariants(new ConnectionSql(connection), { now: at }).then((all) =>
        all.filter(({ count }) => count > 0),
      ),
    ).to.deep.equal([])
  }

  it('sends each email and each event once, to a receiver that is slow and sometimes fails (clocks-wrong)', async () => {
    let calls = 0
    const receiver = await givenReceiver((response) => {
      calls += 1
      const status = calls % 7 === 3 ? 500 : 200
      setTimeout(() => response.writeHead(status).end('ok'), 200)
    })
    await create('/webhook-endpoints', { url: receiver.url })
    const begun = await databaseTime()
    const orders = await Promise.all(Array.from({ length: 24 }, () => create('/checkouts', tea())))
    for (const { url } of orders) await pay(url)

    const ids = orders.map(({ id }) => id)
    const rows = await service.rows<{ created_at: Date; expires_at: Date }>(
      'SELECT created_at, expires_at FROM checkouts WHERE id IN (?)',
      [ids],
    )
    for (const { created_at: at } of rows)
      expect(at.getTime()).to.be.within(begun - 100, await databaseTime())

    const arrived = "webhook_deliveries WHERE status = 'succeeded'"
    await until(async () => (await service.count(arrived)) === 24)
    await until(async () => (await service.count("emails WHERE status = 'sent'")) === 24)
    const sends = await service.rows<{ event_id: number; status_code: number | null; error: string | null }>(
      `SELECT event_id, status_code, error FROM webhook_attempts attempt
       JOIN webhook_deliveries delivery ON delivery.id = attempt.delivery_id`,
    )
    // One attempt for each event, and another for each failed one.
    const failed = sends.filter(({ status_code: status }) => status !== 200)
    expect(failed.filter(({ status_code: status }) => status === 500)).to.not.be.empty
    expect(sends, JSON.stringify(failed)).to.have.length(24 + failed.length)
    // An attempt without an answer may have arrived or not: a busy machine can take longer than our limits.
    const unanswered = failed.filter(({ status_code: status }) => status === null)
    if (unanswered.length > 0) console.warn('attempts without an answer', unanswered)
    const unclear = new Set(unanswered.map(({ event_id }) => `evt_${event_id}`))
    const arrivals = receiver.received.map(({ headers }) => String(headers['webhook-id']))
    const answered = sends.map(({ event_id }) => `evt_${event_id}`).filter((id) => !unclear.has(id))
    expect(arrivals.filter((id) => !unclear.has(id))).to.have.members(answered)
    expect(mails.taken).to.have.length(24)
    expect(await service.count("events WHERE type = 'checkout.completed'")).to.equal(24)
    await checkAllInvariants()
  })

  it('expires nothing early and nothing much later', async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => create('/checkouts', tea())))
    const ids = orders.map(({ id }) => id)
    const soon = 'NOW(6) + INTERVAL 4 SECOND'
    await service.rows(`UPDATE checkouts SET expires_at = ${soon} WHERE id IN (?)`, [ids])
    await service.rows(
      `UPDATE timers SET due_at = ${soon} WHERE kind = 'checkout.expire' AND subject_id IN (?)`,
      [ids],
    )
    const expired = "events WHERE type = 'checkout.expired' AND object_id IN (?)"
    await until(async () => (await service.count(expired, [ids])) === 10)
    const late = await service.rows<{ ms: number }>(
      `SELECT TIMESTAMPDIFF(MICROSECOND, checkout.expires_at, event.created_at) DIV 1000 AS ms
       FROM events event JOIN checkouts checkout ON checkout.id = event.object_id AND event.object = 'checkout'
       WHERE checkout.id IN (?)`,
      [ids],
    )
    for (const { ms } of late) expect(ms).to.be.within(0, 15_000)
    await checkAllInvariants()
  })

  for (const wrongBy of [0.24, -0.24, 5 * MINUTE, -5 * MINUTE])
    it(`does nothing early and nothing ${LATE / 1_000} s late with one worker whose clock is wrong by ${wrongBy} s`, async () => {
      await Promise.all(service.workers.map((worker) => service.kill(worker)))
      await service.startWorkerAndWait(wrongBy)
      const orders = await Promise.all(Array.from({ length: 20 }, () => create('/checkouts', tea())))
      const ids = orders.map(({ id }) => id)
      for (const [index, { url }] of orders.entries())
        if (index % 2 === 0) await pay(url, { test_outcome: 'delayed' })
      const odd = ids.filter((_, index) => index % 2 === 1)
      const soon = 'NOW(6) + INTERVAL (3000 + id % 10 * 37) * 1000 MICROSECOND'
      await service.rows(`UPDATE checkouts SET expires_at = ${soon} WHERE id IN (?)`, [odd])
      await service.rows(
        `UPDATE timers JOIN checkouts ON checkouts.id = subject_id SET due_at = expires_at
         WHERE kind = 'checkout.expire' AND subject_id IN (?)`,
        [odd],
      )
      const done = "events WHERE type IN ('checkout.expired', 'checkout.completed') AND object_id IN (?)"
      await until(async () => (await service.count(done, [ids])) === 20)
      const late = await service.rows<{ ms: number }>(
        `SELECT TIMESTAMPDIFF(MICROSECOND,
           COALESCE((SELECT created_at + INTERVAL 5 SECOND FROM payments WHERE payable_id = checkout.id), checkout.expires_at),
           event.created_at) DIV 1000 AS ms
         FROM events event JOIN checkouts checkout ON checkout.id = event.object_id AND event.object = 'checkout'
         WHERE checkout.id IN (?) AND event.type IN ('checkout.expired', 'checkout.completed')`,
        [ids],
      )
      for (const { ms } of late) expect(ms).to.be.within(0, LATE)
      // A worker that is killed while it sends leaves an email that is sent again.
      await until(async () => (await service.count("emails WHERE status = 'pending'")) === 0)
      await checkAllInvariants()
    })

  it('sends each reminder of a period once, and ends it once', async () => {
    const clock = await create('/test-clocks', { frozen_time: '2026-06-01T00:00:00Z' })
    const price = { unit_amount: 30_000, recurring_interval: 'month', lookup_key: 'basic' }
    await create('/prices', { ...price, product_data: { name: 'Club' } })
    const customers = await Promise.all(
      Array.from({ length: 3 }, (_, index) =>
        create('/customers', { email: `c${index}@example.com`, test_clock_id: clock.id }),
      ),
    )
    for (const { id } of customers) {
      const order = { items: [{ price: 'basic', quantity: 1 }], customer_id: id }
      await pay((await create('/checkouts', order)).url)
    }
    await service
      .call('post', `/test-clocks/${clock.id}/advance`, { frozen_time: '2026-07-03T00:00:00Z' })
      .expect(200)
    await until(
      async () => (await service.call('get', `/test-clocks/${clock.id}`)).body.data.status === 'ready',
    )
    await until(async () => (await service.count("emails WHERE status = 'pending'")) === 0)
    const reminders = await service.rows<{ kind: string; n: number }>(
      "SELECT kind, COUNT(*) AS n FROM emails WHERE kind LIKE 'subscription%' GROUP BY kind",
    )
    expect(reminders).to.not.be.empty
    for (const { kind, n } of reminders) expect(n % 3, kind).to.equal(0)
    const sent = mails.taken.map(({ mail }) => mail.messageId)
    expect(sent).to.have.length(await service.count("emails WHERE status = 'sent'"))
    expect(new Set(sent).size).to.equal(sent.length)
    expect(await service.count("events WHERE type = 'subscription.canceled'")).to.equal(3)
    await checkAllInvariants()
  })
})
