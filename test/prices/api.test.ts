import { expect } from 'chai'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

const gold = { product_data: { name: 'Gold' }, unit_amount: 30_000 }

async function createPrice(shop: Merchant, body: object = {}): Promise<{ id: number; product_id: number }> {
  const answer = await shop.post('/prices', { ...gold, ...body })
  expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
  return answer.body.data
}

describe('a price', () => {
  it('is created together with its product, and both can be retrieved', async () => {
    const shop = await givenMerchant()
    const monthly = { ...gold, recurring_interval: 'month', lookup_key: 'gold.monthly:1-A_b' }
    const { status, body } = await shop.post('/prices', monthly)
    expect(status).to.equal(201)
    expect(body.data).to.include({
      type: 'recurring',
      unit_amount: 30_000,
      recurring_interval: 'month',
      recurring_interval_count: 1,
      lookup_key: 'gold.monthly:1-A_b',
      active: true,
      is_test: true,
    })
    expect(body.data.product).to.include({ id: body.data.product_id, name: 'Gold' })
    expect((await shop.get(`/prices/${body.data.id}`)).body).to.deep.equal(body)
    expect((await shop.get(`/products/${body.data.product_id}`)).body.data).to.deep.equal(body.data.product)
  })

  it('is created for a product that exists', async () => {
    const shop = await givenMerchant()
    const { product_id } = await createPrice(shop)
    const { body } = await shop.post('/prices', { product_id, unit_amount: 0 })
    expect(body.data).to.include({ product_id, type: 'one_time', unit_amount: 0, recurring_interval: null })
  })

  const refused: [body: object, paths: string[], because: string][] = [
    [{ unit_amount: 1 }, ['product_id'], 'product_id is missing'],
    [
      { ...gold, product_id: 1 },
      ['product_id', 'product_data'],
      'product_id and product_data are both present, and no product has this id',
    ],
    [{ product_id: 987_654, unit_amount: 1 }, ['product_id'], 'no product has this id'],
    [{ product_data: {}, unit_amount: 1 }, ['product_data.name'], 'the product has no name'],
    [{ ...gold, unit_amount: -1 }, ['unit_amount'], 'the amount is negative'],
    [{ ...gold, unit_amount: 1_000_000_000_000 }, ['unit_amount'], 'the amount is above the maximum'],
    [{ ...gold, unit_amount: 1.5 }, ['unit_amount'], 'the amount has a fraction'],
    [{ ...gold, unit_amount: '100' }, ['unit_amount'], 'the amount is a string'],
    [
      { ...gold, recurring_interval: 'week' },
      ['recurring_interval'],
      'the interval is neither month nor year',
    ],
    [{ ...gold, type: 'recurring' }, ['type'], 'a recurring price has no interval'],
    [{ ...gold, type: 'one_time', recurring_interval: 'year' }, ['type'], 'a one-time price has an interval'],
    [{ ...gold, recurring_interval_count: 2 }, ['recurring_interval_count'], 'a count has no interval'],
    [
      { ...gold, recurring_interval: 'month', recurring_interval_count: 13 },
      ['recurring_interval_count'],
      'more than 12 months',
    ],
    [
      { ...gold, recurring_interval: 'year', recurring_interval_count: 4 },
      ['recurring_interval_count'],
      'more than 3 years',
    ],
    [{ ...gold, lookup_key: 'gold!' }, ['lookup_key'], 'the key has a character that is not allowed'],
    [{ ...gold, lookup_key: 'g'.repeat(101) }, ['lookup_key'], 'the key is too long'],
    [
      { product_id: 987_654, unit_amount: -1, type: 'recurring', colour: 1 },
      ['product_id', 'unit_amount', 'type', 'colour'],
      'four problems are reported at once',
    ],
  ]
  for (const [body, paths, because] of refused) {
    it(`rejects ${paths.join(', ')}: ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await shop.post('/prices', body)
      expect(answer.status).to.equal(422)
      expect(answer.body.errors).to.have.all.keys(...paths)
      expect((await shop.get('/products')).body.meta.total, 'no product is left over').to.equal(0)
    })
  }

  it('may have the lookup key of a price in the other mode, and is not found there', async () => {
    const shop = await givenMerchant()
    const { id } = await createPrice(shop, { lookup_key: 'gold' })
    await createPrice(shop.live, { lookup_key: 'gold' })
    expect((await shop.live.get(`/prices/${id}`)).status).to.equal(404)
    const { product_id } = await createPrice(shop)
    const answer = await shop.live.post('/prices', { product_id, unit_amount: 1 })
    expect(answer.body.code).to.equal('product_not_found')
  })

  it('rejects changes to its amount, type, interval and product, and names each field', async () => {
    const shop = await givenMerchant()
    const { id } = await createPrice(shop)
    const { status, body } = await shop.patch(`/prices/${id}`, {
      unit_amount: 1,
      type: 'recurring',
      recurring_interval: null,
      product_id: 4,
      id: 9,
      active: false,
    })
    expect(status).to.equal(422)
    expect(body.errors).to.have.all.keys('unit_amount', 'type', 'recurring_interval', 'product_id', 'id')
    expect(body.errors.unit_amount[0]).to.match(/cannot be changed\. .*[^.]\.$/)
    expect((await shop.get(`/prices/${id}`)).body.data.active).to.equal(true)
  })

  it('cannot be sold any more once it is archived', async () => {
    const shop = await givenMerchant()
    const { id } = await createPrice(shop)
    const items = [{ price_id: id, quantity: 1 }]
    expect((await shop.post('/checkouts', { items })).status).to.equal(201)
    expect((await shop.patch(`/prices/${id}`, { active: false })).body.data.active).to.equal(false)
    expect((await shop.post('/checkouts', { items })).body.code).to.equal('price_inactive')
    expect((await shop.post('/checkouts', tea())).status).to.equal(201)
  })
})

describe('a lookup key', () => {
  const keyOf = async (shop: Merchant, id: number) => (await shop.get(`/prices/${id}`)).body.data.lookup_key

  it('belongs to one price until it is transferred or cleared', async () => {
    const shop = await givenMerchant()
    const old = await createPrice(shop, { lookup_key: 'gold' })
    const refused = await shop.post('/prices', { ...gold, lookup_key: 'gold' })
    expect([refused.status, refused.body.code]).to.deep.equal([422, 'lookup_key_taken'])
    expect(refused.body.errors).to.have.all.keys('lookup_key')
    const { id } = await createPrice(shop, { lookup_key: 'gold', transfer_lookup_key: true })
    expect(await keyOf(shop, old.id)).to.equal(null)
    expect((await shop.patch(`/prices/${old.id}`, { lookup_key: 'gold' })).body.code).to.equal(
      'lookup_key_taken',
    )
    const back = { lookup_key: 'gold', transfer_lookup_key: true }
    expect((await shop.patch(`/prices/${old.id}`, back)).body.data.lookup_key).to.equal('gold')
    expect(await keyOf(shop, id)).to.equal(null)
    expect((await shop.patch(`/prices/${old.id}`, { lookup_key: 'gold' })).status, 'its own').to.equal(200)
    await shop.patch(`/prices/${old.id}`, { lookup_key: null })
    expect((await shop.patch(`/prices/${id}`, { lookup_key: 'gold' })).status).to.equal(200)
  })

  it('is compared byte for byte', async () => {
    const shop = await givenMerchant()
    const { id } = await createPrice(shop, { lookup_key: 'gold' })
    const capital = await createPrice(shop, { lookup_key: 'GOLD' })
    const found = async (key: string) =>
      (await shop.get(`/prices?lookup_key=${key}`)).body.data.map((price: { id: number }) => price.id)
    expect(await found('gold')).to.deep.equal([id])
    expect(await found('GOLD')).to.deep.equal([capital.id])
    expect(await found('Gold')).to.deep.equal([])
  })

  it('goes to exactly one of 20 prices that are created with it at the same time', async () => {
    const shop = await givenMerchant()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.post('/prices', { ...gold, lookup_key: 'gold' })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).to.deep.equal([201, ...Array<number>(19).fill(422)])
    const losers = answers.filter(({ status }) => status === 422)
    expect(new Set(losers.map(({ body }) => body.code))).to.deep.equal(new Set(['lookup_key_taken']))
    expect((await shop.get('/products')).body.meta.total, 'a refused price leaves no product').to.equal(1)
  })

  it('belongs to one price after 24 simultaneous transfers', async () => {
    const shop = await givenMerchant()
    const prices = [await createPrice(shop), await createPrice(shop), await createPrice(shop)]
    const wish = { lookup_key: 'gold', transfer_lookup_key: true }
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => shop.post('/prices', { ...gold, ...wish })),
      ...Array.from({ length: 12 }, (_, n) => shop.patch(`/prices/${prices[n % 3]!.id}`, wish)),
    ])
    expect(answers.filter(({ status }) => status >= 300)).to.deep.equal([])
    const all = (await shop.get('/prices')).body.data as { lookup_key: string | null }[]
    expect(all).to.have.length(15)
    expect(all.filter(({ lookup_key }) => lookup_key !== null)).to.have.length(1)
  })
})

describe('the list of prices', () => {
  it('can be filtered by product, lookup key and activity', async () => {
    const shop = await givenMerchant()
    const one = await createPrice(shop, { lookup_key: 'one' })
    const two = await shop.post('/prices', { product_id: one.product_id, unit_amount: 5, active: false })
    await createPrice(shop)
    const ids = async (query: string) =>
      (await shop.get(`/prices?${query}`)).body.data.map((price: { id: number }) => price.id)
    expect(await ids(`product_id=${one.product_id}`)).to.deep.equal([two.body.data.id, one.id])
    expect(await ids(`product_id=${one.product_id}&active=true`)).to.deep.equal([one.id])
    expect(await ids('active=false')).to.deep.equal([two.body.data.id])
    expect(await ids('lookup_key=one')).to.deep.equal([one.id])
    expect((await shop.get('/prices?active=1&colour=red')).body.errors).to.have.all.keys('active', 'colour')
  })
})
