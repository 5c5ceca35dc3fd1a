import { expect } from 'chai'
import { givenPrice } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'

const product_data = { name: 'Tea' }
const TEA = { price_data: { unit_amount: 25_000, product_data }, quantity: 1 }
const LINK = { items: [TEA] }

function donation(custom_unit_amount: object, more: object = {}) {
  return { items: [{ price_data: { custom_unit_amount, product_data }, quantity: 1, ...more }] }
}

async function givenPlan(shop: Merchant, more: object = {}): Promise<{ id: number }> {
  const { body } = await shop
    .post('/prices', {
      product_data: { name: 'Gold' },
      unit_amount: 30_000,
      recurring_interval: 'month',
      ...more,
    })
    .expect(201)
  return body.data as { id: number }
}

describe('creating a payment link', () => {
  it('returns the whole link, with defaults for missing fields', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/payment-links', LINK)
    expect(status).to.equal(201)
    expect(body.data.url).to.match(/^http:\/\/[^/]+\/l\/[2-9a-hjkmnp-z]{10}$/)
    expect(body.data).to.deep.include({
      status: 'active',
      active: true,
      items: [
        {
          price: null,
          price_id: null,
          price_data: {
            unit_amount: 25_000,
            custom_unit_amount: null,
            product_data: { name: 'Tea', description: null, image_url: null, client_reference_id: null },
          },
          quantity: 1,
          adjustable_quantity: null,
        },
      ],
      custom_fields: [],
      allow_promotion_codes: false,
      email_collection: true,
      phone_number_collection: false,
      delivery_address_collection: false,
      locale: 'auto',
      success_url: null,
      thank_you_text: null,
      max_sales: null,
      times_sold: 0,
      times_reserved: 0,
      ends_at: null,
      metadata: {},
      is_test: true,
    })
    expect((await shop.get(`/payment-links/${body.data.id}`)).body).to.deep.equal(body)
  })

  it('keeps every field of the request, and completes keys and ranges', async () => {
    const shop = await givenMerchant()
    const given = {
      active: false,
      allow_promotion_codes: true,
      email_collection: false,
      phone_number_collection: true,
      delivery_address_collection: true,
      locale: 'mn',
      success_url: 'https://shop.example.org/thanks',
      thank_you_text: 'Thank you!\nCollect it at the counter.',
      max_sales: 3,
      ends_at: '2099-01-31T17:30:00.123000Z',
      metadata: { poster: 'north' },
    }
    const items = [
      { ...TEA, quantity: 2, adjustable_quantity: { enabled: true, min: 2 } },
      donation({ minimum: 500, suggested: 1_000, maximum: 5_000 }).items[0],
    ]
    const custom_fields = [{ label: 'Нэр', type: 'text' }]
    const { body } = await shop.post('/payment-links', { ...given, items, custom_fields }).expect(201)
    expect(body.data).to.deep.include({ ...given, status: 'inactive' })
    expect(body.data.custom_fields).to.deep.equal([
      { key: 'ner', label: 'Нэр', type: 'text', optional: false, dropdown: null },
    ])
    expect(body.data.items[0].adjustable_quantity).to.deep.equal({ enabled: true, min: 2, max: 99 })
    expect(body.data.items[1].price_data.custom_unit_amount).to.deep.equal({
      minimum: 500,
      suggested: 1_000,
      maximum: 5_000,
    })
  })

  it('does the same request once per Idempotency-Key', async () => {
    const shop = await givenMerchant()
    const first = await shop.post('/payment-links', LINK).set('Idempotency-Key', 'poster')
    const again = await shop.post('/payment-links', LINK).set('Idempotency-Key', 'poster')
    expect(again.text).to.equal(first.text)
    expect((await shop.get('/payment-links')).body.meta.total).to.equal(1)
  })

  const AMOUNT = 'items.0.price_data.custom_unit_amount'
  const bodies: [body: object, wrong: string | string[] | null, because: string][] = [
    [{}, 'items', 'something must be sold'],
    [{ items: [] }, 'items', 'something must be sold'],
    [{ items: [{ quantity: 1 }] }, 'items.0.price', 'an item has a price'],
    [
      { items: [{ price_data: { product_data }, quantity: 1 }] },
      'items.0.price_data.unit_amount',
      'there is no amount',
    ],
    [
      {
        items: [
          { price_data: { unit_amount: 5, custom_unit_amount: { minimum: 1 }, product_data }, quantity: 1 },
        ],
      },
      ['items.0.price_data.unit_amount', 'items.0.price_data.custom_unit_amount'],
      'an amount is fixed or chosen, not both',
    ],
    [{ items: [{ ...TEA, quantity: 0 }] }, 'items.0.quantity', 'the minimum is one'],
    [{ items: [{ ...TEA, quantity: 1.5 }] }, 'items.0.quantity', 'quantities are whole'],
    [
      { items: [{ ...TEA, adjustable_quantity: { enabled: true, min: 2 } }] },
      'items.0.adjustable_quantity.min',
      'the first quantity is in the range',
    ],
    [{ items: [{ price: 'gold', quantity: 1 }] }, 'items.0.price', 'the key is unknown'],
    [{ items: [{ price_id: 999_999_999, quantity: 1 }] }, 'items.0.price_id', 'the price is unknown'],
    [donation({ minimum: 1 }), null, 'the minimum is one unit'],
    [donation({ minimum: 0 }), `${AMOUNT}.minimum`, 'nothing cannot be paid'],
    [donation({}), `${AMOUNT}.minimum`, 'it has no minimum'],
    [donation({ minimum: 10.5 }), `${AMOUNT}.minimum`, 'amounts are whole units'],
    [donation({ minimum: '10' }), `${AMOUNT}.minimum`, 'a string is not a number'],
    [donation({ minimum: 10, maximum: 10, suggested: 10 }), null, 'all three may be the same'],
    [donation({ minimum: 10, maximum: 9 }), `${AMOUNT}.maximum`, 'the maximum is below the minimum'],
    [donation({ minimum: 10, suggested: 9 }), `${AMOUNT}.suggested`, 'the suggestion is below the minimum'],
    [
      donation({ minimum: 10, maximum: 20, suggested: 21 }),
      `${AMOUNT}.suggested`,
      'the suggestion is above the maximum',
    ],
    [
      {
        items: [
          { price_data: { custom_unit_amount: { minimum: 10, maximum: 9 }, product_data: 7 }, quantity: 1 },
        ],
      },
      'items.0.price_data.product_data',
      'a product is an object',
    ],
    [
      {
        items: [
          { ...TEA, quantity: 'two' },
          { price: 'gold', quantity: 1 },
        ],
      },
      ['items.0.quantity', 'items.1.price'],
      'all problems are reported at once',
    ],
    [donation({ minimum: 10, preset: 20 }), `${AMOUNT}.preset`, 'the field is called suggested'],
    [donation({ minimum: 10 }, { quantity: 2 }), 'items.0.quantity', 'the customer chooses the amount'],
    [
      donation({ minimum: 10 }, { adjustable_quantity: { enabled: true } }),
      'items.0.quantity',
      'the customer chooses the amount',
    ],
    [{ ...LINK, max_sales: 1 }, null, 'one piece can be sold'],
    [{ ...LINK, max_sales: 0 }, 'max_sales', 'it could never sell'],
    [{ ...LINK, ends_at: '2020-01-01T00:00:00Z' }, 'ends_at', 'it has ended already'],
    [{ ...LINK, thank_you_text: 'a'.repeat(1_000) }, null, 'the longest text has 1,000 characters'],
    [{ ...LINK, thank_you_text: 'a'.repeat(1_001) }, 'thank_you_text', 'the text is too long'],
    [{ ...LINK, thank_you_text: 'a\u0007' }, 'thank_you_text', 'control characters are not text'],
    [{ ...LINK, success_url: 'javascript:alert(1)' }, 'success_url', 'it is no web address'],
    [{ ...LINK, customer_id: 1 }, 'customer_id', 'a link has no customer'],
    [{ ...LINK, discounts: [] }, 'discounts', 'a link has no direct discounts'],
    [{ ...LINK, times_sold: 5 }, 'times_sold', 'sales are counted, not given'],
    [
      { ...LINK, custom_fields: Array(4).fill({ label: 'A', type: 'text' }) },
      'custom_fields',
      'three are the most',
    ],
  ]
  for (const [body, wrong, because] of bodies) {
    it(`${wrong === null ? 'accepts' : 'rejects'} ${JSON.stringify(body).slice(0, 60)}: ${because}`, async () => {
      const shop = await givenMerchant()
      const { status, body: answer } = await shop.post('/payment-links', body)
      if (wrong === null) expect(status, JSON.stringify(answer)).to.equal(201)
      else expect([status, Object.keys(answer.errors)]).to.deep.equal([422, [wrong].flat()])
    })
  }

  it('rejects archived prices, several items with a plan, and more periods than can be paid', async () => {
    const shop = await givenMerchant()
    const { id: archived } = await givenPrice(shop, { active: false })
    const { id: plan } = await givenPlan(shop, { lookup_key: 'gold' })
    const code = async (items: object[]) => (await shop.post('/payment-links', { items })).body.code as string
    expect(await code([{ price_id: archived, quantity: 1 }])).to.equal('price_inactive')
    expect(await code([{ price_id: plan, quantity: 1 }, TEA])).to.equal('single_item_required')
    expect(await code([{ price: 'gold', quantity: 61 }])).to.equal('validation_failed')
    const { id: years } = await givenPlan(shop, { recurring_interval: 'year', recurring_interval_count: 3 })
    expect(await code([{ price_id: years, quantity: 60 }])).to.equal('period_too_long')
    await shop.patch(`/prices/${plan}`, { active: false }).expect(200)
    expect(await code([{ price: 'gold', quantity: 1 }])).to.equal('price_inactive')
  })

  it('rejects a link that nothing can pay in live mode', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.live.post('/payment-links', LINK).expect(422)
    expect([body.code, Object.keys(body.errors)]).to.deep.equal(['no_payment_method', ['items']])
  })

  it('keeps the currency of the project', async () => {
    const shop = await givenMerchant()
    await shop.post('/payment-links', LINK).expect(201)
    const { body } = await shop.patch('', { currency: 'USD' }).expect(422)
    expect(body.message).to.contain('this project has payment links in MNT')
  })
})

describe('a payment link', () => {
  it('is changed by a PATCH, and keeps its address and what the request does not name', async () => {
    const shop = await givenMerchant()
    const before = (await shop.post('/payment-links', { ...LINK, max_sales: 5, thank_you_text: 'Thanks' }))
      .body.data
    const changes = {
      active: false,
      ends_at: '2020-01-01T00:00:00.000000Z',
      thank_you_text: null,
      max_sales: null,
    }
    const { body } = await shop.patch(`/payment-links/${before.id}`, changes).expect(200)
    expect(body.data).to.deep.equal({
      ...before,
      ...changes,
      status: 'inactive',
      updated_at: body.data.updated_at,
    })
    const items = [{ ...TEA, quantity: 3 }]
    const sold = await shop.patch(`/payment-links/${before.id}`, { active: true, items }).expect(200)
    expect(sold.body.data).to.include({ status: 'ended', url: before.url })
    expect(sold.body.data.items[0].quantity).to.equal(3)
  })

  it('checks changed items like new ones, and its counts cannot be set', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/payment-links', LINK)).body.data
    const wrong: [object, string][] = [
      [{ items: [] }, 'items'],
      [donation({ minimum: 10, maximum: 9 }), 'items.0.price_data.custom_unit_amount.maximum'],
      [{ items: [{ price: 'gold', quantity: 1 }] }, 'items.0.price'],
      [{ items: null }, 'items'],
      [{ times_sold: 0 }, 'times_sold'],
      [{ url: 'https://example.org' }, 'url'],
    ]
    for (const [changes, path] of wrong) {
      const { body } = await shop.patch(`/payment-links/${id}`, changes).expect(422)
      expect(Object.keys(body.errors)).to.deep.equal([path])
    }
  })

  it('belongs to one project and one mode', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/payment-links', LINK)).body.data
    await shop.live.get(`/payment-links/${id}`).expect(404)
    await shop.live.patch(`/payment-links/${id}`, { active: false }).expect(404)
    await (await givenMerchant()).get(`/payment-links/${id}`).expect(404)
  })

  it('cannot be deleted, and the answer says what to do instead', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/payment-links', LINK)).body.data
    const { body } = await shop.delete(`/payment-links/${id}`).expect(405)
    expect(body.message).to.contain('PATCH with "active": false')
  })

  it('is listed, newest first, by whether it is switched on, and after a cursor', async () => {
    const shop = await givenMerchant()
    const ids: number[] = []
    for (const active of [true, false, true])
      ids.push((await shop.post('/payment-links', { ...LINK, active }).expect(201)).body.data.id)
    const listed = async (query: string) =>
      ((await shop.get(`/payment-links?${query}`).expect(200)).body.data as { id: number }[]).map(
        ({ id }) => id,
      )
    expect(await listed('')).to.deep.equal([ids[2], ids[1], ids[0]])
    expect(await listed('active=true')).to.deep.equal([ids[2], ids[0]])
    expect(await listed('active=false')).to.deep.equal([ids[1]])
    expect(await listed(`after=${ids[0]}&active=true`)).to.deep.equal([ids[2]])
    expect(await listed(`before=${ids[2]}&limit=1`)).to.deep.equal([ids[1]])
    const { body } = await shop.get('/payment-links?active=yes').expect(422)
    expect(Object.keys(body.errors)).to.deep.equal(['active'])
  })
})
