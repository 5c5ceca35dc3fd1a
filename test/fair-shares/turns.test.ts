import { expect } from 'chai'
import { laneOf } from '../../common/domain/jobs/catalog.ts'
import { onConnection } from '../../db/sql.ts'
import { takeTurn } from '../../worker/take-turn.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { holdAll } from '../support/hold-all.ts'

describe('a turn that waits for a connection longer than its slice of time', () => {
  it('still handles one row, so that an overloaded database delays work but never stops it', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCheckout(shop)
    for (const text of [
      'UPDATE checkouts SET expires_at = UTC_TIMESTAMP(6) WHERE id = ?',
      "UPDATE timers SET due_at = UTC_TIMESTAMP(6) WHERE kind = 'checkout.expire' AND subject_id = ?",
    ])
      await onConnection((sql) => sql.run(text, [id]))
    const { all, free } = await holdAll()
    const turn = takeTurn({ queue: 'lifecycle', group: shop.projectId, lane: laneOf('lifecycle', id) })
    setTimeout(free, 300)
    await turn
    await all
    const timer = await onConnection((sql) =>
      sql.row("SELECT id FROM timers WHERE kind = 'checkout.expire' AND subject_id = ?", [id]),
    )
    expect(timer).to.equal(undefined)
  })
})
