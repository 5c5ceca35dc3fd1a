import { expect } from 'chai'
import { givenMerchant } from '../support/given/merchant.ts'
import { givenClock } from '../support/given/test-clock.ts'
import { statementsOf } from '../support/statements.ts'

/** The tables whose rows a request holds, in order. */
async function heldBy(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await statementsOf(work)
  return statements
    .filter((text) => text.endsWith('FOR UPDATE'))
    .map((text) => /FROM `?(\w+)/.exec(text)?.[1] ?? text)
}

describe('a change of a customer who lives on a test clock', () => {
  const changes = ['save', 'update', 'delete'] as const
  for (const change of changes) {
    it(`holds the clock before the customer, as a step of the clock does: ${change}`, async () => {
      const shop = await givenMerchant()
      const clock = await givenClock(shop, '2026-01-31T09:30:00Z')
      const { id } = await clock.givenCustomer({ client_reference_id: 'saraa' })
      const body = { client_reference_id: 'saraa', name: 'Saraa' }
      const held = await heldBy(() => {
        if (change === 'save') return shop.post('/customers', body).expect(200)
        if (change === 'update') return shop.patch(`/customers/${id}`, { name: 'Saraa' }).expect(200)
        return shop.delete(`/customers/${id}`).expect(200)
      })
      expect(held.slice(0, 2)).to.deep.equal(['test_clocks', 'customers'])
    })
  }
})
