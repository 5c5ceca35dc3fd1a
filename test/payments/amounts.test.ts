import { expect } from 'chai'
import { DAY, HOUR, later } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { travelTo } from '../support/due.ts'
import { givenJune } from '../support/given/club.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { begunBy, givenReported, givenTransfer, ofPayment } from '../support/given/transfer.ts'
import { eventsOf, paymentsOf } from '../support/stored.ts'

const STARTED = new Date('2026-06-01T00:00:00Z')

/** Returns the kinds of all emails about a payment, oldest first. */
async function emailsAbout(paymentId: number): Promise<string[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ kind: string }>('SELECT kind FROM emails WHERE cause = ? OR cause LIKE ? ORDER BY id', [
      `payment-${paymentId}`,
      `payment-${paymentId}-%`,
    ]),
  )
  return rows.map(({ kind }) => kind)
}

describe('a transfer of more than the amount', () => {
  it('completes its order and requires a refund of the surplus', async () => {
    const { confirm, retrieve, customer } = await givenReported()
    const { body } = await confirm({ amount_received: 30_000 }).expect(200)
    expect(body.data).to.include({ status: 'paid', amount: 25_000 })
    expect(body.data).to.include({ amount_received: 30_000, amount_to_refund: 5_000 })
    expect((await retrieve()).status).to.equal('complete')
    expect((await customer.get()).text)
      .to.contain('Received')
      .and.to.contain('₮30,000')
  })
})

describe('a transfer of less than the amount', () => {
  it('waits for the rest and tells the customer where to send it', async () => {
    const { confirm, retrieve, customer, paymentId } = await givenReported()
    const { body } = await confirm({ amount_received: 10_000 }).expect(200)
    expect(body.data).to.include({ status: 'pending', amount_received: 10_000, amount_to_refund: 0 })
    expect((await retrieve()).status).to.equal('pending')
    expect((await eventsOf('payment', paymentId)).at(-1)).to.equal('payment.partially_paid')
    expect(await emailsAbout(paymentId)).to.deep.equal([
      'transfer_details',
      'transfer_reported',
      'transfer_received_note',
      'transfer_incomplete',
    ])
    const { text } = await customer.get()
    expect(text).to.contain('data-state="pending"').and.contain('₮15,000').and.contain('5001234567')
    expect(text).to.contain(body.data.reference)
  })

  it('completes its order when the amounts add up', async () => {
    const { confirm, payment, retrieve, paymentId } = await givenReported()
    await confirm({ amount_received: 10_000 }).expect(200)
    await confirm({ amount_received: 5_000 }).expect(200)
    expect(await payment()).to.include({ status: 'pending', amount_received: 15_000 })
    await confirm({ amount_received: 11_000 }).expect(200)
    expect(await payment()).to.include({ status: 'paid', amount_received: 26_000, amount_to_refund: 1_000 })
    expect((await retrieve()).status).to.equal('complete')
    const events = await eventsOf('payment', paymentId)
    expect(events.filter((type) => type === 'payment.partially_paid')).to.have.lengthOf(2)
  })

  it('counts the rest as received if the confirmation names no amount', async () => {
    const { confirm, payment } = await givenReported()
    await confirm({ amount_received: 10_000 }).expect(200)
    await confirm().expect(200)
    expect(await payment()).to.include({ status: 'paid', amount_received: 25_000, amount_to_refund: 0 })
  })

  it('is counted once per Idempotency-Key', async () => {
    const { confirm, payment } = await givenReported()
    for (const key of ['one', 'one', 'two'])
      await confirm({ amount_received: 5_000 }).set('Idempotency-Key', key).expect(200)
    expect((await payment()).amount_received).to.equal(10_000)
  })

  it('is counted once per key even after the stored answer was deleted', async () => {
    const { confirm, payment } = await givenReported()
    const key = 'k'.repeat(255)
    const send = () => confirm({ amount_received: 5_000 }).set('Idempotency-Key', key)
    await send().expect(200)
    await confirm({ amount_received: 1_000 }).expect(200)
    await onConnection((sql) => sql.run('DELETE FROM idempotency_keys WHERE idempotency_key = ?', [key]))
    const { body } = await send().expect(200)
    expect(body.data).to.deep.equal(await payment())
    expect(body.data.amount_received).to.equal(6_000)
  })

  it('completes its order if the merchant accepts the partial amount', async () => {
    const { confirm, payment, retrieve } = await givenReported()
    await confirm({ amount_received: 24_000, accept_partial: true }).expect(200)
    expect(await payment()).to.include({ status: 'paid', amount_received: 24_000, amount_to_refund: 0 })
    expect((await retrieve()).status).to.equal('complete')
  })

  it('completes its order with the received amount if that is accepted and no further amount is named', async () => {
    const { confirm, payment, retrieve } = await givenReported()
    await confirm({ amount_received: 10_000 }).expect(200)
    await confirm({ accept_partial: true }).expect(200)
    expect(await payment()).to.include({ status: 'paid', amount_received: 10_000, amount_to_refund: 0 })
    expect((await retrieve()).status).to.equal('complete')
    const whole = await givenReported()
    await whole.confirm({ accept_partial: true }).expect(200)
    expect(await whole.payment()).to.include({ status: 'paid', amount_received: 25_000 })
  })

  it('keeps its reference reserved, even if an older release ended it', async () => {
    setClock(() => STARTED)
    const { shop, paymentId, confirm } = await givenTransfer()
    await travelTo(shop.projectId, later(STARTED, 25 * HOUR))
    const reservation = () =>
      onConnection((sql) =>
        sql.row<{ open_reference: string | null; reference_until: Date | null }>(
          'SELECT open_reference, reference_until FROM payments WHERE id = ?',
          [paymentId],
        ),
      )
    expect((await reservation())!.reference_until).to.not.equal(null)
    await onConnection((sql) => sql.run('UPDATE payments SET ended_at = NULL WHERE id = ?', [paymentId]))
    const { body } = await confirm({ amount_received: 10_000 }).expect(200)
    expect(await reservation()).to.deep.equal({ open_reference: body.data.reference, reference_until: null })
  })

  it('emails the customer again about a second rejection', async () => {
    const { confirm, reject, paymentId } = await givenReported()
    await reject().expect(200)
    await confirm({ amount_received: 10_000 }).expect(200)
    await reject().expect(200)
    const rejections = (await emailsAbout(paymentId)).filter((kind) => kind === 'transfer_rejected')
    expect(rejections).to.have.lengthOf(2)
  })

  it('makes a payment pending that was unreported, lapsed or rejected', async () => {
    for (const before of ['started', 'lapsed', 'rejected'] as const) {
      setClock(() => STARTED)
      const transfer = before === 'rejected' ? await givenReported() : await givenTransfer()
      if (before === 'lapsed') await travelTo(transfer.shop.projectId, later(STARTED, 25 * HOUR))
      if (before === 'rejected') await transfer.reject().expect(200)
      await transfer.confirm({ amount_received: 10_000 }).expect(200)
      expect(await transfer.payment(), before).to.include({ status: 'pending', failure_code: null })
      expect((await transfer.retrieve()).status, before).to.equal('pending')
      await transfer.confirm().expect(200)
      expect((await transfer.retrieve()).status, before).to.equal('complete')
    }
  })

  it('cancels a newer attempt that has received nothing', async () => {
    setClock(() => STARTED)
    const older = await givenTransfer()
    await travelTo(older.shop.projectId, later(STARTED, 25 * HOUR))
    const newer = await begunBy(older.shop, older)
    await older.customer.press('claim_transfer')
    await older.confirm({ amount_received: 1 }).expect(200)
    expect(await older.payment()).to.include({ status: 'pending', amount_received: 1 })
    expect(await newer.payment()).to.include({ status: 'canceled', failure_code: 'replaced' })
    expect((await older.customer.get()).text).to.contain('₮24,999')
  })

  it('requires a refund at once if its order has expired', async () => {
    setClock(() => STARTED)
    const short = { ...tea(), expires_at: later(STARTED, HOUR).toISOString() }
    const { shop, confirm, payment } = await givenTransfer(undefined, short)
    await travelTo(shop.projectId, later(STARTED, 25 * HOUR))
    await confirm({ amount_received: 10_000 }).expect(200)
    const sums = { amount_received: 10_000, amount_to_refund: 10_000 }
    expect(await payment()).to.include({ status: 'refund_required', ...sums })
  })

  it('makes an expired order pending if the merchant accepts it late', async () => {
    setClock(() => STARTED)
    const short = { ...tea(), expires_at: later(STARTED, HOUR).toISOString() }
    const { id, shop, confirm, payment, retrieve } = await givenTransfer(undefined, short)
    await travelTo(shop.projectId, later(STARTED, 25 * HOUR))
    await confirm({ amount_received: 10_000, accept_late: true }).expect(200)
    expect([(await payment()).status, (await retrieve()).status]).to.deep.equal(['pending', 'pending'])
    await confirm().expect(200)
    expect([(await payment()).status, (await retrieve()).status]).to.deep.equal(['paid', 'complete'])
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.expired', 'checkout.completed'])
  })

  it('leaves the order expired if the rest is rejected, with one event for the expiry', async () => {
    for (const ended of ['by the merchant', 'by its time'] as const) {
      setClock(() => STARTED)
      const short = { ...tea(), expires_at: later(STARTED, HOUR).toISOString() }
      const { id, shop, confirm, reject, payment, retrieve, customer } = await givenTransfer(undefined, short)
      if (ended === 'by the merchant') await shop.post(`/checkouts/${id}/expire`).expect(200)
      else await travelTo(shop.projectId, later(STARTED, 25 * HOUR))
      await confirm({ amount_received: 10_000, accept_late: true }).expect(200)
      expect((await retrieve()).status, ended).to.equal('pending')
      await reject().expect(200)
      expect((await payment()).status, ended).to.equal('refund_required')
      expect((await retrieve()).status, ended).to.equal('expired')
      expect(await eventsOf('checkout', id), ended).to.deep.equal(['checkout.expired'])
      const { text } = await customer.get()
      if (ended === 'by the merchant') expect(text).to.not.contain('value="start_again"')
    }
  })

  it('makes an order pending that the merchant had ended, if the merchant accepts it late', async () => {
    const { id, shop, confirm, payment, retrieve } = await givenTransfer()
    await shop.post(`/checkouts/${id}/expire`).expect(200)
    await confirm({ amount_received: 10_000, accept_late: true }).expect(200)
    await confirm().expect(200)
    expect([(await payment()).status, (await retrieve()).status]).to.deep.equal(['paid', 'complete'])
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.expired', 'checkout.completed'])
  })

  it('requires a refund if it is rejected, and its order can be paid again', async () => {
    const { confirm, reject, payment, retrieve, customer, paymentId } = await givenReported()
    await confirm({ amount_received: 10_000 }).expect(200)
    await reject('Too little.').expect(200)
    expect(await payment()).to.include({ status: 'refund_required', failure_code: 'rejected' })
    expect((await payment()).amount_to_refund).to.equal(10_000)
    expect((await retrieve()).status).to.equal('open')
    const { text } = await customer.get()
    expect(text).to.contain('Too little.').and.contain('refunds the money that arrived')
    expect(await emailsAbout(paymentId)).to.include.members(['transfer_rejected', 'refund_required'])
    await customer.pay()
    expect((await retrieve()).status).to.equal('complete')
  })

  it('waits for the rest of an invoice', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const invoice = await givenInvoice(shop)
    await invoice.customer.pay({ payment_method: 'bank_transfer' })
    const [started] = await paymentsOf(invoice.id, 'invoice')
    const { confirm, payment } = ofPayment(shop, started!.id)
    await confirm({ amount_received: 80_000 }).expect(200)
    expect((await payment()).status).to.equal('pending')
    expect((await invoice.customer.get()).text).to.contain('₮100,000')
    await confirm({ amount_received: 100_000 }).expect(200)
    expect((await invoice.retrieve()).status).to.equal('paid')
  })

  it('gives a credit of the received amount for another plan', async () => {
    const club = await givenJune()
    const opened = await club.opened('basic')
    const paymentId = await club.report(opened)
    await ofPayment(club.shop, paymentId)
      .confirm({ amount_received: 15_000, accept_partial: true })
      .expect(200)
    const { subscription_id: id } = await club.checkout(opened.id)
    const change = await club.open('gold', { subscription_id: id }).expect(201)
    expect((await club.checkout(change.body.data.id)).credit_amount).to.equal(15_000)
  })

  it('postpones the end of its subscription while it waits for the rest, by at most three days', async () => {
    const club = await givenJune()
    const subscription = await club.buy('basic')
    at(later(new Date(subscription.current_period_end), -HOUR))
    const opened = await club.opened('basic', { subscription_id: subscription.id })
    const paymentId = await club.report(opened)
    await ofPayment(club.shop, paymentId).confirm({ amount_received: 1 }).expect(200)
    await club.travel(later(new Date(subscription.current_period_end), 2 * DAY).toISOString())
    expect((await club.subscription(subscription.id)).status).to.equal('active')
    await club.travel(later(new Date(subscription.current_period_end), 3 * DAY + HOUR).toISOString())
    expect((await club.subscription(subscription.id)).status).to.equal('canceled')
  })
})

function at(time: Date): void {
  setClock(() => time)
}

describe('amounts confirmed at the same moment', () => {
  it('are all counted', async () => {
    const { confirm, payment, paymentId } = await givenReported()
    await Promise.all([1, 2, 3, 4, 5].map(() => confirm({ amount_received: 4_000 }).expect(200)))
    expect(await payment()).to.include({ status: 'pending', amount_received: 20_000 })
    const answers = await Promise.all([1, 2].map(() => confirm({ amount_received: 5_000 })))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    expect(await payment()).to.include({ status: 'paid', amount_received: 25_000 })
    const sums = await onConnection((sql) =>
      sql.row<{ sum: string; count: number }>(
        'SELECT SUM(amount) AS sum, COUNT(*) AS count FROM deposits WHERE payment_id = ?',
        [paymentId],
      ),
    )
    expect([Number(sums!.sum), sums!.count]).to.deep.equal([25_000, 6])
  })
})

describe('a confirmed amount', () => {
  it('must be a whole number above zero', async () => {
    const { confirm, payment } = await givenReported()
    for (const amount_received of [0, -1, 1.5, '5', 1_000_000_000_000]) {
      const { status, body } = await confirm({ amount_received })
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['amount_received']])
    }
    expect((await payment()).status).to.equal('pending')
  })
})
