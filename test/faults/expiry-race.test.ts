import { expect } from 'chai'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { expireDueCheckout } from '../../common/services/operations/expire-due-checkout.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { Customer } from '../support/customer.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { eventsOf, paymentsOf } from '../support/stored.ts'

describe('an expiry that races a payment', () => {
  it('has exactly one winner, 100 times', async () => {
    const shop = await givenMerchant()
    const project = await cachedProject(shop.projectId)
    const outcomes = { complete: 0, expired: 0 }
    for (let round = 0; round < 100; round += 1) {
      setClock()
      const { body } = await shop.post('/checkouts', tea())
      const { id, url } = body.data as { id: number; url: string }
      const customer = new Customer(url)
      const page = await customer.get()
      const end = new Date((await shop.get(`/checkouts/${id}`)).body.data.expires_at as string)
      // Each side reads the clock: one sees the last millisecond, the other the end. The machine decides which
      // reads first, so in every fourth round both see the last millisecond.
      let reads = 0
      setClock(() => new Date(end.getTime() - (round % 4 === 0 ? 1 : ((reads += 1) + round) % 2)))
      await Promise.all([customer.pay({}, page), atomically((tx) => expireDueCheckout(tx, project!, id))])
      setClock(() => end)
      await atomically((tx) => expireDueCheckout(tx, project!, id))

      const events = await eventsOf('checkout', id)
      expect(events).to.have.length(1)
      const paid = (await paymentsOf(id)).filter(({ status }) => status === 'paid').length
      const status = (await shop.get(`/checkouts/${id}`)).body.data.status as 'complete' | 'expired'
      expect([status, paid, events[0]]).to.deep.equal(
        status === 'complete' ? ['complete', 1, 'checkout.completed'] : ['expired', 0, 'checkout.expired'],
      )
      outcomes[status] += 1
    }
    expect(outcomes.complete, 'some are paid in time').to.be.above(0)
    expect(outcomes.expired, 'some expire first').to.be.above(0)
  })
})
