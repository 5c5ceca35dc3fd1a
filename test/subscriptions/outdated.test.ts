import { expect } from 'chai'
import { at, type Club, givenJune, type Opened, told } from '../support/given/club.ts'
import { paymentsOf } from '../support/stored.ts'

async function areOpen(club: Club, ...opened: Opened[]): Promise<boolean[]> {
  const found = await Promise.all(opened.map(({ id }) => club.checkout(id)))
  return found.map(({ status }) => status === 'open')
}

describe('closing outdated checkouts', () => {
  it('expires a first purchase once the customer has the product at any price', async () => {
    const club = await givenJune()
    const [same, dearer, gym] = [
      await club.opened('basic'),
      await club.opened('gold'),
      await club.opened('gym'),
    ]
    const others = await (await club.another()).opened('basic')
    await club.buy('basic')
    expect(await areOpen(club, same, dearer, gym, others)).to.deep.equal([false, false, true, true])
  })

  it('expires a plan change once its subscription is renewed or changed', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const renewal = await club.opened('basic')
    const one = await club.opened('gold', { subscription_id: id })
    await club.buy('basic')
    expect(await areOpen(club, renewal, one)).to.deep.equal([true, false])
    const two = await club.opened('gold', { subscription_id: id }, 2)
    await club.buy('gym', { subscription_id: id }, 2)
    expect(await areOpen(club, renewal, two)).to.deep.equal([false, false])
    await two.customer.pay()
    expect(await told(id)).to.equal('created renewed updated')
  })

  it('expires a change to a product once another subscription has it', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const change = await club.opened('gym', { subscription_id: id })
    await club.buy('gym')
    expect(await areOpen(club, change)).to.deep.equal([false])
  })

  it('expires a renewal of an ended subscription once its product is bought at another price', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const renewal = await club.opened('basic')
    await club.cancel(id, 'immediately')
    expect(await areOpen(club, renewal)).to.deep.equal([true])
    await club.buy('gold')
    expect(await areOpen(club, renewal)).to.deep.equal([false])
  })

  it('cancels the payment that was started for it', async () => {
    const club = await givenJune()
    const begun = await club.opened('basic')
    await begun.customer.pay({ test_outcome: 'never' })
    await club.buy('basic')
    expect(await areOpen(club, begun)).to.deep.equal([false])
    await club.travel('2026-06-01T00:00:01Z') // by its timer, in a transaction of its own
    expect((await paymentsOf(begun.id))[0]!.status).to.equal('canceled')
  })

  it('keeps a renewal open at its amount after the subscription ended, and payment starts a new one', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    at('2026-06-16T12:00:00Z')
    const renewal = await club.opened('basic')
    await club.cancel(id, 'immediately')
    await renewal.customer.pay()
    const { subscription_id: next, amount_total: paid } = await club.checkout(renewal.id)
    expect(paid).to.equal(30_000)
    expect(next).to.be.above(id)
    expect(await club.stands(next!)).to.equal('active basic 2026-06-16T12:00…2026-07-16T23:59')
    expect(await told(next!)).to.equal('created')
  })

  it('does not complete an expired checkout whose total is 0', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const discounts = [{ amount: 30_000, description: 'Sorry' }]
    const free = await club.opened('basic', { discounts })
    const page = await free.customer.get()
    await club.buy('gold', { subscription_id: id }, 2)
    await free.customer.press('pay', { email: 'bat@example.com' }, page)
    expect((await club.checkout(free.id)).status).to.equal('expired')
    expect(await told(id)).to.equal('created updated')
  })
})
