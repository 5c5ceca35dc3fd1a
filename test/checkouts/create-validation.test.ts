import { expect } from 'chai'
import { givenCheckout, givenPrice, retrieve } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

const LARGEST = 9_007_199_254_740_991

/** What is wrong with a request: the paths of its problems; null where a checkout was opened. */
async function problems(shop: Merchant, body: object): Promise<string[] | null> {
  const answer = await shop.post('/checkouts', body)
  if (answer.status === 201) return null
  expect(answer.status, answer.text).to.equal(422)
  return Object.keys(answer.body.errors as object)
}

/** What is wrong with an item beside a price and product that are in order. */
function inline(unitAmount: unknown, productData: unknown, quantity: unknown = 1) {
  return { price_data: { unit_amount: unitAmount, product_data: productData }, quantity }
}

const NAMED = { name: 'Tea' }

type Row = [item: unknown, wrong: string[] | null, because: string]

describe('an item of a new checkout', () => {
  const rows: Row[] = [
    [inline(25_000, NAMED), null, 'price_data is one way to say what is sold'],
    [{ quantity: 1 }, ['items.0.price'], 'nothing says what is sold'],
    [
      { ...inline(1, NAMED), price: 'gold' },
      ['items.0.price', 'items.0.price_data'],
      'two things say what is sold',
    ],
    [
      { ...inline(1, NAMED), price_id: 1 },
      ['items.0.price_id', 'items.0.price_data'],
      'two things say what is sold',
    ],
    [
      { price: 'gold', price_id: 1, quantity: 1 },
      ['items.0.price', 'items.0.price_id'],
      'two things say what is sold',
    ],
    [{ price: '', price_id: null, ...inline(1, NAMED) }, null, 'empty text and null are as good as absent'],
    [{ price: 'gold', quantity: 1 }, ['items.0.price'], 'nobody has made this key'],
    [{ price: 'x'.repeat(101), quantity: 1 }, ['items.0.price'], 'no key is that long'],
    [{ price: 5, quantity: 1 }, ['items.0.price'], 'a key is text'],
    [{ price_id: 987_654, quantity: 1 }, ['items.0.price_id'], 'there is no such price'],
    [{ price_id: '1', quantity: 1 }, ['items.0.price_id'], 'an id is a number'],
    [{ price_id: 1.5, quantity: 1 }, ['items.0.price_id'], 'an id is a whole number'],
    [{ price_id: 0, quantity: 1 }, ['items.0.price_id'], 'ids begin at 1'],
    [
      { price_data: {}, quantity: 1 },
      ['items.0.price_data.unit_amount', 'items.0.price_data.product_data'],
      'both are required',
    ],
    [inline(0, NAMED), null, 'something may be free'],
    [inline(-1, NAMED), ['items.0.price_data.unit_amount'], 'nobody is paid for buying'],
    [inline(1.5, NAMED), ['items.0.price_data.unit_amount'], 'amounts are whole'],
    [inline('1', NAMED), ['items.0.price_data.unit_amount'], 'text is not a number'],
    [inline(true, NAMED), ['items.0.price_data.unit_amount'], 'true is not a number'],
    [inline(999_999_999_999, NAMED), null, 'that is the highest price'],
    [inline(1_000_000_000_000, NAMED), ['items.0.price_data.unit_amount'], 'that is too high a price'],
    [inline(1e300, NAMED), ['items.0.price_data.unit_amount'], 'that is no price'],
    [inline(1, {}), ['items.0.price_data.product_data.name'], 'a product has a name'],
    [inline(1, { name: '  ' }), ['items.0.price_data.product_data.name'], 'white space is no name'],
    [inline(1, { name: 'x'.repeat(255) }), null, 'that is the longest name'],
    [
      inline(1, { name: 'x'.repeat(256) }),
      ['items.0.price_data.product_data.name'],
      'that is too long a name',
    ],
    [inline(1, { name: '🍵'.repeat(255) }), null, 'a character is one however many bytes it takes'],
    [
      inline(1, { name: '🍵'.repeat(256) }),
      ['items.0.price_data.product_data.name'],
      'that is too long a name',
    ],
    [inline(1, { name: 'Tea\u0007' }), ['items.0.price_data.product_data.name'], 'a bell is no letter'],
    [inline(1, { ...NAMED, client_reference_id: 'x'.repeat(191) }), null, 'that is the longest reference'],
    [
      inline(1, { ...NAMED, client_reference_id: 'x'.repeat(192) }),
      ['items.0.price_data.product_data.client_reference_id'],
      'that is too long',
    ],
    [
      inline(1, { ...NAMED, colour: 'red' }),
      ['items.0.price_data.product_data.colour'],
      'it is probably a typo',
    ],
    [{ ...inline(1, NAMED), color: 'red' }, ['items.0.color'], 'it is probably a typo'],
    [{ ...inline(1, NAMED), quantity: undefined }, ['items.0.quantity'], 'a quantity is required'],
    [inline(1, NAMED, 0), ['items.0.quantity'], 'nothing is bought'],
    [inline(1, NAMED, -1), ['items.0.quantity'], 'less than nothing is bought'],
    [inline(1, NAMED, 1.5), ['items.0.quantity'], 'quantities are whole'],
    [inline(1, NAMED, '2'), ['items.0.quantity'], 'text is not a number'],
    [inline(1, NAMED, 999_999), null, 'that is the highest quantity'],
    [inline(1, NAMED, 1_000_000), ['items.0.quantity'], 'that is too many'],
    ['tea', ['items.0'], 'text is no item'],
    [null, ['items.0'], 'null is no item'],
    [[], ['items.0'], 'a list is no item'],
  ]
  for (const [item, wrong, because] of rows) {
    it(`is ${wrong ? 'refused' : 'taken'}, ${JSON.stringify(item).slice(0, 70)}: ${because}`, async () => {
      expect(await problems(await givenMerchant(), { items: [item] })).to.deep.equal(wrong)
    })
  }
})

describe('the items of a new checkout', () => {
  const one = inline(1, NAMED)
  for (const [items, wrong, because] of [
    [undefined, ['items'], 'they are required'],
    [[], ['items'], 'there must be one'],
    [{}, ['items'], 'they are a list'],
    [Array(100).fill(one), null, 'a hundred are the most'],
    [Array(101).fill(one), ['items'], 'a hundred and one are too many'],
    [
      [one, { quantity: 1 }, inline(1, NAMED, 0)],
      ['items.1.price', 'items.2.quantity'],
      'every item is looked at',
    ],
  ] as const) {
    it(`are ${wrong ? 'refused' : 'taken'}: ${because}`, async () => {
      expect(await problems(await givenMerchant(), { items })).to.deep.equal(wrong)
    })
  }

  it('may name the same price twice, by its key and by its id, and each is a line', async () => {
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

  it('carry their price and product, or what price_data said of them', async () => {
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

  it('are of this project and mode, active, and their product is', async () => {
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

  it('never add up to more than can be told exactly', async () => {
    const shop = await givenMerchant()
    // The first line comes just below the largest amount, the second fills it up exactly.
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

describe('a quantity that the customer may adjust', () => {
  const rows: [
    quantity: number,
    adjustable: unknown,
    is: [number, number] | null | string[],
    because: string,
  ][] = [
    [1, { enabled: true }, [1, 99], 'the bounds have defaults'],
    [99, { enabled: true }, [1, 99], 'it may begin at the upper bound'],
    [100, { enabled: true }, ['max'], 'it begins above the default bound'],
    [100, { enabled: true, max: 100 }, [1, 100], 'the bound may be moved'],
    [3, { enabled: true, min: 3, max: 3 }, [3, 3], 'the bounds may be the same'],
    [3, { enabled: true, min: 4 }, ['min'], 'it begins below the lower bound'],
    [3, { enabled: true, max: 2 }, ['max'], 'it begins above the upper bound'],
    [3, { enabled: true, min: 5, max: 2 }, ['min', 'max'], 'it is outside both'],
    [1, { enabled: true, min: 0 }, ['min'], 'nothing cannot be bought'],
    [1, { enabled: true, max: 999_999 }, [1, 999_999], 'that is the highest quantity'],
    [1, { enabled: true, max: 1_000_000 }, ['max'], 'that is too many'],
    [1, { enabled: true, max: '5' }, ['max'], 'text is not a number'],
    [1, { enabled: false, min: 5, max: 9 }, null, 'bounds do not matter where it is off'],
    [1, { min: 1 }, ['enabled'], 'enabled is required'],
    [1, { enabled: 1 }, ['enabled'], '1 is not true'],
    [1, { enabled: true, step: 2 }, ['step'], 'it is probably a typo'],
    [1, true, [''], 'it is an object'],
  ]
  for (const [quantity, adjustable, is, because] of rows) {
    it(`of ${quantity} with ${JSON.stringify(adjustable)}: ${because}`, async () => {
      const shop = await givenMerchant()
      const body = { items: [{ ...inline(5, NAMED, quantity), adjustable_quantity: adjustable }] }
      if (is?.some((one) => typeof one === 'string')) {
        const at = is.map((field) => `items.0.adjustable_quantity${field === '' ? '' : `.${field}`}`)
        expect(await problems(shop, body)).to.deep.equal(at)
        return
      }
      const { items } = await (await givenCheckout(shop, body)).retrieve()
      const bounds = is && { enabled: true, min: is[0], max: is[1] }
      expect(items[0]!.adjustable_quantity).to.deep.equal(bounds)
    })
  }
})

describe('the direct discounts of a new checkout', () => {
  const off = (amount: unknown, description: unknown = 'Loyal') => ({ amount, description })
  const rows: [discounts: unknown, is: number | string[], because: string][] = [
    [[off(1_000)], 24_000, 'it is taken off'],
    [[off(10_000), off(15_000)], 0, 'together they may take everything off'],
    [[off(10_000), off(15_001)], ['discounts'], 'together they take off more than there is'],
    [[off(25_001)], ['discounts'], 'it takes off more than there is'],
    [[off(0)], 25_000, 'nothing may be taken off'],
    [[off(-1)], ['discounts.0.amount'], 'it would make things dearer'],
    [[off(1.5)], ['discounts.0.amount'], 'amounts are whole'],
    [['5', off(5)], ['discounts.0'], 'text is no discount'],
    [[off('5')], ['discounts.0.amount'], 'text is not a number'],
    [[{ description: 'Loyal' }], ['discounts.0.amount'], 'an amount is required'],
    [[{ amount: 5 }], ['discounts.0.description'], 'the customer is told why'],
    [[off(5, 'x'.repeat(255))], 24_995, 'that is the longest description'],
    [[off(5, 'x'.repeat(256))], ['discounts.0.description'], 'that is too long'],
    [[{ ...off(5), percent: 5 }], ['discounts.0.percent'], 'it is probably a typo'],
    [[], 25_000, 'there may be none'],
    [off(5), ['discounts'], 'they are a list'],
  ]
  for (const [discounts, is, because] of rows) {
    it(`${JSON.stringify(discounts).slice(0, 60)}: ${because}`, async () => {
      const shop = await givenMerchant()
      const body = { ...tea(), discounts }
      if (typeof is !== 'number') return void expect(await problems(shop, body)).to.deep.equal(is)
      const checkout = await (await givenCheckout(shop, body)).retrieve()
      expect(checkout).to.include({ amount_subtotal: 25_000, amount_total: is })
      expect(checkout.discounts).to.deep.equal(discounts)
    })
  }

  it('are refused with a code of their own', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/checkouts', { ...tea(), discounts: [off(25_001)] })
    expect(body.code).to.equal('discount_exceeds_subtotal')
  })
})
