import { expect } from 'chai'
import { at, type Club, givenJune, refusal } from '../support/given/club.ts'
import { statementsOf } from '../support/statements.ts'

const END = '2026-07-01T23:59:59.000000Z'

/** Returns until when the customer's only entitlement lasts. */
async function untilOf({ shop, customerId }: Club): Promise<string> {
  const { body } = await shop.get(`/entitlements?customer_id=${customerId}`).expect(200)
  return body.data[0].until
}

describe('the entitlements of a customer', () => {
  it('are listed by id or reference with one statement, and follow the payments', async () => {
    const club = await givenJune({ grace_period_days: 3 })
    const list = async (query: string) => (await club.shop.get(`/entitlements?${query}`).expect(200)).body
    const byId = `customer_id=${club.customerId}`
    await club.shop.patch(`/customers/${club.customerId}`, { client_reference_id: 'user 7' }).expect(200)
    await club.shop.patch(`/products/${club.productId}`, { client_reference_id: 'club' }).expect(200)
    expect(await list(byId)).to.deep.equal({ data: [] })

    const paid = await club.buy('gold')
    const tried = await club.trial('gym', 10)
    const gold = {
      product_id: club.productId,
      product_client_reference_id: 'club',
      product_name: 'Club',
      price_id: paid.price_id,
      lookup_key: 'gold',
      subscription_id: paid.id,
      status: 'active',
      until: END,
    }
    const gym = {
      product_id: club.otherId,
      product_client_reference_id: null,
      product_name: 'Gym',
      price_id: tried.price_id,
      lookup_key: 'gym',
      subscription_id: tried.id,
      status: 'trialing',
      until: '2026-06-11T23:59:59.000000Z',
    }
    expect(await list(byId)).to.deep.equal({ data: [gold, gym] })
    const statements = await statementsOf(async () =>
      expect(await list('client_reference_id=user%207')).to.deep.equal({ data: [gold, gym] }),
    )
    expect(statements.filter((text) => text.includes('customers'))).to.have.length(1)

    await club.travel('2026-07-02T00:00:00Z')
    const overdue = { ...gold, status: 'past_due', until: '2026-07-04T23:59:59.000000Z' }
    expect(await list(byId), 'grace gives access, but not after a trial').to.deep.equal({
      data: [overdue],
    })
    await club.travel('2026-07-05T00:00:00Z')
    expect(await list(byId)).to.deep.equal({ data: [] })
  })

  it('last until a deferred end', async () => {
    const club = await givenJune()
    await club.buy('basic')
    const renewal = await club.opened('basic')
    await club.travel('2026-06-30T20:00:00Z')
    await club.report(renewal)
    expect(await untilOf(club)).to.equal('2026-07-03T20:00:00.000000Z')
    await club.travel('2026-07-02T12:00:00Z')
    expect(await untilOf(club)).to.equal('2026-07-03T20:00:00.000000Z')
  })

  it('never end in the past, even if no worker has ended the period yet', async () => {
    for (const [grace_period_days, until] of [
      [0, '2026-07-02T12:00:00.000000Z'],
      [3, '2026-07-04T23:59:59.000000Z'],
    ] as const) {
      const club = await givenJune({ grace_period_days })
      await club.buy('basic')
      at('2026-07-02T12:00:00Z')
      expect(await untilOf(club)).to.equal(until)
    }
  })

  it('are empty for an unknown customer, an erased one, and in the other mode', async () => {
    const club = await givenJune()
    const { id } = await club.buy('gold')
    const own = `/entitlements?customer_id=${club.customerId}`
    const other = await givenJune()
    for (const [shop, path] of [
      [club.shop, '/entitlements?client_reference_id=unknown'],
      [club.shop, '/entitlements?client_reference_id=unknown%20'],
      [club.shop.live, own],
      [other.shop, own],
    ] as const)
      expect((await shop.get(path).expect(200)).body).to.deep.equal({ data: [] })
    await club.cancel(id, 'immediately').expect(200)
    await club.shop.delete(`/customers/${club.customerId}`).expect(200)
    expect((await club.shop.get(own).expect(200)).body).to.deep.equal({ data: [] })
  })

  it('need exactly one of id and reference', async () => {
    const { shop } = await givenJune()
    const ask = async (query: string) => refusal(await shop.get(`/entitlements${query}`))
    expect(await ask('')).to.equal('422 validation_failed client_reference_id')
    expect(await ask('?customer_id=1&client_reference_id=a')).to.equal(
      '422 validation_failed client_reference_id customer_id',
    )
    expect(await ask('?customer_id=x')).to.equal('422 validation_failed customer_id')
  })
})
