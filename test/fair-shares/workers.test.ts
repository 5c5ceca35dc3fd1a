import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import type { ProviderCall, ProviderPayment } from '../../common/methods/provider.ts'
import { config } from '../../common/runtime/config.ts'
import { findGateway } from '../../common/services/payments/gateways.ts'
import { onConnection } from '../../db/sql.ts'
import { startMailServer } from '../emails/mail-server.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { copyCheckout } from '../support/given/many.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { copiesOf, giveLogo, png } from '../support/given/picture.ts'
import { closeReceivers, givenEndpoint, givenReceiver, somethingHappens } from '../support/given/receiver.ts'
import { until } from '../support/service.ts'
import { startWorkerHere } from '../support/workers.ts'

const METHOD = 'qpay'
const SETTINGS = { enabled: true, password: 'secret', invoice_code: 'SHOP_INVOICE' }

async function count(text: string, values: (string | number)[] = []): Promise<number> {
  const row = await onConnection((sql) => sql.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${text}`, values))
  return row!.n
}

const run = (text: string, values: (string | number)[] = []) => onConnection((sql) => sql.run(text, values))

/** Each test checks that half of the busy project's work is left when the other project's is done. */
describe('a worker, while one project has a long backlog', () => {
  let busy: Merchant
  let other: Merchant
  let stop: () => Promise<void> = async () => undefined

  beforeEach(async () => {
    busy = await givenMerchant()
    other = await givenMerchant()
  })
  afterEach(async () => {
    closeReceivers()
    await stop()
    stop = async () => undefined
    config().smtpUrl = null
    for (const { projectId } of [busy, other]) {
      await run('DELETE FROM timers WHERE project_id = ?', [projectId])
      await run('UPDATE emails SET due_at = NULL WHERE project_id = ?', [projectId])
      await run('UPDATE image_copies SET due_at = NULL WHERE project_id = ?', [projectId])
      await run("UPDATE webhook_deliveries SET status = 'canceled', due_at = NULL WHERE project_id = ?", [
        projectId,
      ])
    }
  })

  it('expires the other project’s checkout before half of 3,000 older ones', async () => {
    await copyCheckout((await givenCheckout(busy)).id, 2_999)
    await givenCheckout(other)
    const end = (shop: Merchant, secondsAgo: number) =>
      Promise.all([
        run('UPDATE checkouts SET expires_at = UTC_TIMESTAMP(6) - INTERVAL ? SECOND WHERE project_id = ?', [
          secondsAgo,
          shop.projectId,
        ]),
        run('UPDATE timers SET due_at = UTC_TIMESTAMP(6) - INTERVAL ? SECOND WHERE project_id = ?', [
          secondsAgo,
          shop.projectId,
        ]),
      ])
    await end(busy, 60)
    await end(other, 1)
    const left = (shop: Merchant) =>
      count("checkouts WHERE status = 'open' AND project_id = ?", [shop.projectId])
    stop = await startWorkerHere()
    await until(async () => (await left(other)) === 0)
    expect(await left(busy)).to.be.greaterThan(1_500)
    await until(async () => (await left(busy)) === 0)
  })

  it('sends the other project’s email before half of 300 older ones', async () => {
    const server = await startMailServer()
    config().smtpUrl = server.url
    for (const shop of [busy, other]) {
      const checkout = await givenCheckout(shop)
      await checkout.customer.pay({ email: `of-${shop.projectId}@example.com` })
    }
    await run(
      `INSERT INTO emails (project_id, is_test, kind, cause, recipient, locale, words, status, due_at, created_at, updated_at)
       SELECT project_id, is_test, kind, CONCAT('copy-', seq, '-', cause), recipient, locale, words, status,
         due_at - INTERVAL 60 SECOND, created_at, updated_at
       FROM emails JOIN ${numbers(1, 299)} WHERE project_id = ?`,
      [busy.projectId],
    )
    const left = (shop: Merchant) =>
      count('emails WHERE due_at IS NOT NULL AND project_id = ?', [shop.projectId])
    expect(await left(busy)).to.equal(300)
    stop = await startWorkerHere()
    await until(async () => (await left(other)) === 0)
    expect(await left(busy)).to.be.greaterThan(150)
    await until(async () => (await left(busy)) === 0)
    await stop()
    stop = async () => undefined
    await server.close()
  })

  it('sends an email behind 250 older ones of the same project that fail each time', async () => {
    const server = await startMailServer()
    config().smtpUrl = server.url
    const checkout = await givenCheckout(busy)
    await checkout.customer.pay({ email: 'bat@example.com' })
    await run(
      `INSERT INTO emails (project_id, is_test, kind, cause, recipient, locale, words, status, due_at, created_at, updated_at)
       SELECT project_id, is_test, kind, CONCAT('copy-', seq, '-', cause), recipient, locale, 'null', status,
         due_at - INTERVAL 60 SECOND, created_at, updated_at
       FROM emails JOIN ${numbers(1, 250)} WHERE project_id = ?`,
      [busy.projectId],
    )
    stop = await startWorkerHere()
    await until(async () => server.taken.length === 1)
    const failing = "emails WHERE project_id = ? AND words = 'null'"
    await until(
      async () =>
        (await count(`${failing} AND due_at > UTC_TIMESTAMP(6) AND error IS NOT NULL`, [busy.projectId])) ===
        250,
    )
    expect(await count(`${failing} AND due_since < created_at AND tries = 0`, [busy.projectId])).to.equal(250)
    await stop()
    stop = async () => undefined
    await server.close()
  })

  it('calls the other project’s provider while 30 calls of the busy project hang', async () => {
    const gateway = findGateway(METHOD)!
    const before = { ...gateway }
    const release: (() => void)[] = []
    const asked: number[] = []
    Object.assign(gateway, {
      start: async ({ id }: ProviderPayment, { values }: ProviderCall) => {
        asked.push(id)
        if (values.username === 'busy') await new Promise<void>((resolve) => release.push(resolve))
        return { providerId: `p${id}`, details: {} }
      },
    })
    try {
      for (const [shop, username] of [
        [busy, 'busy'],
        [other, 'other'],
      ] as const)
        await shop
          .patch('', { payment_methods: { [METHOD]: { test: { ...SETTINGS, username } } } })
          .expect(200)
      const pay = async (shop: Merchant) => {
        const { id } = await givenCheckout(shop)
        const body = { payment_method: METHOD, email: 'bat@example.com' }
        await shop.post(`/checkouts/${id}/pay`, body).expect(200)
      }
      for (let n = 0; n < 30; n += 1) await pay(busy)
      await run("UPDATE timers SET due_at = UTC_TIMESTAMP(6) WHERE kind = 'payment.ask' AND project_id = ?", [
        busy.projectId,
      ])
      stop = await startWorkerHere()
      await until(async () => release.length > 0)
      await pay(other)
      await run("UPDATE timers SET due_at = UTC_TIMESTAMP(6) WHERE kind = 'payment.ask' AND project_id = ?", [
        other.projectId,
      ])
      const paymentId = (await onConnection((sql) =>
        sql.row<{ id: number }>('SELECT id FROM payments WHERE project_id = ?', [other.projectId]),
      ))!.id
      await until(async () => asked.includes(paymentId))
      expect(release.length, 'calls of the busy project that still hang').to.be.within(1, 10)
    } finally {
      Object.assign(gateway, before)
      const releasing = setInterval(() => {
        for (const one of release.splice(0)) one()
      }, 20)
      await stop()
      stop = async () => undefined
      clearInterval(releasing)
    }
  })

  it('copies the other project’s picture while the busy project’s server hangs', async () => {
    const hanging = await givenReceiver(() => undefined)
    const bytes = await png()
    const server = await givenReceiver((response) => response.end(bytes))
    for (let product = 0; product < 12; product += 1)
      await busy.post('/products', { name: `Tea ${product}`, image_url: hanging.url }).expect(201)
    stop = await startWorkerHere()
    await until(async () => hanging.received.length > 0)
    await giveLogo(other, server.url)
    await until(async () => (await copiesOf(other))[0]?.status === 'copied')
    const waiting = (await copiesOf(busy)).filter(({ status }) => status === 'pending')
    expect(waiting).to.have.length(12)
  })

  it('delivers to the other project while 120 endpoints of the busy project hang', async () => {
    const hanging = await givenReceiver(() => undefined)
    const receiver = await givenReceiver()
    for (let n = 0; n < 120; n += 1) await givenEndpoint(busy, hanging.url)
    await givenEndpoint(other, receiver.url)
    await somethingHappens(busy)
    stop = await startWorkerHere()
    await until(async () => hanging.received.length > 60)
    await somethingHappens(other)
    await until(async () => receiver.received.length > 0)
    const waiting = await count("webhook_deliveries WHERE status = 'pending' AND project_id = ?", [
      busy.projectId,
    ])
    expect(waiting).to.equal(120)
  })
})
