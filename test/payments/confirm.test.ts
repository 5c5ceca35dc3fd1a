import { expect } from 'chai'
import { DAY, HOUR, later, SECOND } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { followUpPayment } from '../../common/services/payments/follow-up.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { travelTo } from '../support/due.ts'
import { givenCheckout, givenCode } from '../support/given/checkout.ts'
import { at, type Club, givenJune } from '../support/given/club.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenCustomer, givenMerchant, givenTransferShop, tea } from '../support/given/merchant.ts'
import { usesOf } from '../support/given/promotion-code.ts'
import { begunBy, givenReported, givenTransfer, ofPayment } from '../support/given/transfer.ts'
import { emailsFor, eventsOf, paymentsOf } from '../support/stored.ts'

const STARTED = new Date('2026-06-01T00:00:00Z')
const LAPSED = later(STARTED, 25 * HOUR)

/** Creates a transfer that started at `STARTED`, lapsed a day later, and was never reported. */
async function givenLapsed(body?: object, shop = givenTransferShop()) {
  setClock(() => STARTED)
  const transfer = await givenTransfer(await shop, body)
  await travelTo(transfer.shop.projectId, LAPSED)
  expect((await transfer.payment()).status).to.equal('canceled')
  return transfer
}

const SHORT = { ...tea(), expires_at: later(STARTED, HOUR).toISOString() }

/** Returns the status of a payment, and the status of its order or invoice. */
async function statuses({ payment }: Pick<Awaited<ReturnType<typeof givenTransfer>>, 'payment'>) {
  const { status, payable } = await payment()
  return `${status}, ${payable.status}`
}

describe('confirming a transfer that was never reported', () => {
  it('completes its order', async () => {
    const transfer = await givenTransfer()
    const { body } = await transfer.confirm().expect(200)
    expect(body.data).to.include({ status: 'paid', verified_by: 'api', failure_code: null })
    expect(body.data).to.include({ amount_received: 25_000, amount_to_refund: 0 })
    expect(await eventsOf('checkout', transfer.id)).to.deep.equal(['checkout.completed'])
    expect(await eventsOf('payment', transfer.paymentId)).to.deep.equal([])
    expect(await emailsFor(`checkout-${transfer.id}`)).to.deep.equal(['receipt'])
    expect((await transfer.customer.get()).text).to.contain('data-state="receipt"')
  })

  it('completes its order even after the transfer lapsed, while the order is open', async () => {
    const transfer = await givenLapsed()
    expect(await eventsOf('payment', transfer.paymentId)).to.deep.equal(['payment.failed'])
    expect((await transfer.payment()).failure_code).to.equal('lapsed')
    await transfer.confirm().expect(200)
    expect(await statuses(transfer)).to.equal('paid, complete')
    expect((await transfer.payment()).failure_code).to.equal(null)
  })

  it('completes an invoice, lapsed or not', async () => {
    for (const days of [0, 30]) {
      setClock(() => STARTED)
      const shop = await givenMerchant()
      await acceptTransfers(shop)
      const invoice = await givenInvoice(shop)
      await invoice.customer.pay({ payment_method: 'bank_transfer' })
      await travelTo(shop.projectId, later(STARTED, days * DAY))
      const [payment] = await paymentsOf(invoice.id, 'invoice')
      expect(payment!.status).to.equal(days === 0 ? 'started' : 'canceled')
      await ofPayment(shop, payment!.id).confirm().expect(200)
      expect(await invoice.retrieve()).to.include({ status: 'paid', payment_method: 'bank_transfer' })
    }
  })

  it('requires a refund if its invoice is void', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const invoice = await givenInvoice(shop)
    await invoice.customer.pay({ payment_method: 'bank_transfer' })
    await shop.post(`/invoices/${invoice.id}/void`).expect(200)
    const [payment] = await paymentsOf(invoice.id, 'invoice')
    const { payment: found, confirm } = ofPayment(shop, payment!.id)
    expect(await found()).to.include({ status: 'canceled', failure_code: 'lapsed' })
    await confirm({ accept_late: true }).expect(200)
    expect(await statuses({ payment: found })).to.equal('refund_required, void')
  })

  it('cancels a newer attempt', async () => {
    const older = await givenLapsed()
    await older.customer.pay({ test_outcome: 'never' })
    await older.confirm().expect(200)
    const [one, newer] = await paymentsOf(older.id)
    expect([one!.status, newer!.status]).to.deep.equal(['paid', 'canceled'])
    expect((await ofPayment(older.shop, newer!.id).payment()).failure_code).to.equal('replaced')
    expect(await eventsOf('payment', newer!.id)).to.deep.equal([])
    expect(await statuses(older)).to.equal('paid, complete')
    expect((await older.customer.get()).text).to.contain('Bank transfer')
  })

  it('cancels a newer pending transfer, and requires a refund if that is confirmed too', async () => {
    const older = await givenLapsed()
    const newer = await begunBy(older.shop, older)
    await older.customer.press('claim_transfer')
    expect(await statuses(newer)).to.equal('pending, pending')
    await older.confirm().expect(200)
    expect(await statuses(older)).to.equal('paid, complete')
    expect(await statuses(newer)).to.equal('canceled, complete')
    expect(await eventsOf('checkout', older.id)).to.deep.equal(['checkout.completed'])
    await newer.confirm({ accept_late: true }).expect(200)
    expect(await newer.payment()).to.include({ status: 'refund_required', amount_to_refund: 25_000 })
    expect(await eventsOf('payment', newer.paymentId)).to.include('payment.refund_required')
    expect(await emailsFor(`payment-${newer.paymentId}`)).to.include('refund_required')
  })

  it('requires a refund if the order was changed, and the order can still be paid', async () => {
    const item = { ...tea().items[0], adjustable_quantity: { enabled: true } }
    const older = await givenLapsed({ items: [item] })
    const { items } = await older.retrieve()
    await older.customer.press('update_quantity', { [`quantity[${items[0]!.id}]`]: '2' })
    await older.confirm({ accept_late: true }).expect(200)
    expect(await statuses(older)).to.equal('refund_required, open')
    expect((await older.payment()).failure_message).to.equal(
      'The order was changed after this payment began, and has another total now.',
    )
    await older.customer.pay()
    expect(await statuses(older)).to.equal('refund_required, complete')
  })

  it('uses its promotion code again, even if the code has ended, but not if it is used up', async () => {
    for (const [meanwhile, expected] of [
      ['ended', 'paid, complete'],
      ['used up', 'refund_required, open'],
    ] as const) {
      setClock(() => STARTED)
      const shop = await givenTransferShop()
      const { id: codeId } = await givenCode(shop, 'LAST', { percent_off: 10, max_redemptions: 1 })
      const body = { ...tea(), allow_promotion_codes: true }
      const order = await givenCheckout(shop, body)
      await order.customer.press('apply_code', { promotion_code: 'LAST' })
      const transfer = await begunBy(shop, order)
      await travelTo(shop.projectId, LAPSED)
      if (meanwhile === 'ended') await shop.patch(`/promotion-codes/${codeId}`, { active: false }).expect(200)
      else {
        const other = await givenCheckout(shop, body)
        await other.customer.press('apply_code', { promotion_code: 'LAST' })
        await other.customer.pay()
      }
      await transfer.confirm().expect(200)
      expect(await statuses(transfer), meanwhile).to.equal(expected)
      const { failure_message: message } = await transfer.payment()
      expect(message, meanwhile).to.equal(
        meanwhile === 'ended'
          ? null
          : 'The promotion code LAST was used up before the money arrived. Without it the order has a higher total.',
      )
      expect(await usesOf(codeId), meanwhile).to.deep.equal({ redeemed: 1, reserved: 0 })
    }
  })
})

describe('confirming a transfer that was rejected by mistake', () => {
  it('completes its order, for sixty days', async () => {
    setClock(() => STARTED)
    const transfer = await givenReported()
    await transfer.reject('Nothing came.').expect(200)
    expect(await transfer.payment()).to.include({ status: 'failed', failure_code: 'rejected' })
    expect((await eventsOf('payment', transfer.paymentId)).at(-1)).to.equal('payment.failed')
    setClock(() => later(STARTED, 60 * DAY - SECOND))
    await transfer.confirm().expect(200)
    expect(await transfer.payment()).to.include({ status: 'paid', failure_message: null, failure_code: null })
    expect((await transfer.retrieve()).status).to.equal('complete')
  })

  it('is refused after sixty days with an instruction', async () => {
    setClock(() => STARTED)
    const transfer = await givenReported()
    await transfer.reject().expect(200)
    setClock(() => later(STARTED, 60 * DAY))
    const { status, body } = await transfer.confirm()
    expect([status, body.code]).to.deep.equal([409, 'payment_not_pending'])
    expect(body.message)
      .to.match(/more than 60 days/)
      .and.match(/create a new checkout/)
  })
})

describe('confirming a transfer whose checkout has expired', () => {
  it('requires a refund and tells the merchant', async () => {
    const transfer = await givenLapsed(SHORT)
    expect((await transfer.retrieve()).status).to.equal('expired')
    const { body } = await transfer.confirm().expect(200)
    expect(body.data).to.include({ status: 'refund_required', amount_to_refund: 25_000 })
    expect((await eventsOf('payment', transfer.paymentId)).at(-1)).to.equal('payment.refund_required')
    expect(await emailsFor(`payment-${transfer.paymentId}`)).to.have.members([
      'transfer_details',
      'refund_due',
      'refund_required',
    ])
    expect(await eventsOf('checkout', transfer.id)).to.deep.equal(['checkout.expired'])
  })

  it('completes the checkout if the request accepts late money', async () => {
    const transfer = await givenLapsed(SHORT)
    await transfer.confirm({ accept_late: true }).expect(200)
    expect(await statuses(transfer)).to.equal('paid, complete')
    expect(await eventsOf('checkout', transfer.id)).to.deep.equal(['checkout.expired', 'checkout.completed'])
    expect((await transfer.customer.get()).text).to.contain('data-state="receipt"')
  })

  it('completes a checkout that the merchant ended, even before a worker has processed the end', async () => {
    for (const isProcessed of [true, false]) {
      const transfer = await givenTransfer()
      await transfer.shop.post(`/checkouts/${transfer.id}/expire`).expect(200)
      if (!isProcessed)
        await onConnection((sql) =>
          sql.run("UPDATE checkouts SET status = 'open' WHERE id = ?", [transfer.id]),
        )
      await transfer.confirm({ accept_late: true }).expect(200)
      expect(await statuses(transfer)).to.equal('paid, complete')
      expect((await eventsOf('checkout', transfer.id)).at(-1)).to.equal('checkout.completed')
    }
  })

  it('requires a refund if the customer was erased', async () => {
    setClock(() => STARTED)
    const shop = await givenTransferShop()
    const customer_id = await givenCustomer(shop, { email: 'bat@example.com' })
    const transfer = await givenLapsed({ ...SHORT, customer_id }, Promise.resolve(shop))
    await shop.delete(`/customers/${customer_id}`).expect(200)
    await transfer.confirm({ accept_late: true }).expect(200)
    expect(await statuses(transfer)).to.equal('refund_required, expired')
  })

  it('starts or renews a subscription, or requires a refund if the customer has another price', async () => {
    const cases = [
      ['canceled', 'paid', 'a new subscription'],
      ['renewed', 'paid', 'the same price renews the subscription'],
      ['other', 'refund_required', 'the customer has another price'],
    ] as const
    for (const [meanwhile, status, reason] of cases) {
      const club = await givenJune()
      const opened = await club.opened('gold', { expires_at: '2026-06-02T00:00:00Z' })
      await opened.customer.pay({ payment_method: 'bank_transfer' })
      const paymentId = (await paymentsOf(opened.id))[0]!.id
      await club.travel('2026-06-03T00:00:00Z')
      expect((await club.checkout(opened.id)).status).to.equal('expired')
      const current =
        meanwhile === 'canceled' ? null : await club.buy(meanwhile === 'other' ? 'basic' : 'gold')
      await ofPayment(club.shop, paymentId).confirm({ accept_late: true }).expect(200)
      const { status: is, subscription_id: of } = await club.checkout(opened.id)
      expect((await paymentsOf(opened.id))[0]!.status, reason).to.equal(status)
      expect(is, reason).to.equal(status === 'paid' ? 'complete' : 'expired')
      if (meanwhile === 'canceled')
        expect(await club.stands(of!)).to.equal('active gold 2026-06-03T00:00…2026-07-03T23:59')
      if (meanwhile === 'renewed') {
        expect(of).to.equal(current!.id)
        expect((await club.subscription(of!)).current_period_end).to.match(/^2026-08-03/)
      }
    }
  })
})

describe('a late confirmation for a change of plan that a credit partly pays for', () => {
  const meanwhile = {
    'nothing else has happened': () => Promise.resolve(),
    'another change was scheduled': (club: Club, id: number) => club.schedule(id, 'third').expect(200),
    'the subscription will be canceled': (club: Club, id: number) =>
      club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'at_period_end' }).expect(200),
  }
  for (const [event, happens] of Object.entries(meanwhile))
    for (const ended of ['before', 'after'] as const) {
      it(`requires a refund if ${event} and the checkout ended ${ended} that`, async () => {
        const club = await givenJune()
        const third = { product_id: club.productId, unit_amount: 45_000, recurring_interval: 'month' }
        await club.shop.post('/prices', { ...third, lookup_key: 'third' }).expect(201)
        const { id: current } = await club.buy('basic')
        const opened = await club.opened('gold', { subscription_id: current })
        expect((await club.checkout(opened.id)).credit_amount).to.be.above(0)
        await opened.customer.pay({ payment_method: 'bank_transfer' })
        const paymentId = (await paymentsOf(opened.id))[0]!.id
        const expire = () => club.shop.post(`/checkouts/${opened.id}/expire`)
        if (ended === 'before') await expire().expect(200)
        await happens(club, current)
        if (ended === 'after') await expire()
        await ofPayment(club.shop, paymentId).confirm({ accept_late: true }).expect(200)
        expect((await paymentsOf(opened.id))[0]!.status).to.equal('refund_required')
      })
    }
})

describe('a confirmation', () => {
  it('is refused for a settled payment, and explains what to do with the money', async () => {
    const paid = await givenTransfer()
    await paid.confirm().expect(200)
    const again = await paid.confirm()
    expect([again.status, again.body.code]).to.deep.equal([409, 'payment_not_pending'])
    expect(again.body.message)
      .to.match(/money has arrived already/)
      .and.match(/Confirm further money on the payment that it was meant for, or return it/)
    const late = await givenLapsed(SHORT)
    await late.confirm().expect(200)
    expect((await late.confirm({ accept_late: true })).body.message).to.match(/Return it to the customer/)
  })

  it('is refused for a payment whose method confirms it automatically', async () => {
    const shop = await givenMerchant()
    const { id, customer } = await givenCheckout(shop)
    await customer.pay({ test_outcome: 'declined' })
    const [declined] = await paymentsOf(id)
    const { payment, confirm } = ofPayment(shop, declined!.id)
    expect(await payment()).to.include({ status: 'failed', failure_code: 'declined' })
    expect(await eventsOf('payment', declined!.id)).to.deep.equal(['payment.failed'])
    expect((await confirm().expect(409)).body.code).to.equal('payment_not_pending')
  })
})

describe('confirmations at the same moment', () => {
  it('record the money once', async () => {
    const shop = await givenTransferShop()
    for (let round = 0; round < 6; round += 1) {
      const { id, paymentId, confirm, payment } = await givenTransfer(shop)
      const answers = await Promise.all([confirm(), confirm(), confirm()])
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409])
      expect((await payment()).amount_received).to.equal(25_000)
      expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
      const [deposits] = await onConnection((sql) =>
        sql.rows<{ count: number }>('SELECT COUNT(*) AS count FROM deposits WHERE payment_id = ?', [
          paymentId,
        ]),
      )
      expect(deposits!.count).to.equal(1)
    }
  })

  it('of two attempts for one order complete it once and require a refund of the other', async () => {
    const shop = await givenTransferShop()
    for (let round = 0; round < 4; round += 1) {
      at(STARTED.toISOString())
      const older = await givenTransfer(shop)
      await travelTo(shop.projectId, LAPSED)
      const newer = await begunBy(shop, older)
      const [one, other] = await Promise.all([older.confirm(), newer.confirm()])
      expect([one.status, other.status]).to.deep.equal([200, 200])
      expect([(await older.payment()).status, (await newer.payment()).status].sort()).to.deep.equal([
        'paid',
        'refund_required',
      ])
      expect(await eventsOf('checkout', older.id)).to.deep.equal(['checkout.completed'])
    }
  })

  it('that race with the expiry leave the order complete, or expired with a required refund', async () => {
    const shop = await givenTransferShop()
    const project = (await cachedProject(shop.projectId))!
    for (let round = 0; round < 8; round += 1) {
      at(STARTED.toISOString())
      const transfer = await givenTransfer(shop, SHORT)
      setClock(() => LAPSED)
      const lapse = () => atomically((tx) => followUpPayment(tx, project, transfer.paymentId))
      await Promise.all(round % 2 ? [lapse(), transfer.confirm()] : [transfer.confirm(), lapse()])
      const result = await statuses(transfer)
      expect(['paid, complete', 'refund_required, expired']).to.include(result)
      expect(await eventsOf('checkout', transfer.id)).to.have.lengthOf(1)
    }
  })
})
