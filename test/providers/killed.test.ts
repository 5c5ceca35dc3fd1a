import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import mysql, { type Connection } from 'mysql2/promise'
import request from 'supertest'
import { MINUTE, SECOND } from '../../common/kit/time.ts'
import { hiddenFields } from '../support/customer.ts'
import { BANK_ACCOUNT, tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'
import { type Call, type StoppableProvider, stoppableQPay, stoppableStripe } from './stoppable.ts'

/**
 * The points of a call at which its process is killed: the provider has received it (`asked`), the provider has executed
 * it (`acted`), or the answer has arrived and was not stored (`answered`). `leaveUncalled` covers the time before a call.
 */
const POINTS = ['asked', 'acted', 'answered'] as const
/**
 * In seconds. A call of a killed process is repeated after this time. It must be longer than a call on a busy machine:
 * otherwise every call is repeated.
 */
const LEASE = 8
type Point = (typeof POINTS)[number]

/** Rows that exist once a process has claimed a call about a payment, and that still exist when the call is over. */
const CLAIMED: Record<Call, string> = {
  start: 'provider_payments WHERE payment_id = ? AND calls > 0',
  ask: "provider_payments WHERE payment_id = ? AND (busy_until IS NOT NULL OR step = 'done')",
  giveUp: "provider_payments WHERE payment_id = ? AND step IN ('give_up', 'done')",
  refund: 'refunds WHERE payment_id = ? AND calls > 0',
}

interface OpenOrder {
  checkoutId: number
  url: string
}

interface Order extends OpenOrder {
  paymentId: number
  /** The provider's id of the payment. */
  id: string
}

/** The orders of one provider. Each list has one order for each point. */
interface Orders {
  provider: StoppableProvider
  starts: OpenOrder[]
  asks: Order[]
  canceled: Order[]
  refunds: Order[]
}

describe('payments of providers after every process was killed', () => {
  let service: Service
  let providers: StoppableProvider[]
  /** Connections that lock rows, so that the next statement waits there. */
  const lockingConnections: Connection[] = []

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
    await Promise.all(lockingConnections.map((connection) => connection.end()))
    await service.stop()
    for (const provider of providers) provider.end()
  })

  async function open(): Promise<OpenOrder> {
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

  const view = (url: string) => request(service.url).get(new URL(url).pathname)

  /** A replaced payment is the first one of its order; all others are the only one. */
  async function firstPayment(checkoutId: number): Promise<number> {
    const [row] = await service.rows<{ id: number }>(
      'SELECT MIN(id) AS id FROM payments WHERE payable_id = ?',
      [checkoutId],
    )
    return row!.id
  }

  /** Creates an order whose payment the provider has opened. */
  async function opened(provider: StoppableProvider): Promise<Order> {
    const order = await open()
    await press(order.url, provider.method)
    return { ...order, paymentId: await firstPayment(order.checkoutId), id: provider.newest() }
  }

  /** Creates a paid order that the provider can refund. */
  async function paid(provider: StoppableProvider): Promise<Order> {
    const order = await opened(provider)
    provider.pay(order.id)
    await provider.hint(order.id)
    await until(async () => (await statusOf(order.paymentId)) === 'paid')
    return order
  }

  async function ordersOf(provider: StoppableProvider): Promise<Orders> {
    const orders: Orders = { provider, starts: [], asks: [], canceled: [], refunds: [] }
    for (const list of [orders.asks, orders.canceled])
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

  async function lock(table: string, column: string, id: number): Promise<void> {
    const connection = await mysql.createConnection({ uri: service.env.DATABASE_URL! })
    lockingConnections.push(connection)
    await connection.query('BEGIN')
    await connection.query('SELECT 1 FROM ?? WHERE ?? = ? FOR UPDATE', [table, column, id])
  }

  /**
   * Starts a call and stops it at a point. On a slow machine a worker repeats the calls that were stopped before: the
   * provider's count alone does not show that this order's call has begun.
   */
  async function stopAt(
    point: Point,
    [provider, call]: [StoppableProvider, Call],
    { checkoutId }: OpenOrder,
    act: () => PromiseLike<unknown>,
  ): Promise<void> {
    const before = provider.countOf(call)
    provider.stop(call, point === 'asked' ? 'asked' : 'held')
    Promise.resolve(act()).catch(() => undefined) // its process is killed
    await until(async () => provider.countOf(call) > before)
    await until(async () => (await service.count(CLAIMED[call], [await firstPayment(checkoutId)])) > 0)
    if (point !== 'answered') return
    await lock('payments', 'id', await firstPayment(checkoutId))
    provider.release()
    await pause(100)
  }

  const refund = ({ paymentId }: Order) => service.call('post', `/payments/${paymentId}/refunds`, {})

  /** Leaves a call of each kind hanging at each point. */
  async function stopAll({ provider, starts, asks, canceled, refunds }: Orders): Promise<void> {
    for (const order of asks) provider.pay(order.id)
    for (const [index, point] of POINTS.entries()) {
      const order = await open()
      starts.push(order)
      await stopAt(point, [provider, 'start'], order, () => press(order.url, provider.method))

      const asked = asks[index]!
      await stopAt(point, [provider, 'ask'], asked, () => view(asked.url))

      const replaced = canceled[index]!
      await stopAt(point, [provider, 'giveUp'], replaced, () => press(replaced.url, 'bank_transfer'))

      const refunded = refunds[index]!
      await stopAt(point, [provider, 'refund'], refunded, () => refund(refunded))
    }
  }

  /** Starts one call of each kind without workers, so that it is only a row. */
  async function leaveUncalled({ provider, starts, asks, canceled, refunds }: Orders): Promise<void> {
    const order = await open()
    starts.push(order)
    const form = { payment_method: provider.method, email: 'bat@example.com' }
    await service.call('post', `/checkouts/${order.checkoutId}/pay`, form).expect(200)
    await service.call('post', `/checkouts/${canceled.at(-1)!.checkoutId}/expire`).expect(200)
    await refund(refunds.at(-1)!).expect(201)
    await lock('provider_payments', 'payment_id', asks.at(-1)!.paymentId)
    Promise.resolve(view(asks.at(-1)!.url)).catch(() => undefined)
  }

  async function expectFinalStates({ provider, starts, asks, canceled, refunds }: Orders): Promise<void> {
    for (const { paymentId, checkoutId } of asks) {
      await until(async () => (await statusOf(paymentId)) === 'paid')
      expect((await service.call('get', `/checkouts/${checkoutId}`)).body.data.status).to.equal('complete')
    }
    for (const { paymentId, id } of canceled)
      await until(async () => provider.isGivenUp(id) && (await statusOf(paymentId)) === 'canceled')
    for (const { paymentId, id } of refunds) {
      await until(async () => (await statusOf(paymentId)) === 'refunded')
      expect(provider.timesRefunded(id), provider.method).to.equal(1)
    }
    for (const { checkoutId } of starts) {
      const paymentId = await firstPayment(checkoutId)
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

  it('reach the right status after a kill at any point of any call, even with wrong clocks', async function () {
    this.timeout(300_000) // two minutes are not enough for both providers on a busy machine
    const all = await Promise.all(providers.map(ordersOf))
    await pause(3_000) // until a page view asks again
    await Promise.all(all.map(stopAll))
    await Promise.all(service.workers.map((worker) => service.kill(worker)))
    await Promise.all(all.map(leaveUncalled))
    await service.kill(service.web)

    await Promise.all(lockingConnections.splice(0).map((connection) => connection.end()))
    await service.startWeb((2 * MINUTE) / SECOND)
    for (const wrong of [5 * MINUTE, -5 * MINUTE]) service.startWorker(wrong / SECOND)

    await Promise.all(all.map(expectFinalStates))
    // The provider may have canceled a payment while a worker still stores its answer.
    await until(async () => (await service.count("provider_payments WHERE step <> 'done'")) === 0)
    const completed = all.flatMap(({ asks, refunds, starts }) => [...asks, ...refunds, ...starts])
    expect(await service.count("events WHERE type = 'checkout.completed'")).to.equal(completed.length)
    expect(await service.count("events WHERE type = 'payment.refunded'")).to.equal(
      all.flatMap(({ refunds }) => refunds).length,
    )
  })
})
