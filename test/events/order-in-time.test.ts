import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { givenClub } from '../support/given/club.ts'

describe('an event whose cause had to wait for a lock', () => {
  it('gets the time after the wait, so that events are in order', async () => {
    const club = await givenClub()
    const { id } = await club.buy('basic')
    const { canceled, released } = await onConnection(async (sql) => {
      await sql.run('BEGIN')
      await sql.run('SELECT id FROM customers WHERE id = ? FOR UPDATE', [club.customerId])
      const canceled = club.shop
        .post(`/subscriptions/${id}/cancel`, { mode: 'at_period_end' })
        .then(({ status }) => status)
      await pause(500) // now it waits for the lock
      const released = Date.now()
      await sql.run('ROLLBACK')
      return { canceled, released }
    })
    expect(await canceled).to.equal(200)
    const event = await onConnection((sql) =>
      sql.row<{ created_at: Date }>(
        "SELECT created_at FROM events WHERE object = 'subscription' AND object_id = ? ORDER BY sequence DESC LIMIT 1",
        [id],
      ),
    )
    expect(event!.created_at.getTime()).to.be.at.least(released - 2)
  })
})
