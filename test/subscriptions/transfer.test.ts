import { expect } from 'chai'
import { at, givenJune, told } from '../support/given/club.ts'
import { paymentsOf } from '../support/stored.ts'

async function givenReportedRenewal(grace = 0) {
  const club = await givenJune({ grace_period_days: grace })
  const { id } = await club.buy('basic')
  const opened = await club.opened('basic')
  await club.travel('2026-06-30T20:00:00Z')
  const paymentId = await club.report(opened)
  return { club, id, paymentId, checkoutId: opened.id }
}

describe('a transfer that waits for the merchant', () => {
  it('defers the end, and its confirmation renews from the former end', async () => {
    const { club, id, paymentId } = await givenReportedRenewal()
    await club.travel('2026-07-03T00:00:00Z')
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-01T23:59')
    await club.decide(paymentId, 'confirm')
    expect(await club.stands(id)).to.equal('active basic 2026-07-01T23:59…2026-08-01T23:59')
    expect(await told(id)).to.equal('created renewal_due renewal_due renewed')
  })

  it('ends the subscription at the time of a rejection after the end', async () => {
    const { club, id, paymentId, checkoutId } = await givenReportedRenewal()
    await club.travel('2026-07-03T00:00:00Z')
    await club.decide(paymentId, 'reject')
    expect(await club.stands(id)).to.equal(
      'canceled basic 2026-06-01T00:00…2026-07-01T23:59, canceled 2026-07-03T00:00, unpaid, ended 2026-07-03T00:00',
    )
    expect((await club.checkout(checkoutId)).status).to.equal('open') // it starts a new one when paid
  })

  it('begins the grace period when rejected after the end, counted from the end of the period', async () => {
    const { club, id, paymentId } = await givenReportedRenewal(3)
    await club.travel('2026-07-03T00:00:00Z')
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-01T23:59')
    await club.decide(paymentId, 'reject')
    expect(await club.stands(id)).to.equal('past_due basic 2026-06-01T00:00…2026-07-01T23:59')
    await club.travel('2026-07-04T23:59:59Z')
    expect(await told(id)).to.equal('created renewal_due renewal_due past_due canceled')
  })

  it('defers the end for three days at most', async () => {
    const { club, id, paymentId, checkoutId } = await givenReportedRenewal()
    await club.travel('2026-07-03T19:59:59Z')
    expect((await club.subscription(id)).status).to.equal('active')
    await club.travel('2026-07-03T20:00:00Z')
    expect(await club.stands(id)).to.equal(
      'canceled basic 2026-06-01T00:00…2026-07-01T23:59, canceled 2026-07-03T20:00, unpaid, ended 2026-07-03T20:00',
    )
    await club.travel('2026-07-10T00:00:00Z')
    await club.decide(paymentId, 'confirm') // late money starts a new subscription that day
    const { status, subscription_id: next } = await club.checkout(checkoutId)
    expect(status).to.equal('complete')
    expect(next).to.be.above(id)
    expect(await club.stands(next!)).to.equal('active basic 2026-07-10T00:00…2026-08-10T23:59')
    expect(await told(next!)).to.equal('created')
  })

  it('defers the end of a trial, of a requested cancellation, and of a grace period', async () => {
    const club = await givenJune({ grace_period_days: 5 })
    const { id: trial } = await club.trial('gym', 5)
    const trialed = await club.opened('gym')
    const { id } = await club.buy('basic')
    const renewal = await club.opened('basic')
    await club.travel('2026-06-06T12:00:00Z')
    const first = await club.report(trialed)
    await club.travel('2026-06-08T12:00:00Z')
    expect((await club.subscription(trial)).status).to.equal('trialing')
    await club.decide(first, 'confirm')
    expect(await club.stands(trial)).to.equal('active gym 2026-06-06T23:59…2026-07-06T23:59')

    await club.cancel(id).expect(200)
    await club.travel('2026-06-30T12:00:00Z')
    const second = await club.report(renewal)
    await club.travel('2026-07-02T12:00:00Z')
    expect((await club.subscription(id)).status).to.equal('active')
    await club.decide(second, 'reject')
    expect(await club.subscription(id)).to.include({ status: 'canceled', cancellation_reason: 'requested' })

    await club.travel('2026-07-11T12:00:00Z') // the other has been overdue since the 6th
    expect((await club.subscription(trial)).status).to.equal('past_due')
    const third = await club.report(await club.opened('gym'))
    await club.travel('2026-07-12T12:00:00Z')
    expect((await club.subscription(trial)).status).to.equal('past_due')
    await club.decide(third, 'reject')
    expect(await club.subscription(trial)).to.include({ status: 'canceled', cancellation_reason: 'unpaid' })
  })

  it('defers nothing if it is reported after the end', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const opened = await club.opened('basic')
    at('2026-07-02T00:00:00Z') // no job has run
    const paymentId = await club.report(opened)
    expect((await club.subscription(id)).status).to.equal('canceled')
    await club.decide(paymentId, 'confirm')
    expect((await club.checkout(opened.id)).subscription_id).to.be.above(id)
  })

  it('clears a cancellation that was requested while it waited', async () => {
    const { club, id, paymentId } = await givenReportedRenewal()
    await club.cancel(id).expect(200)
    await club.travel('2026-07-02T12:00:00Z')
    await club.decide(paymentId, 'confirm')
    expect(await club.stands(id)).to.equal('active basic 2026-07-01T23:59…2026-08-01T23:59')
  })

  it('stops reminders, and a rejection does not send the missed ones', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const opened = await club.opened('basic')
    await club.travel('2026-06-23T12:00:00Z')
    const paymentId = await club.report(opened)
    await club.travel('2026-06-25T12:00:00Z') // 7 days before was the 24th, 10:00
    expect(await told(id)).to.equal('created')
    await club.decide(paymentId, 'reject')
    expect(await told(id)).to.equal('created')
    await club.travel('2026-07-01T00:00:00Z')
    expect(await told(id)).to.equal('created renewal_due')
  })

  it('for one plan change blocks another change, whose partial money is flagged for refund', async () => {
    for (const ended of [false, true]) {
      const club = await givenJune({}, [{ lookup_key: 'platinum', unit_amount: 120_000 }])
      const { id } = await club.buy('basic')
      const first = await club.opened('gold', { subscription_id: id })
      const second = await club.opened('platinum', { subscription_id: id })
      await second.customer.pay({ payment_method: 'bank_transfer' })
      const paymentId = await club.report(first)
      if (ended) await club.shop.post(`/checkouts/${second.id}/expire`).expect(200)
      const [begun] = await paymentsOf(second.id)
      const part = { amount_received: 10_000, accept_late: ended }
      const { body } = await club.shop.post(`/payments/${begun!.id}/confirm`, part).expect(200)
      expect(body.data).to.include({ status: 'refund_required', amount_to_refund: 10_000 })
      expect((await club.checkout(second.id)).status).to.equal('expired')
      expect((await club.checkout(first.id)).status).to.equal('pending')
      await club.decide(paymentId, 'confirm')
      expect((await club.checkout(first.id)).status).to.equal('complete')
    }
  })

  it('for a plan change may be confirmed after the credit has expired: the time of the report counts', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const change = await club.opened('gold', { subscription_id: id })
    const paymentId = await club.report(change)
    await club.travel('2026-06-03T12:00:00Z')
    await club.decide(paymentId, 'confirm')
    expect(await club.stands(id)).to.equal('active gold 2026-06-03T12:00…2026-07-03T23:59')
    expect(await told(id)).to.equal('created updated')
  })
})

describe('money that arrives late', () => {
  it('starts a new subscription that day if the old one was canceled meanwhile', async () => {
    const { club, id, paymentId, checkoutId } = await givenReportedRenewal()
    await club.cancel(id, 'immediately').expect(200)
    await club.travel('2026-07-01T08:00:00Z')
    await club.decide(paymentId, 'confirm')
    const { subscription_id: next } = await club.checkout(checkoutId)
    expect(next).to.be.above(id)
    expect(await club.stands(next!)).to.equal('active basic 2026-07-01T08:00…2026-08-01T23:59')
  })

  it('renews the subscription that the customer has at the same price by then', async () => {
    const club = await givenJune()
    const waiting = await club.opened('basic')
    const paymentId = await club.report(waiting)
    const { id } = await club.buy('basic')
    await club.decide(paymentId, 'confirm')
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-08-01T23:59')
    expect(await told(id)).to.equal('created renewed')
  })

  it('is flagged for refund if the customer has the product at another price, and the merchant is notified', async () => {
    const club = await givenJune()
    const waiting = await club.opened('basic')
    const paymentId = await club.report(waiting)
    const { id } = await club.buy('gold')
    await club.decide(paymentId, 'confirm')
    expect((await paymentsOf(waiting.id))[0]!.status).to.equal('refund_required')
    expect((await club.checkout(waiting.id)).status).to.equal('expired')
    expect(await club.stands(id)).to.equal('active gold 2026-06-01T00:00…2026-07-01T23:59')
    expect((await club.letters()).at(-1)).to.equal('refund_required')
  })

  it('is flagged for refund if it was for a plan change and the subscription was renewed meanwhile', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const change = await club.opened('gold', { subscription_id: id })
    const paymentId = await club.report(change)
    await club.buy('basic')
    await club.decide(paymentId, 'confirm')
    expect((await paymentsOf(change.id))[0]!.status).to.equal('refund_required')
    expect(await told(id)).to.equal('created renewed')
  })

  it('leaves no outdated checkout open when it is rejected', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const change = await club.opened('gold', { subscription_id: id })
    const paymentId = await club.report(change)
    await club.buy('basic')
    await club.decide(paymentId, 'reject')
    expect((await club.checkout(change.id)).status).to.equal('expired')
  })
})
