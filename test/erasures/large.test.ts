import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { travelTo } from '../support/due.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenJune } from '../support/given/club.ts'
import { copyCheckout } from '../support/given/many.ts'
import { tea } from '../support/given/merchant.ts'
import { givenClock } from '../support/given/test-clock.ts'
import { outlineOf, statementsOf } from '../support/statements.ts'

const MANY = 3_000
const FEW = 50

function count(text: string, values: (number | string)[]): Promise<number> {
  return onConnection((sql) => sql.row<{ found: number }>(text, values)).then((row) => row!.found)
}

describe('a customer with thousands of objects', () => {
  it(`is erased by a few statements, and ${MANY} open orders expire by their timers`, async () => {
    const { shop, customerId } = await givenJune()
    const fields = { custom_fields: [{ label: 'Size', type: 'text' }] }
    const { id, customer } = await givenCheckout(shop, { ...tea(), customer_id: customerId, ...fields })
    await customer.pay({ test_outcome: 'declined', 'custom_fields[size]': 'extra large' })
    await copyCheckout(id, MANY)
    const newest = await count('SELECT MAX(id) AS found FROM checkouts WHERE customer_id = ?', [customerId])

    const statements = await statementsOf(() => shop.delete(`/customers/${customerId}`).expect(200))
    expect(statements.length, outlineOf(statements).join(', ')).to.be.below(100)
    const { body } = await shop.get(`/checkouts/${newest}`).expect(200)
    expect(body.data).to.deep.include({ status: 'expired', customer_email: null })
    expect(body.data.custom_fields[0].value).to.equal(null)

    // Expiring all of them would take long: keep only the last ones.
    const last = await count(
      `SELECT id AS found FROM checkouts WHERE project_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${FEW}`,
      [shop.projectId],
    )
    await onConnection((sql) =>
      sql.run("DELETE FROM timers WHERE kind = 'checkout.expire' AND subject_id <= ?", [last]),
    )
    await travelTo(shop.projectId, new Date('2026-06-01T00:00:01Z'))
    const expired = "SELECT COUNT(*) AS found FROM events WHERE project_id = ? AND type = 'checkout.expired'"
    expect(await count(expired, [shop.projectId])).to.equal(FEW)
    const left =
      "SELECT COUNT(*) AS found FROM checkouts WHERE project_id = ? AND (closed_by IS NULL OR custom_fields LIKE '%large%')"
    expect(await count(left, [shop.projectId])).to.equal(0)
    const personal =
      "SELECT COUNT(*) AS found FROM events WHERE project_id = ? AND (data LIKE '%large%' OR data LIKE '%@example%')"
    expect(await count(personal, [shop.projectId])).to.equal(0)
    expect(
      await count('SELECT COUNT(*) AS found FROM erasures WHERE project_id = ?', [shop.projectId]),
    ).to.equal(0)
    expect(
      await count('SELECT COUNT(*) AS found FROM timers WHERE project_id = ?', [shop.projectId]),
    ).to.equal(0)
  })

  it('pays with a few statements', async () => {
    const club = await givenJune()
    const { id } = await club.opened('basic')
    await copyCheckout(id, MANY)
    const { customer } = await club.opened('basic')
    const page = await customer.get()
    const statements = await statementsOf(() => customer.pay({}, page))
    expect(statements.length, outlineOf(statements).join(', ')).to.be.below(55)
  })

  it('is erased step by step with a test clock, which disappears at once', async () => {
    const { shop } = await givenJune()
    const clock = await givenClock(shop, '2026-01-12T04:00:00Z')
    const ids: number[] = []
    for (let n = 0; n < 30; n += 1) ids.push((await clock.givenCustomer()).id)
    for (const customer_id of ids.slice(0, 20))
      await shop.post('/subscriptions', { customer_id, price: 'basic', trial_days: 5 }).expect(201)
    const open = await clock.givenCheckout({ ...tea(), customer_id: ids[29] })
    await copyCheckout(open.id, 100)

    const statements = await statementsOf(() => shop.delete(`/test-clocks/${clock.id}`).expect(200))
    expect(statements.length, outlineOf(statements).join(', ')).to.be.below(500)
    await shop.get(`/test-clocks/${clock.id}`).expect(404)
    await shop.post(`/test-clocks/${clock.id}/advance`, { frozen_time: '2026-02-01T00:00:00Z' }).expect(404)
    await shop.get(`/customers/${ids[29]}`).expect(404)
    expect((await shop.get(`/checkouts/${open.id}`)).body.data.status).to.equal('expired')
    await shop.post(`/checkouts/${open.id}/expire`).expect(404)

    await travelTo(shop.projectId, new Date('2026-06-01T00:00:01Z'))
    const entitled =
      "SELECT COUNT(*) AS found FROM subscriptions WHERE project_id = ? AND status <> 'canceled'"
    expect(await count(entitled, [shop.projectId])).to.equal(0)
    const expiredBefore =
      "SELECT COUNT(*) AS found FROM events WHERE project_id = ? AND type = 'checkout.expired' AND created_at < '2026-01-13'"
    expect(await count(expiredBefore, [shop.projectId])).to.equal(101)
    expect(await count('SELECT COUNT(*) AS found FROM test_clocks WHERE id = ?', [clock.id])).to.equal(0)
    expect(
      await count('SELECT COUNT(*) AS found FROM timers WHERE project_id = ?', [shop.projectId]),
    ).to.equal(0)
  })
})
