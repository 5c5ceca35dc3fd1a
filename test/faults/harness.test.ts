import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import Mocha from 'mocha'
import type { ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import { testEngines } from '../support/engines.ts'
import { until } from '../support/service.ts'
import { cases } from './harness/cases.ts'
import { addEnding, addExpired, killAtPoints } from './harness/cases/crash-points.ts'
import { compare, type Differences } from './harness/compare.ts'
import type { Deployment } from './harness/deployment.ts'
import { flood } from './harness/flood.ts'
import { Journal, type Kind } from './harness/journal.ts'
import type { Ledger } from './harness/ledger.ts'
import { runCase } from './harness/run-case.ts'

/** Returns the journal and the rows of a merchant who sold tea, refunded it, and sold a period of a subscription. */
function sold(): { journal: Journal; ledger: Ledger } {
  const journal = new Journal()
  const acknowledge = (id: number) => ({ at: 1, id })
  journal.entries.push(
    { kind: 'create', key: 'a', amount: 500, acknowledged: acknowledge(1) },
    { kind: 'pay', key: 'b', amount: 500, checkoutId: 1, acknowledged: acknowledge(1) },
    { kind: 'refund', key: 'c', amount: 200, paymentId: 11, acknowledged: acknowledge(21) },
    { kind: 'create', key: 'd', amount: 900, acknowledged: acknowledge(2) },
    { kind: 'renew', key: 'e', amount: 900, checkoutId: 2, acknowledged: acknowledge(2) },
  )
  const ledger: Ledger = {
    checkouts: [
      { id: 1, reference: 'a', amount: 500, status: 'complete' },
      { id: 2, reference: 'd', amount: 900, status: 'complete' },
    ],
    payments: [
      { id: 11, checkoutId: 1, status: 'paid', amount: 500, refunded: 200 },
      { id: 12, checkoutId: 2, status: 'paid', amount: 900, refunded: 0 },
    ],
    refunds: [{ id: 21, paymentId: 11, amount: 200, status: 'succeeded' }],
    segments: [{ checkoutId: 2, subscriptionId: 3 }],
    subscriptions: [{ id: 3, status: 'active' }],
    events: [
      { id: 31, type: 'checkout.completed', objectId: 1 },
      { id: 32, type: 'checkout.completed', objectId: 2 },
      { id: 33, type: 'payment.refunded', objectId: 11 },
    ],
    deliveries: [31, 32, 33].map((eventId) => ({ eventId, status: 'succeeded' })),
    emails: [{ id: 41, cause: 'checkout-1', status: 'sent' }],
  }
  for (const { id: eventId, type, objectId } of ledger.events)
    journal.notices.push({ at: 2, eventId, type, objectId })
  journal.emails.push('<41@shop>')
  return { journal, ledger }
}

type Break = (journal: Journal, ledger: Ledger) => unknown

describe('the comparison of a journal with the database and the webhooks', () => {
  it('finds nothing if every acknowledged change is there once', () => {
    const { journal, ledger } = sold()
    expect(compare(journal, ledger)).to.deep.equal({ lost: [], doubled: [], wrong: [] })
  })

  it('accepts a change that was not acknowledged, whether it is there or not', () => {
    const { journal, ledger } = sold()
    for (const entry of journal.entries) delete entry.acknowledged
    expect(compare(journal, ledger).lost).to.deep.equal([])
    const rest: Ledger = { ...ledger, payments: [], refunds: [], segments: [], events: [], deliveries: [] }
    journal.notices.length = 0
    expect(compare(journal, rest)).to.deep.equal({ lost: [], doubled: [], wrong: [] })
  })

  const breaks: [what: string, kind: keyof Differences, text: string, make: Break][] = [
    ['a deleted checkout', 'lost', 'checkout 1 (a)', (_, { checkouts }) => checkouts.shift()],
    ['a second checkout', 'doubled', '2 checkouts for a', (_, { checkouts }) => checkouts.push({ ...checkouts[0]!, id: 9 })],
    ['another total', 'wrong', 'costs 1, not 500', (_, { checkouts }) => (checkouts[0]!.amount = 1)],
    ['a deleted payment', 'lost', 'the payment of checkout 1', (_, { payments }) => payments.shift()],
    ['a canceled payment', 'lost', 'the payment of checkout 2', (_, { payments }) => (payments[1]!.status = 'canceled')],
    ['a second payment', 'doubled', '2 payments of checkout 1', (_, { payments }) => payments.push({ ...payments[0]!, id: 9 })],
    ['another paid amount', 'wrong', 'payment 11 is 1, not 500', (_, { payments }) => (payments[0]!.amount = 1)],
    ['a payment that no client made', 'wrong', 'which no client paid', (_, { payments }) => payments.push({ ...payments[0]!, id: 9, checkoutId: 9 })],
    ['a checkout that is open again', 'lost', 'the completion of checkout 1', (_, { checkouts }) => (checkouts[0]!.status = 'open')],
    ['a deleted event', 'lost', 'the event checkout.completed of checkout 1', (_, { events }) => events.shift()],
    ['a second event', 'doubled', '2 events checkout.completed', (_, { events }) => events.push({ ...events[0]!, id: 9 })],
    ['an expiry without an event', 'lost', 'the event checkout.expired of checkout 9', (_, { checkouts }) => checkouts.push({ ...checkouts[0]!, id: 9, reference: null, status: 'expired' })],
    ['a second expiry', 'doubled', '2 events checkout.expired', (_, { events }) => events.push(...[51, 52].map((id) => ({ id, type: 'checkout.expired', objectId: 1 })))],
    ['an ended period without an event', 'lost', 'the event subscription.past_due of subscription 3', (_, { subscriptions }) => (subscriptions[0]!.status = 'past_due')],
    ['a period that ended twice', 'doubled', '2 events subscription.past_due', (_, { subscriptions, events }) => ((subscriptions[0]!.status = 'past_due'), events.push(...[51, 52].map((id) => ({ id, type: 'subscription.past_due', objectId: 3 }))))],
    ['a missing period', 'lost', 'the period of checkout 2', (_, { segments }) => segments.shift()],
    ['a second period', 'doubled', '2 periods for checkout 2', (_, { segments }) => segments.push(segments[0]!)],
    ['a deleted refund', 'lost', 'refund 21 of payment 11', (_, { refunds }) => refunds.shift()],
    ['a second refund', 'doubled', '2 refunds of payment 11', (_, { refunds }) => refunds.push({ ...refunds[0]!, id: 9 })],
    ['a wrong sum of refunds', 'wrong', 'payment 11 has refunded 1', (_, { payments }) => (payments[0]!.refunded = 1)],
    ['a webhook that did not arrive', 'lost', 'webhook checkout.completed of 2', ({ notices }) => notices.splice(1, 1)],
    ['a webhook without an event', 'wrong', 'there is no such event', ({ notices }) => notices.push({ ...notices[0]!, eventId: 9 })],
    ['a second delivery', 'doubled', '2 deliveries of webhook', (_, { deliveries }) => deliveries.push(deliveries[0]!)],
    ['a delivery that is not recorded', 'wrong', 'is received and pending', (_, { deliveries }) => (deliveries[0]!.status = 'pending')],
    ['an email that did not arrive', 'lost', '1 of 1 sent emails', ({ emails }) => emails.shift()],
    ['an email with two ids', 'doubled', '2 different emails', ({ emails }) => emails.push('<9@shop>')],
  ] // prettier-ignore
  for (const [what, kind, text, make] of breaks)
    it(`finds ${what}`, () => {
      const { journal, ledger } = sold()
      make(journal, ledger)
      expect(compare(journal, ledger)[kind].join('\n')).to.include(text)
    })
})

/** The functions of mocha's that a test file calls. */
const FUNCTIONS = ['describe', 'it', 'before', 'after', 'beforeEach', 'afterEach'] as const

/**
 * Returns the titles of the tests that files register with these engines, without running them. It loads the files again, but
 * not what they import. On a group some tests are skipped that other engines run.
 */
async function titlesOf(files: readonly string[], engine: string): Promise<string[]> {
  const mocha = new Mocha()
  const ours = FUNCTIONS.map((name) => [name, globalThis[name]] as const)
  const { TEST_ENGINES } = process.env
  if (engine) process.env.TEST_ENGINES = engine
  try {
    for (const file of files) {
      mocha.suite.emit('pre-require', globalThis, file, mocha)
      await import(`${pathToFileURL(resolve(file)).href}?titles-of=${engine}`)
    }
  } finally {
    Object.assign(globalThis, Object.fromEntries(ours))
    process.env.TEST_ENGINES = TEST_ENGINES ?? ''
  }
  const titles: string[] = []
  mocha.suite.eachTest((test) => {
    if (testEngines.database.isGroup || !test.isPending()) titles.push(test.title)
  })
  return titles
}

describe('each case of npm run test:faults', () => {
  const engines = [...new Set(cases.map(({ short }) => short.engine ?? ''))]
  for (const engine of engines) {
    const all = cases.filter(({ short }) => (short.engine ?? '') === engine)
    const where = engine ? `bin/test --engine ${engine}` : 'bin/test'
    it(`has a test of ${where} that names it: ${all.map(({ name }) => name).join(', ')}`, async () => {
      const byFile = new Map<string, string[]>()
      for (const { name, short } of all) byFile.set(short.file, [...(byFile.get(short.file) ?? []), name])
      const titles = await titlesOf([...byFile.keys()], engine)
      const missing = all.filter(({ name }) => !titles.some((title) => title.includes(`(${name})`)))
      expect(missing.map(({ name }) => name)).to.deep.equal([])
    })
  }

  it('with a short form that needs other engines is one of the groups of databases', () => {
    const others = cases.filter(({ short }) => short.engine !== undefined).map(({ name }) => name)
    expect(others).to.deep.equal(['group-primary-killed', 'group-primary-frozen', 'galera-writer-killed'])
  })
})

describe('a flood of orders', () => {
  const shop = { projectId: 1, token: 'key', plan: { key: 'club', amount: 1 } }

  it('is sent at its rate though nothing is answered, up to the limit of waiting orders, and notes each end', async () => {
    const waiting: ServerResponse[] = []
    const server = createServer((request, response) => {
      request.resume()
      waiting.push(response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
    const journal = new Journal()
    const flooding = flood({ ...shop, urls }, journal, { rate: 100, seconds: 1, most: 40 })
    await until(async () => waiting.length === 40)
    await pause(1_000) // the other 60 are due meanwhile
    expect(waiting).to.have.length(40)
    waiting.forEach((response, index) => {
      if (index < 10) response.writeHead(201).end(JSON.stringify({ data: { id: index + 1 } }))
      else if (index < 39) response.writeHead(503).end('{}')
      else response.destroy()
    })
    expect(await flooding).to.deep.equal({ sent: 40, skipped: 60, created: 10, refused: 29, failed: 1 })
    expect(journal.entries).to.have.length(40)
    expect(
      journal.acknowledged.map(({ acknowledged }) => acknowledged?.id).sort((a, b) => a! - b!),
    ).to.deep.equal(Array.from({ length: 10 }, (_, index) => index + 1))
    expect(journal.failures.map(({ isTemporary }) => isTemporary)).to.deep.equal([true])
    server.close()
  })

  it('is not sent to another machine', async () => {
    const other = { ...shop, urls: ['http://192.0.2.1'] }
    const error = await flood(other, new Journal(), { rate: 1, seconds: 1, most: 1 }).catch(String)
    expect(error).to.include('Only a service on 127.0.0.1 may be flooded')
  })
})

describe('a case of npm run test:faults', function () {
  // It takes 30 s on a quiet machine. In a whole run on a busy one, 120 s were too few.
  this.timeout(300_000)

  /** Stores a payment of a client again, and deletes a paid period. Each was acknowledged. */
  async function damage(deployment: Deployment, journal: Journal): Promise<void> {
    const database = await deployment.connect()
    const [columns] = await database.query<RowDataPacket[]>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'payments'
         AND column_name <> 'id' AND COALESCE(generation_expression, '') = ''`,
    )
    const list = columns.map(({ name }) => `\`${name}\``).join()
    const checkoutOf = (kind: Kind) => journal.acknowledged.find((entry) => entry.kind === kind)!.checkoutId
    const changeOne = async (statement: string, kind: Kind) => {
      const [{ affectedRows }] = await database.query<ResultSetHeader>(statement, [checkoutOf(kind)])
      expect(affectedRows).to.equal(1)
    }
    const paid = "status = 'paid' AND payable_type = 'checkout' AND payable_id = ?"
    await changeOne(`INSERT INTO payments (${list}) SELECT ${list} FROM payments WHERE ${paid}`, 'pay')
    await changeOne('DELETE FROM segments WHERE checkout_id = ?', 'renew')
    await database.end()
  }

  const names = (['web', 'worker'] as const).map((kind) => `(crash-points-${kind})`).join(' ')
  it(`loses and doubles nothing when processes are killed at points of their transactions, and reports a row that is doubled or deleted afterwards ${names}`, async () => {
    const [web, worker] = [killAtPoints('web', 8_000), killAtPoints('worker', 8_000)]
    let damaged: Differences | undefined
    const { acknowledged, lost, doubled, wrong, refused } = await runCase(
      {
        ...{ name: 'short', about: '', short: { file: '' } },
        engine: process.env.TEST_ENGINES ?? '',
        load: { clients: 4, idle: 100, before: 2, after: 2 },
        settings: {
          ...{ lease: 2, testEngines: true },
          env: (index) => ({ ...web.env(index), ...worker.env(index) }),
        },
        async prepare(deployment) {
          await addExpired(deployment, 100)
          await addEnding(deployment, 100, new Date(Date.now() + 5_000))
        },
        async fault(deployment, journal) {
          // On a busy machine the first of these take seconds.
          for (const wanted of ['pay', 'renew'])
            await until(async () => journal.acknowledged.some(({ kind }) => kind === wanted))
          await addExpired(deployment, 500) // for the workers that are killed next
          await Promise.all([web.fault(), worker.fault()])
        },
        async afterwards(deployment, journal, compareAgain) {
          await damage(deployment, journal)
          damaged = await compareAgain()
        },
      },
      '.data/faults/short',
    )
    expect({ lost, doubled, wrong, refused }).to.deep.equal({ lost: [], doubled: [], wrong: [], refused: [] })
    expect(acknowledged).to.be.above(4) // a group of servers acknowledges less than one server
    expect(damaged!.lost.join('\n')).to.match(/^the period of checkout \d+$/)
    expect(damaged!.doubled.join('\n')).to.match(/^2 payments of checkout \d+$/)
    expect(damaged!.wrong.filter((text) => !text.startsWith('invariant '))).to.deep.equal([])
    expect(damaged!.wrong.some((text) => text.startsWith('invariant '))).to.equal(true)
  })
})
