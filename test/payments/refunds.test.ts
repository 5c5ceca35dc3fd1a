import { expect } from 'chai'
import type { RefundObject } from '../../common/domain/refunds/object.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenJune } from '../support/given/club.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { Visitor } from '../support/given/portal-visitor.ts'
import { givenReported, givenTransfer, ofPayment } from '../support/given/transfer.ts'
import { eventsOf, paymentsOf } from '../support/stored.ts'

/** Creates a paid order of ₮25,000. */
async function givenPaid(shop?: Merchant, body?: object) {
  const transfer = await givenReported(shop, body)
  await transfer.confirm().expect(200)
  return { ...transfer, refund: refunding(transfer.shop, transfer.paymentId) }
}

function refunding(shop: Merchant, paymentId: number) {
  return (body: object = {}) => shop.post(`/payments/${paymentId}/refunds`, body)
}

/** Returns the refund emails about a payment. */
async function emailsAbout(paymentId: number): Promise<{ recipient: string }[]> {
  return onConnection((sql) =>
    sql.rows("SELECT recipient FROM emails WHERE kind = 'payment_refunded' AND cause LIKE ?", [
      `payment-${paymentId}-%`,
    ]),
  )
}

describe('a refund', () => {
  it('refunds the rest unless it names an amount, and tells the customer', async () => {
    const { refund, payment, retrieve, paymentId, customer, shop } = await givenPaid()
    const { body } = await refund({ reason: 'requested', note: 'By hand, Khan Bank' }).expect(201)
    const created = body.data as RefundObject
    expect(created).to.include({
      payment_id: paymentId,
      amount: 25_000,
      status: 'succeeded',
      currency: 'MNT',
    })
    expect(created).to.include({ reason: 'requested', note: 'By hand, Khan Bank' })
    expect(await payment()).to.include({ status: 'refunded', amount_refunded: 25_000, amount_to_refund: 0 })
    expect((await payment()).refunds).to.deep.equal([created])
    expect((await shop.get(`/refunds/${created.id}`).expect(200)).body.data).to.deep.equal(created)
    expect((await retrieve()).status).to.equal('complete')
    expect((await eventsOf('payment', paymentId)).at(-1)).to.equal('payment.refunded')
    expect(await emailsAbout(paymentId)).to.deep.equal([{ recipient: 'bat@example.com' }])
    const { text } = await customer.get()
    expect(text).to.contain('data-state="receipt"').and.contain('Refunded').and.contain('₮25,000 on ')
  })

  it('leaves the payment paid until everything is refunded', async () => {
    const { refund, payment, paymentId, shop } = await givenPaid()
    await refund({ amount: 5_000 }).expect(201)
    expect(await payment()).to.include({ status: 'paid', amount_refunded: 5_000 })
    await refund({ amount: 20_000 }).expect(201)
    expect(await payment()).to.include({ status: 'refunded', amount_refunded: 25_000 })
    const { body } = await shop.get(`/refunds?payment_id=${paymentId}`).expect(200)
    expect(body.data.map(({ amount }: RefundObject) => amount)).to.deep.equal([20_000, 5_000])
    const other = await givenPaid(shop)
    await other.refund().expect(201)
    expect((await shop.get('/refunds')).body.data).to.have.lengthOf(3)
    const events = (await eventsOf('payment', paymentId)).filter((type) => type === 'payment.refunded')
    expect(events).to.have.lengthOf(2)
  })

  it('is refused above the received amount and for zero', async () => {
    const { refund, payment } = await givenPaid()
    for (const [amount, code] of [
      [25_001, 'refund_exceeds_payment'],
      [0, 'validation_failed'],
    ] as const) {
      const { status, body } = await refund({ amount })
      expect([status, body.code, Object.keys(body.errors)]).to.deep.equal([422, code, ['amount']])
    }
    await refund().expect(201)
    const { body } = await refund().expect(422)
    expect(body.code).to.equal('refund_exceeds_payment')
    expect(body.message).to.contain('no money left to refund')
    expect((await payment()).refunds).to.have.lengthOf(1)
  })

  it('is refused after a hundred refunds of a payment', async () => {
    const { refund, payment, paymentId } = await givenPaid()
    await refund({ amount: 1 }).expect(201)
    await onConnection(async (sql) => {
      const copy = `INSERT INTO refunds (project_id, is_test, payment_id, amount, currency, status, created_at, updated_at)
        SELECT project_id, is_test, payment_id, amount, currency, status, created_at, updated_at
        FROM refunds WHERE payment_id = ? ORDER BY id LIMIT 1`
      for (let count = 1; count < 99; count += 1) await sql.run(copy, [paymentId])
      await sql.run('UPDATE payments SET amount_refunded = 99 WHERE id = ?', [paymentId])
    })
    await refund({ amount: 1 }).expect(201)
    const { body } = await refund().expect(422)
    expect([body.code, Object.keys(body.errors)]).to.deep.equal(['validation_failed', ['amount']])
    expect(body.message).to.contain('100 refunds')
    expect(await payment()).to.include({ status: 'paid', amount_refunded: 100 })
  })

  it('refunds a surplus', async () => {
    const { confirm, payment, paymentId, shop } = await givenTransfer()
    await confirm({ amount_received: 30_000 }).expect(200)
    await refunding(shop, paymentId)({ amount: 5_000, reason: 'other' }).expect(201)
    const sums = { amount_received: 30_000, amount_refunded: 5_000, amount_to_refund: 0 }
    expect(await payment()).to.include({ status: 'paid', ...sums })
  })

  it('refunds late money of an expired order, in one or several parts', async () => {
    const { confirm, payment, shop, id, paymentId } = await givenTransfer()
    await shop.post(`/checkouts/${id}/expire`).expect(200)
    await confirm().expect(200)
    const refund = refunding(shop, paymentId)
    await refund({ amount: 10_000, reason: 'late' }).expect(201)
    expect(await payment()).to.include({ status: 'refund_required', amount_to_refund: 15_000 })
    await refund({ reason: 'late' }).expect(201)
    expect(await payment()).to.include({ status: 'refunded', amount_to_refund: 0 })
    expect((await confirm().expect(409)).body.message).to.match(/was refunded/)
  })

  it('is refused while the payment is not paid', async () => {
    const { shop, paymentId, customer, confirm } = await givenTransfer()
    const refund = refunding(shop, paymentId)
    const refused = async () => {
      const { status, body } = await refund()
      return `${status} ${body.code}`
    }
    expect(await refused()).to.equal('409 payment_not_paid')
    await customer.press('claim_transfer')
    await confirm({ amount_received: 5_000 }).expect(200)
    expect(await refused()).to.equal('409 payment_not_paid')
    expect((await refunding(shop, 999_999_999)()).status).to.equal(404)
    expect((await shop.live.post(`/payments/${paymentId}/refunds`)).status).to.equal(404)
  })

  it('is possible for a test payment', async () => {
    const shop = await givenMerchant()
    const { id, customer } = await givenCheckout(shop)
    await customer.pay()
    const [paid] = await paymentsOf(id)
    const { body } = await refunding(shop, paid!.id)({ amount: 1 }).expect(201)
    expect(body.data.status).to.equal('succeeded')
    expect((await ofPayment(shop, paid!.id).payment()).status).to.equal('paid')
  })

  it('leaves an invoice paid', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const invoice = await givenInvoice(shop)
    await invoice.customer.pay({ payment_method: 'bank_transfer' })
    const [started] = await paymentsOf(invoice.id, 'invoice')
    const { confirm, payment } = ofPayment(shop, started!.id)
    await confirm().expect(200)
    await refunding(shop, started!.id)().expect(201)
    expect((await payment()).status).to.equal('refunded')
    expect((await invoice.retrieve()).status).to.equal('paid')
    expect((await invoice.customer.get()).text).to.contain('Refunded')
  })

  it('ends the subscription only if the request asks for that', async () => {
    const club = await givenJune()
    const opened = await club.opened('basic')
    await opened.customer.pay()
    const { subscription_id: id } = await club.checkout(opened.id)
    const refund = refunding(club.shop, (await paymentsOf(opened.id))[0]!.id)
    await refund({ amount: 1_000 }).expect(201)
    expect((await club.subscription(id!)).status).to.equal('active')
    await refund({ cancel_subscription: true }).expect(201)
    expect(await club.subscription(id!)).to.include({
      status: 'canceled',
      cancellation_reason: 'immediately',
    })
  })

  it('is refused with `cancel_subscription` if the payment is not for a subscription', async () => {
    const { refund, payment } = await givenPaid()
    const { body } = await refund({ cancel_subscription: true }).expect(422)
    expect(Object.keys(body.errors)).to.deep.equal(['cancel_subscription'])
    expect((await payment()).refunds).to.deep.equal([])
  })

  it('is shown in the portal next to the payment', async () => {
    const club = await givenJune()
    const opened = await club.opened('basic')
    await opened.customer.pay()
    const refund = refunding(club.shop, (await paymentsOf(opened.id))[0]!.id)
    await refund({ amount: 5_000 }).expect(201)
    const visitor = await Visitor.of(club)
    expect((await visitor.get('/portal')).text).to.contain('Paid, ₮5,000 refunded')
    await refund().expect(201)
    expect((await visitor.get('/portal')).text).to.contain('Refunded')
  })
})

describe('refunds at the same moment', () => {
  it('never exceed the received amount', async () => {
    const { refund, payment } = await givenPaid()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => refund({ amount: 10_000 })))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 201, 422, 422, 422])
    expect(await payment()).to.include({ status: 'paid', amount_refunded: 20_000 })
    const all = await Promise.all([1, 2, 3].map(() => refund()))
    expect(all.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422])
    expect(await payment()).to.include({ status: 'refunded', amount_refunded: 25_000 })
  })

  it('are made once per Idempotency-Key', async () => {
    const { refund, payment } = await givenPaid()
    for (let round = 0; round < 3; round += 1)
      await refund({ amount: 1_000 }).set('Idempotency-Key', 'once').expect(201)
    expect((await payment()).amount_refunded).to.equal(1_000)
  })
})
