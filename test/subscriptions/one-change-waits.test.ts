import { expect } from 'chai'
import { givenJune } from '../support/given/club.ts'
import { paymentsOf } from '../support/stored.ts'

describe('a plan change whose transfer is reported', () => {
  it('redirects a second report to its own page until it is decided', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const first = await club.opened('gold', { subscription_id: id })
    const second = await club.opened('gym', { subscription_id: id })
    const paymentId = await club.report(first)
    await second.customer.pay({ payment_method: 'bank_transfer' })
    const pressed = await second.customer.press('claim_transfer')
    expect(new URL(pressed.headers.location!, 'http://x').pathname).to.include(`/checkout/${first.id}/`)
    expect((await club.checkout(second.id)).status).to.equal('open')
    expect((await paymentsOf(second.id)).map(({ status }) => status)).to.deep.equal(['started'])
    await club.decide(paymentId, 'reject')
    await second.customer.press('claim_transfer')
    expect((await club.checkout(second.id)).status).to.equal('pending')
  })

  it('blocks neither a renewal nor another change once it has become invalid', async () => {
    const club = await givenJune({ grace_period_days: 30 })
    const { id } = await club.buy('basic')
    await club.report(await club.opened('gold', { subscription_id: id }))
    const renewal = await club.opened('basic', { subscription_id: id })
    await club.report(renewal)
    expect((await club.checkout(renewal.id)).status).to.equal('pending')
    await club.buy('basic', { subscription_id: id })
    const next = await club.opened('gym', { subscription_id: id }, 3)
    await club.report(next)
    expect((await club.checkout(next.id)).status).to.equal('pending')
  })

  it('is flagged for refund, with its credit unused, once the subscription is overdue', async () => {
    const club = await givenJune({ grace_period_days: 30 })
    const { id } = await club.buy('basic')
    const change = await club.opened('gold', { subscription_id: id })
    const paymentId = await club.report(change)
    await club.travel('2026-07-10T00:00:00Z') // the end was deferred by three days at most
    expect(await club.stands(id)).to.match(/^past_due/)
    await club.decide(paymentId, 'confirm')
    expect((await paymentsOf(change.id)).map(({ status }) => status)).to.deep.equal(['refund_required'])
    expect(await club.stands(id)).to.match(/^past_due basic/)
  })
})
