import { expect } from 'chai'
import { givenCheckout, givenPrice, retrieve } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

const LARGEST = 9_007_199_254_740_991

/** Returns the paths of the problems of a request, or null if a checkout was created. */
async function problems(shop: Merchant, body: object): Promise<string[] | null> {
  const answer = await shop.post('/checkouts', body)
  if (answer.status === 201) return null
  expect(answer.status, answer.text).to.equal(422)
  return Object.keys(answer.body.errors as object)
}

/** An item with inline price data. */
function inline(unitAmount: unknown, productData: unknown, quantity: unknown = 1) {
  return { price_data: { unit_amount: unitAmount, product_data: productData }, quantity }
}

const NAMED = { name: 'Tea' }

type Row = [item: unknown, wrong: string[] | null, because: string]

describe('an item of a new checkout', () => {
  const rows: Row[] = [
    [inline(25_000, NAMED), null, 'price_data is one way to name the price'],
    [{ quantity: 1 }, ['items.0.price'], 'no price is named'],
    [{ ...inline(1, NAMED), price: 'gold' }, ['items.0.price', 'items.0.price_data'], 'two prices are named'],
    [
      { ...inline(1, NAMED), price_id: 1 },
      ['items.0.price_id', 'items.0.price_data'],
      'two prices are named',
    ],
    [
      { price: 'gold', price_id: 1, quantity: 1 },
      ['items.0.price', 'items.0.price_id'],
      'two prices are named',
    ],
    [{ price: '', price_id: null, ...inline(1, NAMED) }, null, 'an empty string and null count as absent'],
    [{ price: 'gold', quantity: 1 }, ['items.0.price'], 'no such lookup key'],
    [{ price: 'x'.repeat(101), quantity: 1 }, ['items.0.price'], 'longer than any lookup key'],
    [{ price: 5, quantity: 1 }, ['items.0.price'], 'a lookup key is a string'],
    [{ price_id: 987_654, quantity: 1 }, ['items.0.price_id'], 'no such price'],
    [{ price_id: '1', quantity: 1 }, ['items.0.price_id'], 'an id is a number'],
    [{ price_id: 1.5, quantity: 1 }, ['items.0.price_id'], 'an id is a whole number'],
    [{ price_id: 0, quantity: 1 }, ['items.0.price_id'], 'ids begin at 1'],
    [
      { price_data: {}, quantity: 1 },
      ['items.0.price_data.unit_amount', 'items.0.price_data.product_data'],
      'both are required',
    ],
    [inline(0, NAMED), null, 'an item may be free'],
    [inline(-1, NAMED), ['items.0.price_data.unit_amount'], 'an amount is not negative'],
    [inline(1.5, NAMED), ['items.0.price_data.unit_amount'], 'amounts are whole'],
    [inline('1', NAMED), ['items.0.price_data.unit_amount'], 'a string is not a number'],
    [inline(true, NAMED), ['items.0.price_data.unit_amount'], 'true is not a number'],
    [inline(999_999_999_999, NAMED), null, 'the maximum'],
    [inline(1_000_000_000_000, NAMED), ['items.0.price_data.unit_amount'], 'above the maximum'],
    [inline(1e300, NAMED), ['items.0.price_data.unit_amount'], 'far above the maximum'],
    [inline(1, {}), ['items.0.price_data.product_data.name'], 'a product needs a name'],
    [inline(1, { name: '  ' }), ['items.0.price_data.product_data.name'], 'white space is not a name'],
    [inline(1, { name: 'x'.repeat(255) }), null, 'the longest name'],
    [
      inline(1, { name: 'x'.repeat(256) }),
      ['items.0.price_data.product_data.name'],
      'one character too long',
    ],
    [inline(1, { name: '🍵'.repeat(255) }), null, 'an emoji counts as one character'],
    [
      inline(1, { name: '🍵'.repeat(256) }),
      ['items.0.price_data.product_data.name'],
      'one character too long',
    ],
    [inline(1, { name: 'Tea\u0007' }), ['items.0.price_data.product_data.name'], 'a control character'],
    [inline(1, { ...NAMED, client_reference_id: 'x'.repeat(191) }), null, 'the longest reference'],
    [
      inline(1, { ...NAMED, client_reference_id: 'x'.repeat(192) }),
      ['items.0.price_data.product_data.client_reference_id'],
      'one character too long',
    ],
    [inline(1, { ...NAMED, colour: 'red' }), ['items.0.price_data.product_data.colour'], 'unknown field'],
    [{ ...inline(1, NAMED), color: 'red' }, ['items.0.color'], 'unknown field'],
    [{ ...inline(1, NAMED), quantity: undefined }, ['items.0.quantity'], 'a quantity is required'],
    [inline(1, NAMED, 0), ['items.0.quantity'], 'the minimum is 1'],
    [inline(1, NAMED, -1), ['items.0.quantity'], 'the minimum is 1'],
    [inline(1, NAMED, 1.5), ['items.0.quantity'], 'quantities are whole'],
    [inline(1, NAMED, '2'), ['items.0.quantity'], 'a string is not a number'],
    [inline(1, NAMED, 999_999), null, 'the maximum'],
    [inline(1, NAMED, 1_000_000), ['items.0.quantity'], 'above the maximum'],
    ['tea', ['items.0'], 'a string is not an item'],
    [null, ['items.0'], 'null is not an item'],
    [[], ['items.0'], 'a list is not an item'],
  ]
  for (const [item, wrong, because] of rows) {
    it(`${wrong ? 'rejects' : 'accepts'} ${JSON.stringify(item).slice(0, 70)}: ${because}`, async () => {
      expect(await problems(await givenMerchant(), { items: [item] })).to.deep.equal(wrong)
    })
  }
})

describe('the items of a new checkout', () => {
  const one = inline(1, NAMED)
  for (const [items, wrong, because] of [
    [undefined, ['items'], 'they are required'],
    [[], ['items'], 'at least one is required'],
    [{}, ['items'], 'they must be a list'],
    [Array(100).fill(one), null, 'the maximum is a hundred'],
    [Array(101).fill(one), ['items'], 'a hundred and one are too many'],
    [
      [one, { quantity: 1 }, inline(1, NAMED, 0)],
      ['items.1.price', 'items.2.quantity'],
      'every item is checked',
    ],
  ] as const) {
    it(`are ${wrong ? 'rejected' : 'accepted'}: ${because}`, async () => {
      expect(await problems(await givenMerchant(), { items })).to.deep.equal(wrong)
    })
  }

  it('may contain the same price twice, by lookup key and by id, each as its own line', async () => {
    const shop = await givenMerchant()
    const { id } = await givenPrice(shop, { lookup_key: 'coffee', unitAmount: 700 })
    const items = [
      { price: 'coffee', quantity: 2 },
      { price_id: id, quantity: 1 },
      { price: 'coffee', quantity: 3 },
    ]
    const checkout = await (await givenCheckout(shop, { items })).retrieve()
    expect(checkout.items.map(({ price_id, quantity }) => [price_id, quantity])).to.deep.equal([
      [id, 2],
      [id, 1],
      [id, 3],
    ])
    expect(checkout.items.map(({ amount_total }) => amount_total)).to.deep.equal([1_400, 700, 2_100])
    expect(checkout).to.include({ amount_subtotal: 4_200, amount_total: 4_200 })
  })

  it('contain their registered price and product, or a copy of price_data', async () => {
    const shop = await givenMerchant()
    const price = await givenPrice(shop)
    const data = { unit_amount: 5, product_data: { name: 'Cup', client_reference_id: 'cup-1' } }
    const items = [
      { price_id: price.id, quantity: 1 },
      { price_data: data, quantity: 2 },
    ]
    const { items: lines } = await (await givenCheckout(shop, { items })).retrieve()
    expect(lines[0]!.price).to.deep.equal((await shop.get(`/prices/${price.id}`)).body.data)
    expect(lines[1]).to.deep.include({ price_id: null, name: 'Cup', amount_subtotal: 10 })
    expect(lines[1]!.price).to.deep.equal({
      id: null,
      unit_amount: 5,
      product: {
        id: null,
        project_id: shop.projectId,
        name: 'Cup',
        description: null,
        image_url: null,
        client_reference_id: 'cup-1',
      },
    })
  })

  it('must have an active price and product of the same project and mode', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const foreign = await givenPrice(other, { lookup_key: 'foreign' })
    const live = await givenPrice(shop.live, { lookup_key: 'live' })
    const archived = await givenPrice(shop, { lookup_key: 'archived', active: false })
    const orphan = await givenPrice(shop, { lookup_key: 'orphan' })
    await shop.patch(`/products/${orphan.product_id}`, { active: false }).expect(200)
    const code = async (item: object) => {
      const { status, body } = await shop.post('/checkouts', { items: [{ ...item, quantity: 1 }] })
      return [status, body.code, Object.keys(body.errors)[0]]
    }
    for (const price_id of [foreign.id, live.id])
      expect(await code({ price_id })).to.deep.equal([422, 'price_not_found', 'items.0.price_id'])
    for (const price of ['foreign', 'live', 'Archived', 'archived '.repeat(2).trim()])
      expect(await code({ price })).to.deep.equal([422, 'lookup_key_not_found', 'items.0.price'])
    for (const { id } of [archived, orphan])
      expect(await code({ price_id: id })).to.deep.equal([422, 'price_inactive', 'items.0.price_id'])
    for (const price of ['archived', 'orphan'])
      expect(await code({ price })).to.deep.equal([422, 'price_inactive', 'items.0.price'])
  })

  it('never add up to more than the largest exact integer', async () => {
    const shop = await givenMerchant()
    // The first line is just below the largest amount, and the second adds the rest.
    const unit = Math.floor(LARGEST / 999_999)
    const rest = LARGEST - unit * 999_999
    const most = [inline(unit, NAMED, 999_999), inline(rest, NAMED)]
    const { id } = (await shop.post('/checkouts', { items: most }).expect(201)).body.data
    expect((await retrieve(shop, id)).amount_total).to.equal(LARGEST)
    const more = await shop.post('/checkouts', { items: [...most, inline(1, NAMED)] })
    expect([more.body.code, Object.keys(more.body.errors)]).to.deep.equal(['amount_too_large', ['items']])
    const line = await shop.post('/checkouts', { items: [inline(unit + 1, NAMED, 999_999)] })
    expect([line.body.code, Object.keys(line.body.errors)]).to.deep.equal([
      'amount_too_large',
      ['items.0.quantity'],
    ])
  })
})

describe('an adjustable quantity', () => {
  const rows: [
    quantity: number,
    adjustable: unknown,
    expected: [number, number] | null | string[],
    because: string,
  ][] = [
    [1, { enabled: true }, [1, 99], 'the limits have defaults'],
    [99, { enabled: true }, [1, 99], 'it may start at the maximum'],
    [100, { enabled: true }, ['max'], 'it starts above the default maximum'],
    [100, { enabled: true, max: 100 }, [1, 100], 'the maximum may be raised'],
    [3, { enabled: true, min: 3, max: 3 }, [3, 3], 'both limits may be equal'],
    [3, { enabled: true, min: 4 }, ['min'], 'it starts below the minimum'],
    [3, { enabled: true, max: 2 }, ['max'], 'it starts above the maximum'],
    [3, { enabled: true, min: 5, max: 2 }, ['min', 'max'], 'it starts outside both limits'],
    [1, { enabled: true, min: 0 }, ['min'], 'the minimum must be at least 1'],
    [1, { enabled: true, max: 999_999 }, [1, 999_999], 'the highest quantity'],
    [1, { enabled: true, max: 1_000_000 }, ['max'], 'above the highest quantity'],
    [1, { enabled: true, max: '5' }, ['max'], 'a string is not a number'],
    [1, { enabled: false, min: 5, max: 9 }, null, 'limits are ignored if it is not enabled'],
    [1, { min: 1 }, ['enabled'], 'enabled is required'],
    [1, { enabled: 1 }, ['enabled'], '1 is not a boolean'],
    [1, { enabled: true, step: 2 }, ['step'], 'unknown field'],
    [1, true, [''], 'it must be an object'],
  ]
  for (const [quantity, adjustable, expected, because] of rows) {
    it(`of ${quantity} with ${JSON.stringify(adjustable)} is ${expected?.some((one) => typeof one === 'string') ? 'rejected' : 'accepted'}: ${because}`, async () => {
      const shop = await givenMerchant()
      const body = { items: [{ ...inline(5, NAMED, quantity), adjustable_quantity: adjustable }] }
      if (expected?.some((one) => typeof one === 'string')) {
        const at = expected.map((field) => `items.0.adjustable_quantity${field === '' ? '' : `.${field}`}`)
        expect(await problems(shop, body)).to.deep.equal(at)
        return
      }
      const { items } = await (await givenCheckout(shop, body)).retrieve()
      const bounds = expected && { enabled: true, min: expected[0], max: expected[1] }
      expect(items[0]!.adjustable_quantity).to.deep.equal(bounds)
    })
  }
})

describe('the direct discounts of a new checkout', () => {
  const off = (amount: unknown, description: unknown = 'Loyal') => ({ amount, description })
  const rows: [discounts: unknown, expected: number | string[], because: string][] = [
    [[off(1_000)], 24_000, 'a discount is deducted'],
    [[off(10_000), off(15_000)], 0, 'together they may cover everything'],
    [[off(10_000), off(15_001)], ['discounts'], 'together they exceed the subtotal'],
    [[off(25_001)], ['discounts'], 'it exceeds the subtotal'],
    [[off(0)], 25_000, 'a discount may be 0'],
    [[off(-1)], ['discounts.0.amount'], 'a discount is not negative'],
    [[off(1.5)], ['discounts.0.amount'], 'amounts are whole'],
    [['5', off(5)], ['discounts.0'], 'a string is not a discount'],
    [[off('5')], ['discounts.0.amount'], 'a string is not a number'],
    [[{ description: 'Loyal' }], ['discounts.0.amount'], 'an amount is required'],
    [[{ amount: 5 }], ['discounts.0.description'], 'a description is required'],
    [[off(5, 'x'.repeat(255))], 24_995, 'the longest description'],
    [[off(5, 'x'.repeat(256))], ['discounts.0.description'], 'one character too long'],
    [[{ ...off(5), percent: 5 }], ['discounts.0.percent'], 'unknown field'],
    [[], 25_000, 'the list may be empty'],
    [off(5), ['discounts'], 'they must be a list'],
  ]
  for (const [discounts, expected, because] of rows) {
    it(`are ${typeof expected === 'number' ? 'accepted' : 'rejected'}, ${JSON.stringify(discounts).slice(0, 60)}: ${because}`, async () => {
      const shop = await givenMerchant()
      const body = { ...tea(), discounts }
      if (typeof expected !== 'number') return void expect(await problems(shop, body)).to.deep.equal(expected)
      const checkout = await (await givenCheckout(shop, body)).retrieve()
      expect(checkout).to.include({ amount_subtotal: 25_000, amount_total: expected })
      expect(checkout.discounts).to.deep.equal(discounts)
    })
  }

  it('are rejected with their own code', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/checkouts', { ...tea(), discounts: [off(25_001)] })
    expect(body.code).to.equal('discount_exceeds_subtotal')
  })
})
