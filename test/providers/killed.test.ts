import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import mysql, { type Connection } from 'mysql2/promise'
import request from 'supertest'
import { MINUTE, SECOND } from '../../common/kit/time.ts'
import { hiddenFields } from '../support/customer.ts'
import { BANK_ACCOUNT, tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'
import { type Ask, type StoppableProvider, stoppableQPay, stoppableStripe } from './stoppable.ts'

/**
 * Where a process can be killed on the way of a call: before it was made (`begun`, which needs nobody to stop it); while
 * the provider has it and has done nothing (`asked`); when the provider has done it (`acted`); when the answer is here
 * and is not written down (`answered`).
 */
const POINTS = ['asked', 'acted', 'answered'] as const
/**
 * In seconds. What was killed is made good after this long; and no call takes so long on a busy machine, or another would
 * follow it each time, whose answer alone counts.
 */
const LEASE = 8
type Point = (typeof POINTS)[number]

interface Begun {
  checkoutId: number
  url: string
}

interface Order extends Begun {
  paymentId: number
  /** How the provider names it. */
  id: string
}

/** The orders of one provider, one for each point at which a call about it ends. */
interface Orders {
  provider: StoppableProvider
  starts: Begun[]
  asks: Order[]
  givenUp: Order[]
  refunds: Order[]
}

describe('payments of providers, when every process is killed', () => {
  let service: Service
  let providers: StoppableProvider[]
  /** Holds rows, so that what comes next waits there. */
  const held: Connection[] = []

  before(async () => {
    const hintUrl = () => `${service.url}/hints/stripe/${service.project.id}/test`
    providers = await Promise.all([stoppableQPay(), stoppableStripe(hintUrl)])
    const [qpay, stripe] = providers
    const env = { QPAY_TEST_URL: qpay!.url, STRIPE_API_URL: stripe!.url, WORKER_CONCURRENCY: '30' }
    service = await Service.start(env, { lease: LEASE })
    const byMethod = providers.map(({ method, settings }) => [method, { test: settings }])
    const payment_methods = { ...Object.fromEntries(byMethod), bank_transfer: BANK_ACCOUNT }
    await service.call('patch', '', { payment_methods }).expect(200)
  })
  after(async () => {
    await Promise.all(held.map((connection) => connection.end()))
    await service.stop()
    for (const provider of providers) provider.end()
  })

  async function open(): Promise<Begun> {
    const { body } = await service.call('post', '/checkouts', tea()).expect(201)
    return { checkoutId: body.data.id, url: body.data.url }
  }

  async function press(url: string, method: string): Promise<void> {
    const path = new URL(url).pathname
    const page = await request(service.url).get(`${path}?choose=1`)
    const form = { payment_method: method, email: 'bat@example.com', action: 'pay' }
    await request(service.url)
      .post(path)
      .type('form')
      .send({ ...hiddenFields(page.text), ...form })
  }

  const look = (url: string) => request(service.url).get(new URL(url).pathname)

  async function lastPayment(checkoutId: number): Promise<number> {
    const [row] = await service.rows<{ id: number }>(
      'SELECT MAX(id) AS id FROM payments WHERE payable_id = ?',
      [checkoutId],
    )
    return row!.id
  }

  /** An order whose payment the provider has opened. */
  async function opened(provider: StoppableProvider): Promise<Order> {
    const order = await open()
    await press(order.url, provider.method)
    return { ...order, paymentId: await lastPayment(order.checkoutId), id: provider.newest() }
  }

  /** An order that was paid, and that the provider can give back. */
  async function paid(provider: StoppableProvider): Promise<Order> {
    const order = await opened(provider)
    provider.pay(order.id)
    await provider.hint(order.id)
    await until(async () => (await statusOf(order.paymentId)) === 'paid')
    return order
  }

  async function ordersOf(provider: StoppableProvider): Promise<Orders> {
    const orders: Orders = { provider, starts: [], asks: [], givenUp: [], refunds: [] }
    for (const list of [orders.asks, orders.givenUp])
      for (let count = 0; count <= POINTS.length; count += 1) list.push(await opened(provider))
    for (let count = 0; count <= POINTS.length; count += 1) orders.refunds.push(await paid(provider))
    return orders
  }

  async function statusOf(paymentId: number): Promise<string> {
    const [row] = await service.rows<{ status: string }>('SELECT status FROM payments WHERE id = ?', [
      paymentId,
    ])
    return row!.status
  }

  async function hold(table: string, column: string, id: number): Promise<void> {
    const connection = await mysql.createConnection({ uri: service.env.DATABASE_URL! })
    held.push(connection)
    await connection.query('BEGIN')
    await connection.query('SELECT 1 FROM ?? WHERE ?? = ? FOR UPDATE', [table, column, id])
  }

  /** Lets somebody make a call, and stops it at a point; `paymentId` is asked for once the call is there. */
  async function stopAt(
    point: Point,
    [provider, what]: [StoppableProvider, Ask],
    paymentId: () => Promise<number>,
    act: () => PromiseLike<unknown>,
  ): Promise<void> {
    const before = provider.asked(what)
    provider.stop(what, point === 'asked' ? 'asked' : 'held')
    Promise.resolve(act()).catch(() => undefined) // its process is killed
    await until(async () => provider.asked(what) > before)
    if (point !== 'answered') return
    await hold('payments', 'id', await paymentId())
    provider.release()
    await pause(100)
  }

  const refund = ({ paymentId }: Order) => service.call('post', `/payments/${paymentId}/refunds`, {})

  /** At each point a call of each kind is left hanging. */
  async function stopAll({ provider, starts, asks, givenUp, refunds }: Orders): Promise<void> {
    for (const order of asks) provider.pay(order.id)
    for (const [index, point] of POINTS.entries()) {
      const order = await open()
      starts.push(order)
      const start = () => press(order.url, provider.method)
      await stopAt(point, [provider, 'start'], () => lastPayment(order.checkoutId), start)

      const asked = asks[index]!
      await stopAt(
        point,
        [provider, 'ask'],
        async () => asked.paymentId,
        () => look(asked.url),
      )

      const over = givenUp[index]!
      const change = () => press(over.url, 'bank_transfer')
      await stopAt(point, [provider, 'giveUp'], async () => over.paymentId, change)

      const back = refunds[index]!
      await stopAt(
        point,
        [provider, 'refund'],
        async () => back.paymentId,
        () => refund(back),
      )
    }
  }

  /** With nobody left who works: what is begun now is no more than a row. */
  async function begin({ provider, starts, asks, givenUp, refunds }: Orders): Promise<void> {
    const begun = await open()
    starts.push(begun)
    const pressed = { payment_method: provider.method, email: 'bat@example.com' }
    await service.call('post', `/checkouts/${begun.checkoutId}/pay`, pressed).expect(200)
    await service.call('post', `/checkouts/${givenUp.at(-1)!.checkoutId}/expire`).expect(200)
    await refund(refunds.at(-1)!).expect(201)
    await hold('provider_payments', 'payment_id', asks.at(-1)!.paymentId)
    Promise.resolve(look(asks.at(-1)!.url)).catch(() => undefined)
  }

  async function comeToWhatWasPaid({ provider, starts, asks, givenUp, refunds }: Orders): Promise<void> {
    for (const { paymentId, checkoutId } of asks) {
      await until(async () => (await statusOf(paymentId)) === 'paid')
      expect((await service.call('get', `/checkouts/${checkoutId}`)).body.data.status).to.equal('complete')
    }
    for (const { paymentId, id } of givenUp)
      await until(async () => provider.isGivenUp(id) && (await statusOf(paymentId)) === 'canceled')
    for (const { paymentId, id } of refunds) {
      await until(async () => (await statusOf(paymentId)) === 'refunded')
      expect(provider.timesRefunded(id), provider.method).to.equal(1)
    }
    for (const { checkoutId } of starts) {
      const paymentId = await lastPayment(checkoutId)
      const find = async () =>
        (
          await service.rows<{ provider_id: string | null }>(
            'SELECT provider_id FROM provider_payments WHERE payment_id = ?',
            [paymentId],
          )
        )[0]!.provider_id
      await until(async () => (await find()) !== null)
      const id = (await find())!
      provider.pay(id)
      await provider.hint(id)
      await until(async () => (await statusOf(paymentId)) === 'paid')
    }
  }

  it('come to what was paid, at whatever point of whichever call, also where clocks are wrong', async function () {
    this.timeout(300_000) // two minutes are not enough for both providers on a busy machine
    const all = await Promise.all(providers.map(ordersOf))
    await pause(3_000) // until a look asks again
    await Promise.all(all.map(stopAll))
    await Promise.all(service.workers.map((worker) => service.kill(worker)))
    await Promise.all(all.map(begin))
    await service.kill(service.web)

    await Promise.all(held.splice(0).map((connection) => connection.end()))
    await service.startWeb((2 * MINUTE) / SECOND)
    for (const wrong of [5 * MINUTE, -5 * MINUTE]) service.startWorker(wrong / SECOND)

    await Promise.all(all.map(comeToWhatWasPaid))
    // The provider may have canceled a payment whose answer a worker is still writing down.
    await until(async () => (await service.count("provider_payments WHERE step <> 'done'")) === 0)
    const completed = all.flatMap(({ asks, refunds, starts }) => [...asks, ...refunds, ...starts])
    expect(await service.count("events WHERE type = 'checkout.completed'")).to.equal(completed.length)
    expect(await service.count("events WHERE type = 'payment.refunded'")).to.equal(
      all.flatMap(({ refunds }) => refunds).length,
    )
  })
})
