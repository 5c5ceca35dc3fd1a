import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { givenClub } from '../support/given/club.ts'

describe('events of one subscription', () => {
  it('never run backwards in time, however many change it at once', async () => {
    const club = await givenClub()
    const { id } = await club.buy('basic')
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const verb = index % 2 === 0 ? 'cancel' : 'resume'
        const body = verb === 'cancel' ? { mode: 'at_period_end' } : {}
        const { status } = await club.shop.post(`/subscriptions/${id}/${verb}`, body)
        expect(status).to.be.oneOf([200, 409])
      }),
    )
    const events = await onConnection((sql) =>
      sql.rows<{ created_at: Date }>(
        "SELECT created_at FROM events WHERE object = 'subscription' AND object_id = ? ORDER BY sequence",
        [id],
      ),
    )
    expect(events.length).to.be.above(3)
    const times = events.map(({ created_at }) => created_at.getTime())
    expect(times).to.deep.equal([...times].sort((a, b) => a - b))
  })
})
