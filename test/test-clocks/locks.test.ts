import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import mysql from 'mysql2/promise'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { givenClock } from '../support/given/test-clock.ts'
import { statementsOf } from '../support/statements.ts'

/** Returns the tables whose rows a request locks, in order. */
async function lockedBy(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await statementsOf(work)
  return (
    statements
      // Queries for customers in real time lock no customer on a clock, as tested below.
      .filter((text) => text.endsWith('FOR UPDATE') && !text.includes('test_clock_id IS NULL'))
      .map((text) => /FROM `?(\w+)/.exec(text)?.[1] ?? text)
  )
}

describe('a change of a customer on a test clock', () => {
  const changes = ['save', 'update', 'delete'] as const
  for (const change of changes) {
    it(`locks the clock before the customer, like a step of the clock: ${change}`, async () => {
      const shop = await givenMerchant()
      const clock = await givenClock(shop, '2026-01-31T09:30:00Z')
      const { id } = await clock.givenCustomer({ client_reference_id: 'saraa' })
      const body = { client_reference_id: 'saraa', name: 'Saraa' }
      const locked = await lockedBy(() => {
        if (change === 'save') return shop.post('/customers', body).expect(200)
        if (change === 'update') return shop.patch(`/customers/${id}`, { name: 'Saraa' }).expect(200)
        return shop.delete(`/customers/${id}`).expect(200)
      })
      expect(locked.slice(0, 2)).to.deep.equal(['test_clocks', 'customers'])
    })
  }

  it('does not lock the customer while it waits for the clock', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, '2026-01-31T09:30:00Z')
    const { id } = await clock.givenCustomer()
    const step = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
    await step.query('SET SESSION innodb_lock_wait_timeout = 1')
    await step.query('BEGIN')
    await step.query('SELECT id FROM test_clocks WHERE id = ? FOR UPDATE', [clock.id])
    const order = shop.post('/checkouts', { ...tea(), customer_id: id }).then(({ status }) => status)
    const erasing = shop.delete(`/customers/${id}`).then(({ status }) => status)
    await pause(500)
    await step.query('SELECT id FROM customers WHERE id = ? FOR UPDATE', [id])
    await step.query('COMMIT')
    await step.end()
    expect(await Promise.all([order, erasing])).to.include(200)
  })
})
