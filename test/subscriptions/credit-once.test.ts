import { expect } from 'chai'
import { withPlainSpaces } from '../../common/kit/format.ts'
import type { RenewalBlockedPayload } from '../../common/services/emails/kinds/renewal-blocked.ts'
import { renderEmail } from '../../common/services/emails/render.ts'
import { onConnection } from '../../db/sql.ts'
import { at, type Club, givenJune } from '../support/given/club.ts'
import { projectOf } from '../support/given/email.ts'

const PLATINUM = { lookup_key: 'platinum', unit_amount: 120_000 }

/** Returns the credit used in all complete checkouts of the customer. */
async function creditUsed({ customerId }: Club): Promise<number> {
  const row = await onConnection((sql) =>
    sql.row<{ used: number | string }>(
      "SELECT COALESCE(SUM(credit_amount), 0) AS used FROM checkouts WHERE customer_id = ? AND status = 'complete'",
      [customerId],
    ),
  )
  return Number(row!.used)
}

const statusOf = async (club: Club, id: number) => (await club.checkout(id)).status

describe('the credit of a plan change', () => {
  it('is used once, even if two changes were reported', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const first = await club.opened('gold', { subscription_id: id })
    const second = await club.opened('gold', { subscription_id: id })
    const payments = [await club.report(first), await club.report(second)]
    for (const payment of payments.filter(Boolean)) await club.shop.post(`/payments/${payment}/confirm`)

    expect(await creditUsed(club)).to.equal(30_000)
    expect([await statusOf(club, first.id), await statusOf(club, second.id)]).to.include('complete')
    expect((await club.subscription(id)).current_period_end).to.equal('2026-07-01T23:59:59.000000Z')
  })

  it('is not used after the subscription was canceled while two changes were open', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const gold = await club.opened('gold', { subscription_id: id })
    const gym = await club.opened('gym', { subscription_id: id })
    await club.cancel(id, 'immediately').expect(200)
    await gold.customer.pay()
    await gym.customer.pay()
    expect(await creditUsed(club)).to.equal(0)
    expect([await statusOf(club, gold.id), await statusOf(club, gym.id)]).to.deep.equal([
      'expired',
      'expired',
    ])
  })

  it('is not used for a renewal after the same plan was scheduled meanwhile: the money is flagged for refund', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const opened = await club.opened('gold', { subscription_id: id })
    const payment = await club.report(opened)
    await club.buy('basic') // renewed early
    await club.schedule(id, 'gold').expect(200)
    const { body } = await club.decide(payment, 'confirm')
    expect(body.data.status).to.equal('refund_required')
    expect(await creditUsed(club)).to.equal(0)
  })

  it('is not used to renew another subscription after its own has ended', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const payment = await club.report(await club.opened('gold', { subscription_id: id }))
    await club.cancel(id, 'immediately').expect(200)
    await club.buy('gold')
    expect((await club.decide(payment, 'confirm')).body.data.status).to.equal('refund_required')
  })

  it('is not used after the end of its unused time', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await club.travel('2026-07-01T00:00:00Z')
    const payment = await club.report(await club.opened('gold', { subscription_id: id }))
    await club.travel('2026-08-01T00:00:00Z')
    expect((await club.subscription(id)).status).to.equal('canceled')
    expect((await club.decide(payment, 'confirm')).body.data.status).to.equal('refund_required')
  })

  const states: [name: string, change: (club: Club, id: number) => Promise<unknown>, grace: number][] = [
    ['a cancellation', (club, id) => club.cancel(id).expect(200), 0],
    ['a scheduled change', (club, id) => club.schedule(id, 'platinum').expect(200), 0],
    ['an overdue period', (club) => club.travel('2026-07-06T00:00:00Z'), 5],
  ]
  for (const [name, change, grace_period_days] of states) {
    it(`is not used after ${name}, neither in an open nor in a reported change`, async () => {
      const club = await givenJune({ grace_period_days }, [PLATINUM])
      const { id } = await club.buy('basic')
      await club.travel('2026-07-01T12:00:00Z')
      const opened = await club.opened('gold', { subscription_id: id })
      const payment = await club.report(await club.opened('gym', { subscription_id: id }))
      await change(club, id)
      expect(await statusOf(club, opened.id)).to.equal('expired')
      expect((await club.decide(payment, 'confirm')).body.data.status).to.equal('refund_required')
      expect(await creditUsed(club)).to.equal(0)
    })
  }

  it('is calculated again for a change that is opened after a cancellation', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await club.opened('gold', { subscription_id: id })
    await club.cancel(id).expect(200)
    const { customer, id: again } = await club.opened('gold', { subscription_id: id })
    await customer.pay()
    expect(await statusOf(club, again)).to.equal('complete')
    expect((await club.subscription(id)).canceled_at).to.equal(null)
    expect(await creditUsed(club)).to.equal(30_000)
  })

  it('cannot be used twice: the table has a unique key', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const { customer } = await club.opened('gold', { subscription_id: id })
    await customer.pay()
    const twice = onConnection((sql) =>
      sql.run(
        `INSERT INTO used_credits SELECT subscription_id, subscription_version, project_id, checkout_id + 1000000, amount, created_at
         FROM used_credits WHERE subscription_id = ?`,
        [id],
      ),
    )
    expect(await twice.then(String, (error: unknown) => (error as { code: string }).code)).to.equal(
      'ER_DUP_ENTRY',
    )
  })
})

describe('money for a subscription that has changed', () => {
  it('at the old price adds no time after time that is paid at the scheduled price', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const left = await club.opened('basic')
    const payment = await club.report(await club.opened('basic'))
    await club.schedule(id, 'gym').expect(200)
    await club.buy('basic') // the renewal, charged at the scheduled price
    expect(await statusOf(club, left.id)).to.equal('expired')
    expect((await club.decide(payment, 'confirm')).body.data.status).to.equal('refund_required')
  })

  it('keeps the products of all paid time reserved for one subscription', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await club.schedule(id, 'gym').expect(200)
    await club.buy('basic')
    await club.travel('2026-07-02T12:00:00Z')
    expect((await club.subscription(id)).price.lookup_key).to.equal('gym')
    await club.buy('basic') // the first product is free again: a second subscription
    await club.travel('2026-08-02T12:00:00Z')
    expect((await club.subscription(id)).status).to.equal('canceled')
  })

  it('for a first purchase with a discount renews nothing', async () => {
    const club = await givenJune()
    const discounts = [{ amount: 10_000, description: 'First month' }]
    const payments: number[] = []
    for (let count = 0; count < 3; count += 1)
      payments.push(await club.report(await club.opened('basic', { discounts })))
    const ends = []
    for (const payment of payments) ends.push((await club.decide(payment, 'confirm')).body.data.status)
    expect(ends).to.deep.equal(['paid', 'refund_required', 'refund_required'])
  })

  it('defers the end by three days at most, even if three transfers are reported one after another', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const renewals = [await club.opened('basic'), await club.opened('basic'), await club.opened('basic')]
    const days = ['2026-07-01T20:00:00Z', '2026-07-04T10:00:00Z', '2026-07-04T20:00:00Z']
    for (const [index, renewal] of renewals.entries()) {
      await club.travel(days[index]!)
      await club.report(renewal)
    }
    await club.travel('2026-07-04T23:59:58Z')
    expect((await club.subscription(id)).status).to.equal('active')
    await club.travel('2026-07-04T23:59:59Z')
    expect((await club.subscription(id)).status).to.equal('canceled')
  })
})

describe('a subscription whose next paid period cannot start', () => {
  const releaseSlot = () => onConnection((sql) => sql.run('DELETE FROM holds WHERE subscription_id = 999999'))
  afterEach(releaseSlot)

  /** A month of Gym is paid for after the month of Club. As an earlier release left it, another subscription has Gym. */
  async function givenBlockedRenewal() {
    const club = await givenJune()
    await club.shop.patch(`/customers/${club.customerId}`, { name: 'Bat-Erdene' }).expect(200)
    const { id } = await club.buy('basic')
    await club.schedule(id, 'gym').expect(200)
    const renewals = [await club.opened('basic'), await club.opened('basic')]
    for (const { customer } of renewals) await customer.pay()
    await onConnection((sql) =>
      sql.run('UPDATE holds SET subscription_id = 999999 WHERE subscription_id = ? AND product_id = ?', [
        id,
        club.otherId,
      ]),
    )
    await club.travel('2026-07-02T00:00:00Z')
    return { club, id, orders: await Promise.all(renewals.map((renewal) => club.checkout(renewal.id))) }
  }

  const findEmail = (id: number) =>
    onConnection((sql) =>
      sql.row<{ recipient: string; words: string }>(
        "SELECT recipient, words FROM emails WHERE kind = 'renewal_blocked' AND cause = ?",
        [`subscription-${id}`],
      ),
    )

  it('ends instead of failing forever', async () => {
    const { club, id } = await givenBlockedRenewal()
    expect((await club.subscription(id)).status).to.equal('canceled')
    expect((await club.cancel(id)).status).to.equal(409)
  })

  it('is reported to the merchant with the customer, both products, the end, the reason and the receipts', async () => {
    const { club, id, orders } = await givenBlockedRenewal()
    const row = await findEmail(id)
    expect(row!.recipient).to.equal('owner@example.com')
    const project = await projectOf(club.shop)
    const payload = JSON.parse(row!.words) as RenewalBlockedPayload
    const { text } = renderEmail('renewal_blocked', payload, { project, locale: 'en', isTest: true })
    const numbers = orders.map((order) => order.receipt_number)
    for (const expected of ['Club', 'Gym', 'Bat-Erdene', 'bat@example.com', '₮120,000', '999999', `${id}`])
      expect(text).to.contain(expected)
    expect(withPlainSpaces(text))
      .to.contain('Ended on: 1 Jul 2026, 23:59 (UTC)')
      .and.to.contain(`Receipts: ${numbers.join(', ')}`)
      .and.to.contain(orders[0]!.url)
  })

  it("is reported without the customer's name and address after the customer was erased", async () => {
    const { club, id } = await givenBlockedRenewal()
    await releaseSlot()
    expect((await findEmail(id))!.words).to.contain('bat@example.com')
    await club.shop.delete(`/customers/${club.customerId}`).expect(200)
    await club.travel('2026-07-02T01:00:00Z')
    const { words } = (await findEmail(id))!
    expect(words).to.contain('Gym').and.to.not.contain('Bat-Erdene').and.to.not.contain('bat@example.com')
  })
})

describe('a period that would end more than 100 years ahead', () => {
  it('is refused when its checkout is created', async () => {
    const club = await givenJune({}, [
      { lookup_key: 'slow', unit_amount: 1, recurring_interval: 'year', recurring_interval_count: 3 },
    ])
    expect(await club.refused('slow', {}, 60)).to.equal('422 period_too_long items.0.quantity')
    expect(await club.refused('slow', {}, 33)).to.equal('201 ')
  })

  it('is not created by two renewals that were both opened in time', async () => {
    const club = await givenJune({}, [
      { lookup_key: 'slow', unit_amount: 1, recurring_interval: 'year', recurring_interval_count: 3 },
    ])
    await club.buy('slow')
    const [one, two] = [await club.opened('slow', {}, 30), await club.opened('slow', {}, 30)]
    const payments = [await club.report(one), await club.report(two)]
    const ends = []
    for (const payment of payments) ends.push((await club.decide(payment, 'confirm')).body.data.status)
    expect(ends).to.deep.equal(['paid', 'refund_required'])
    at('2026-06-01T00:00:00Z')
  })
})
