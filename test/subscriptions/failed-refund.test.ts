import { expect } from 'chai'
import { DAY, later, MINUTE } from '../../common/kit/time.ts'
import { config } from '../../common/runtime/config.ts'
import { lockCheckout } from '../../common/services/checkouts/lock.ts'
import { revalueSegment } from '../../common/services/checkouts/revalue-segment.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from '../../dev/fakes/stripe.ts'
import { atomically } from '../../worker/atomically.ts'
import { at, type Club, givenClub, givenJune, told } from '../support/given/club.ts'
import { serveApp } from '../support/serve.ts'
import { paymentsOf } from '../support/stored.ts'

describe('time whose refund is pending at a provider', () => {
  let fake: FakeStripe
  let stopServing: () => void
  const { stripeApiUrl } = config()

  before(async () => (stopServing = await serveApp()))
  after(() => {
    stopServing()
  })
  beforeEach(async () => {
    fake = await FakeStripe.start()
    config().stripeApiUrl = fake.url
  })
  afterEach(() => {
    config().stripeApiUrl = stripeApiUrl
    fake.stop()
  })

  /** A subscription and a renewal, both paid with Stripe, and a pending refund of the renewal. */
  async function givenPendingRefund() {
    const begun = Date.now()
    at(new Date(begun).toISOString())
    const hundred = { lookup_key: 'hundred', unit_amount: 1_000_000 }
    const club = await givenClub([{ lookup_key: 'basic', unit_amount: 30_000 }, hundred])
    const test = { enabled: true, secret_key: FAKE_KEYS.test, webhook_secret: FAKE_WEBHOOK_SECRET }
    await club.shop.patch('', { payment_methods: { stripe: { test } } }).expect(200)
    let minutes = 0
    const pass = (more: number) => club.travel(new Date(begun + (minutes += more) * MINUTE).toISOString())
    const buy = async () => {
      const { id, customer } = await club.opened('basic')
      await customer.pay({ payment_method: 'stripe' })
      fake.press([...fake.accounts.test.sessions.values()].at(-1)!.id, 'pay')
      await pass(2)
      return club.checkout(id)
    }
    const { subscription_id: subscriptionId } = await buy()
    const { id: renewal } = await buy()
    const id = subscriptionId!
    const paidUntil = (await club.subscription(id)).current_period_end
    fake.accounts.test.nextRefundStatus = 'pending'
    const [payment] = await paymentsOf(renewal)
    await club.shop.post(`/payments/${payment!.id}/refunds`, {}).expect(201)
    await pass(1)
    expect(fake.accounts.test.refunds.size).to.equal(1)
    const end = async () => (await club.subscription(id)).current_period_end
    const credit = async () => {
      const change = await club.opened('hundred', { subscription_id: id })
      return (await club.checkout(change.id)).credit_amount
    }
    const decide = async (status: 'succeeded' | 'failed') => {
      for (const refund of fake.accounts.test.refunds.values()) refund.status = status
      await pass(24 * 60)
    }
    return { id, paidUntil, end, credit, decide }
  }

  it('gives no credit, and is removed once the refund has succeeded', async () => {
    const { id, paidUntil, end, credit, decide } = await givenPendingRefund()
    expect(await credit()).to.be.at.most(30_000)
    expect(await end()).to.equal(paidUntil)
    await decide('succeeded')
    expect(Date.parse(await end())).to.be.below(Date.parse(paidUntil) - 27 * DAY)
    expect(await told(id)).to.equal('created renewed updated')
  })

  it('gives credit again if the refund fails', async () => {
    const { id, paidUntil, end, credit, decide } = await givenPendingRefund()
    expect(await credit()).to.be.at.most(30_000)
    await decide('failed')
    expect(await credit()).to.be.above(50_000)
    expect(await end()).to.equal(paidUntil)
    expect(await told(id)).to.equal('created renewed')
  })
})

describe('time that was removed, and whose refund fails later', () => {
  async function givenRefundedRenewal() {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const renewal = await club.opened('basic', {}, 2)
    await renewal.customer.pay()
    const [payment] = await paymentsOf(renewal.id)
    await club.shop.post(`/payments/${payment!.id}/refunds`, {}).expect(201)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-01T23:59')
    return { club, id, fail: () => restore(club, renewal.id) }
  }

  /** Marks the money as received again. */
  async function restore({ shop }: Club, checkoutId: number): Promise<boolean> {
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    return atomically(async (tx) => {
      await lockCheckout(tx, scope, checkoutId)
      return revalueSegment(tx, scope, checkoutId, { money: 60_000, isRefunded: false })
    })
  }

  it('is added at the end again, once, and an event is recorded', async () => {
    const { club, id, fail } = await givenRefundedRenewal()
    await club.buy('basic')
    expect(await fail()).to.equal(true)
    expect(await fail()).to.equal(false)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-10-01T23:59')
    expect(await told(id)).to.equal('created renewed updated renewed updated')
    await club.travel('2026-08-02T00:00:00Z')
    expect(await club.stands(id)).to.equal('active basic 2026-08-01T23:59…2026-10-01T23:59')
  })

  it('is not added after a change of plan or to a subscription that has ended', async () => {
    const changed = await givenRefundedRenewal()
    await changed.club.buy('gold', { subscription_id: changed.id })
    const before = await changed.club.stands(changed.id)
    await changed.fail()
    expect(await changed.club.stands(changed.id)).to.equal(before)

    const ended = await givenRefundedRenewal()
    await ended.club.travel(later(new Date('2026-07-01T23:59:59Z'), DAY).toISOString())
    await ended.fail()
    expect((await ended.club.subscription(ended.id)).status).to.equal('canceled')
  })
})
