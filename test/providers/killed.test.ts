import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import mysql, { type Connection } from 'mysql2/promise'
import request from 'supertest'
import { FakeQPay, type Trouble } from '../../bin/lib/fakes/qpay.ts'
import type { Invoice } from '../../bin/lib/fakes/qpay-invoice.ts'
import { MINUTE, SECOND } from '../../common/kit/time.ts'
import { hiddenFields } from '../support/customer.ts'
import { BANK_ACCOUNT, tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

/**
 * Where a process can be killed on the way of a call: before it was made (`begun`); while the provider has it and has
 * done nothing (`asked`); when the provider has done it (`acted`); when the answer is here and is not written down
 * (`answered`).
 */
type Point = 'begun' | 'asked' | 'acted' | 'answered'

const TROUBLES: Record<Exclude<Point, 'begun'>, Trouble> = {
  asked: 'silent',
  acted: 'held',
  answered: 'held',
}

interface Order {
  checkoutId: number
  url: string
  paymentId: number
  invoice: Invoice
}

describe('payments of a provider, when every process is killed', () => {
  let service: Service
  let qpay: FakeQPay
  /** Holds rows, so that what comes next waits there. */
  const held: Connection[] = []

  before(async () => {
    qpay = await FakeQPay.start()
    service = await Service.start({ QPAY_TEST_URL: qpay.url, WORKER_CONCURRENCY: '30' })
    const { username, password, invoiceCode } = qpay.account
    const test = { enabled: true, username, password, invoice_code: invoiceCode }
    const payment_methods = { qpay: { test }, bank_transfer: BANK_ACCOUNT }
    await service.call('patch', '', { payment_methods }).expect(200)
  })
  after(async () => {
    await Promise.all(held.map((connection) => connection.end()))
    await service.stop()
    qpay.stop()
  })

  async function open(): Promise<{ checkoutId: number; url: string }> {
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
  async function opened(): Promise<Order> {
    const order = await open()
    await press(order.url, 'qpay')
    return { ...order, paymentId: await lastPayment(order.checkoutId), invoice: qpay.invoice() }
  }

  /** An order that was paid by a card, which QPay can give back. */
  async function paid(): Promise<Order> {
    const order = await opened()
    qpay.pay(order.invoice.id, { transaction_type: 'CARD' })
    await qpay.hint(order.invoice.id)
    await until(async () => (await statusOf(order.paymentId)) === 'paid')
    return order
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
    point: Exclude<Point, 'begun'>,
    route: string,
    paymentId: () => Promise<number>,
    act: () => PromiseLike<unknown>,
  ): Promise<void> {
    const before = qpay.asked.filter((asked) => asked.startsWith(route)).length
    qpay.trouble(route, TROUBLES[point])
    Promise.resolve(act()).catch(() => undefined) // its process is killed
    await until(async () => qpay.asked.filter((asked) => asked.startsWith(route)).length > before)
    if (point !== 'answered') return
    await hold('payments', 'id', await paymentId())
    qpay.releaseLast()
    await pause(100)
  }

  it('come to what was paid, at whatever point of whichever call, also where clocks are wrong', async () => {
    const starts: { checkoutId: number; url: string }[] = []
    const asks: Order[] = []
    const givenUp: Order[] = []
    const refunds: Order[] = []
    for (let count = 0; count < 4; count += 1) asks.push(await opened())
    for (let count = 0; count < 3; count += 1) givenUp.push(await opened())
    for (let count = 0; count < 3; count += 1) refunds.push(await paid())
    await pause(3_000) // until a look asks again

    for (const { invoice } of asks) qpay.pay(invoice.id)
    await hold('provider_payments', 'payment_id', asks[0]!.paymentId)
    Promise.resolve(look(asks[0]!.url)).catch(() => undefined)
    for (const [index, point] of (['asked', 'acted', 'answered'] as const).entries()) {
      const order = await open()
      starts.push(order)
      const mine = () => lastPayment(order.checkoutId)
      await stopAt(point, 'POST /v2/invoice', mine, () => press(order.url, 'qpay'))

      const asked = asks[index + 1]!
      await stopAt(
        point,
        'POST /v2/payment/check',
        async () => asked.paymentId,
        () => look(asked.url),
      )

      const over = givenUp[index]!
      const change = () => press(over.url, 'bank_transfer')
      await stopAt(point, 'DELETE /v2/invoice', async () => over.paymentId, change)

      const back = refunds[index]!
      const refund = () => service.call('post', `/payments/${back.paymentId}/refunds`, {})
      await stopAt(point, 'DELETE /v2/payment/refund', async () => back.paymentId, refund)
    }
    const begun = await open()
    starts.push(begun)
    await service
      .call('post', `/checkouts/${begun.checkoutId}/pay`, {
        payment_method: 'qpay',
        email: 'bat@example.com',
      })
      .expect(200)

    await Promise.all([service.kill(service.web), ...service.workers.map((worker) => service.kill(worker))])
    await Promise.all(held.splice(0).map((connection) => connection.end()))
    await service.startWeb((2 * MINUTE) / SECOND)
    for (const wrong of [5 * MINUTE, -5 * MINUTE]) service.startWorker(wrong / SECOND)

    for (const { paymentId, checkoutId } of asks) {
      await until(async () => (await statusOf(paymentId)) === 'paid')
      expect((await service.call('get', `/checkouts/${checkoutId}`)).body.data.status).to.equal('complete')
    }
    for (const { paymentId, invoice } of givenUp) {
      await until(async () => invoice.status === 'CANCELED' && (await statusOf(paymentId)) === 'canceled')
    }
    for (const { paymentId, invoice } of refunds) {
      await until(async () => (await statusOf(paymentId)) === 'refunded')
      expect(invoice.rows.map(({ payment_status: status }) => status)).to.deep.equal(['REFUNDED'])
    }
    for (const { checkoutId } of starts) {
      const id = await lastPayment(checkoutId)
      const find = async () =>
        (
          await service.rows<{ provider_id: string | null }>(
            'SELECT provider_id FROM provider_payments WHERE payment_id = ?',
            [id],
          )
        )[0]!.provider_id
      await until(async () => (await find()) !== null)
      const invoice = (await find())!
      qpay.pay(invoice)
      await qpay.hint(invoice)
      await until(async () => (await statusOf(id)) === 'paid')
    }
    expect(await service.count("provider_payments WHERE step <> 'done'")).to.equal(0)
    expect(await service.count("events WHERE type = 'checkout.completed'")).to.equal(
      asks.length + refunds.length + starts.length,
    )
  })
})
