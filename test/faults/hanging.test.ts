import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import mysql from 'mysql2/promise'
import request, { type Response } from 'supertest'
import { startMailServer } from '../emails/mail-server.ts'
import { hiddenFields } from '../support/customer.ts'
import { freeze, testEngines, unfreeze } from '../support/engines.ts'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

/** The longest time to wait for a response, in milliseconds. */
const LONGEST = 10_000

/** Longer than any statement or transaction may take, in milliseconds. */
const LONGEST_FREEZE = 12_000

/** MySQL cannot end a transaction that is idle, only a session. The service sets 75 seconds for that. */
const endsIdleTransactions = !testEngines.database.name.startsWith('mysql')
const LONGEST_IDLE_SESSION = 80_000

interface Timed {
  what: string
  ms: number
  response: Response
}

/** Runs calls at the same time, and measures each. */
async function timeAll(calls: Record<string, () => PromiseLike<Response>>): Promise<Timed[]> {
  return Promise.all(
    Object.entries(calls).map(async ([what, call]) => {
      const begun = performance.now()
      const response = await call()
      return { what, ms: Math.round(performance.now() - begun), response }
    }),
  )
}

function stop(pid: number): void {
  process.kill(pid, 'SIGSTOP')
}

function resume(pid: number): void {
  process.kill(pid, 'SIGCONT')
}

/** Starts a server on loopback that accepts connections and never sends anything. */
async function startMute(): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

describe('the service with a hanging dependency', () => {
  let service: Service
  let mute: Awaited<ReturnType<typeof startMute>>

  before(async () => {
    mute = await startMute()
    service = await Service.start({ SMTP_URL: `smtp://127.0.0.1:${mute.port}` }, { ownServer: true })
  })
  after(async () => {
    await mute.close()
    await service.stop()
  })

  /** Waits until the database works after it was frozen. The servers of a group exclude each other after a moment, and join again. */
  async function settled(): Promise<void> {
    const steady = testEngines.database.isGroup ? 15_000 : 0
    let since = performance.now()
    await until(async () => {
      const { status } = await request(service.url).get('/readyz')
      if (status !== 200) since = performance.now()
      return status === 200 && performance.now() - since >= steady
    })
    await service.reconnect()
  }

  async function openCheckout(): Promise<{ id: number; url: string }> {
    const { body } = await service.call('post', '/checkouts', tea()).expect(201)
    return body.data as { id: number; url: string }
  }

  async function pay(path: string, page: Response) {
    const form = { payment_method: 'test', test_outcome: 'succeeds', email: 'bat@example.com', action: 'pay' }
    return request(service.url)
      .post(path)
      .type('form')
      .send({ ...hiddenFields(page.text), ...form })
  }

  function order(reference: string) {
    return service
      .call('post', '/checkouts', { ...tea(), client_reference_id: reference })
      .set('Idempotency-Key', reference)
  }

  it('returns 503 within 10 s while MySQL hangs; afterwards it creates each order once, and handles rows that became due, in the same processes', async () => {
    const { id: due } = await openCheckout()
    const pids = [service.web, ...service.workers].map((process) => process?.pid)
    const { id, url } = await openCheckout()
    const path = new URL(url).pathname
    const page = await request(service.url).get(path)
    const references = Array.from({ length: 30 }, (_, index) => `order-${index}`)
    await service.rows('UPDATE checkouts SET expires_at = NOW(6) + INTERVAL 1 SECOND WHERE id = ?', [due])
    await service.rows('UPDATE timers SET due_at = NOW(6) + INTERVAL 1 SECOND WHERE subject_id = ?', [due])
    // When MySQL stops, some of these commit, some roll back and some wait for a connection.
    const begun = references.map((reference) => order(reference).then((response) => response))
    freeze(service.ownDatabase!)
    const frozen = performance.now()
    try {
      const answers = await timeAll({
        ...Object.fromEntries(begun.map((answer, index) => [references[index], () => answer])),
        'a checkout': () => service.call('get', `/checkouts/${id}`),
        'a list': () => service.call('get', '/checkouts'),
        'a page': () => request(service.url).get(path),
        'a payment': () => pay(path, page),
        'the portal': () =>
          request(service.url)
            .get('/portal')
            .set('Cookie', `portal=${'x'.repeat(43)}`),
        '/readyz': () => request(service.url).get('/readyz'),
        '/healthz': () => request(service.url).get('/healthz'),
      })
      for (const { what, ms, response } of answers) {
        expect(ms, what).to.be.below(LONGEST)
        if (!references.includes(what)) continue
        expect(response.status, what).to.be.oneOf([201, 503])
        if (response.status === 503) expect(response.headers, what).to.have.property('retry-after')
      }
      const later = new Map(answers.map((answer) => [answer.what, answer.response]))
      expect(later.get('/healthz')?.status).to.equal(200)
      for (const what of ['a checkout', 'a list', 'a page', 'a payment', '/readyz']) {
        expect(later.get(what)?.status, what).to.equal(503)
        expect(later.get(what)?.headers, what).to.have.property('retry-after')
      }
      await pause(frozen + LONGEST_FREEZE - performance.now())
    } finally {
      unfreeze(service.ownDatabase!)
    }
    await settled()
    for (const reference of references) {
      await until(async () => (await order(reference)).status === 201)
      expect(await service.count('checkouts WHERE client_reference_id = ?', [reference])).to.equal(1)
    }
    await until(async () => (await pay(path, page)).status === 303)
    expect((await service.call('get', `/checkouts/${id}`)).body.data.status).to.equal('complete')
    expect(await service.count('payments WHERE payable_id = ?', [id])).to.equal(1)
    const expired = "events WHERE type = 'checkout.expired' AND object_id = ?"
    await until(async () => (await service.count(expired, [due])) === 1)
    expect((await service.call('get', `/checkouts/${due}`)).body.data.status).to.equal('expired')
    expect([service.web, ...service.workers].map((process) => process?.pid)).to.deep.equal(pids)
  })

  it('loses the lock of a paused process after a few seconds', async () => {
    const { id } = await openCheckout()
    const other = await mysql.createConnection({ uri: service.env.DATABASE_URL ?? '' })
    const third = await mysql.createConnection({ uri: service.env.DATABASE_URL ?? '' })
    const web = service.web!.pid
    const longest = endsIdleTransactions ? LONGEST : LONGEST_IDLE_SESSION
    try {
      await other.query('SET SESSION innodb_lock_wait_timeout = ?', [(2 * longest) / 1000])
      await third.query('BEGIN')
      await third.query('SELECT id FROM checkouts WHERE id = ? FOR UPDATE', [id])
      const expired = service.call('post', `/checkouts/${id}/expire`, {}).then((response) => response)
      const waiting =
        "information_schema.processlist WHERE id <> CONNECTION_ID() AND info LIKE '%checkouts%FOR UPDATE%'"
      await until(async () => (await service.count(waiting)) === 1)
      await pause(300) // a statement is listed before it waits for the row
      stop(web)
      await third.query('ROLLBACK') // now the paused process locks the row
      const begun = performance.now()
      await other.query('BEGIN')
      await other.query('SELECT id FROM checkouts WHERE id = ? FOR UPDATE', [id])
      await other.query('ROLLBACK')
      expect(performance.now() - begun).to.be.within(1_000, longest)
      resume(web)
      const answer = await expired
      expect(answer.status).to.equal(503)
      expect(answer.headers).to.have.property('retry-after')
      await service.call('post', `/checkouts/${id}/expire`, {}).expect(200)
      expect(await service.count("events WHERE object = 'checkout' AND object_id = ?", [id])).to.equal(1)
    } finally {
      resume(web)
      await other.end()
      await third.end()
    }
  })

  it('responds as usual while Redis hangs', async () => {
    const { url } = await openCheckout()
    const path = new URL(url).pathname
    const page = await request(service.url).get(path)
    freeze(service.redis)
    try {
      const answers = await timeAll({
        'an order': () => order('while-redis-hangs'),
        'a payment': () => pay(path, page),
        '/readyz': () => request(service.url).get('/readyz'),
      })
      expect(answers.map(({ what, response }) => [what, response.status])).to.deep.equal([
        ['an order', 201],
        ['a payment', 303],
        ['/readyz', 200],
      ])
      for (const { what, ms } of answers) expect(ms, what).to.be.below(3_000)
    } finally {
      unfreeze(service.redis)
    }
  })

  it('responds as usual while the mail server hangs, and sends each email once afterwards', async () => {
    const { id, url } = await openCheckout()
    const path = new URL(url).pathname
    const page = await request(service.url).get(path)
    const [paid] = await timeAll({ pay: () => pay(path, page) })
    expect(paid?.response.status).to.equal(303)
    expect(paid?.ms).to.be.below(3_000)
    const emails = 'emails WHERE cause = ? AND '
    await until(async () => (await service.count(`${emails} tries > 0`, [`checkout-${id}`])) === 1)
    await mute.close() // closes the connections that wait for it
    const mails = await startMailServer(mute.port)
    try {
      await service.rows('UPDATE emails SET due_at = NOW(6) WHERE due_at IS NOT NULL')
      await until(async () => (await service.count(`${emails} status = 'sent'`, [`checkout-${id}`])) === 1)
      const ids = mails.taken.map(({ mail }) => mail.messageId)
      expect(ids).to.have.length(new Set(ids).size)
    } finally {
      await mails.close()
    }
  })
})
