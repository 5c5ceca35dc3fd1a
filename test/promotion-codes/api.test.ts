import { expect } from 'chai'
import { givenCode, givenPrice } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'

const TEN = { code: 'TEN', type: 'order_total', percent_off: 10 }

describe('creating a promotion code', () => {
  it('returns the whole code, with defaults for missing fields', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/promotion-codes', TEN)
    expect(status).to.equal(201)
    expect(body.data).to.deep.include({
      code: 'TEN',
      type: 'order_total',
      percent_off: 10,
      amount_off: null,
      product_ids: [],
      minimum_amount: null,
      starts_at: null,
      expires_at: null,
      max_redemptions: null,
      max_redemptions_per_customer: null,
      combinable: false,
      active: true,
      times_redeemed: 0,
      is_test: true,
    })
    expect((await shop.get(`/promotion-codes/${body.data.id}`)).body).to.deep.equal(body)
  })

  it('keeps every field of the request', async () => {
    const shop = await givenMerchant()
    const { product_id: product } = await givenPrice(shop)
    const given = {
      code: 'ALL_OF-IT',
      type: 'product',
      amount_off: 500,
      product_ids: [product],
      minimum_amount: 1_000,
      starts_at: '2026-01-31T17:30:00.123000Z',
      expires_at: '2026-02-28T00:00:00.000000Z',
      max_redemptions: 3,
      max_redemptions_per_customer: 1,
      combinable: true,
      active: false,
    }
    const { body } = await shop.post('/promotion-codes', given)
    expect(body.data).to.deep.include(given)
  })

  const codes: [code: unknown, kept: string | null, because: string][] = [
    ['ABC', 'ABC', 'the minimum is three characters'],
    ['AB', null, 'two characters are too few'],
    ['A'.repeat(50), 'A'.repeat(50), 'the maximum is fifty characters'],
    ['A'.repeat(51), null, 'fifty-one are too many'],
    [' summer-10_a ', 'SUMMER-10_A', 'lower case becomes upper case'],
    ['SUMMER 10', null, 'a space is not allowed'],
    ['ЗУН2026', null, 'Cyrillic letters look like Latin ones'],
    ['SUMMER+', null, 'a plus is not allowed'],
    [1234, null, 'a number is not text'],
  ]
  for (const [code, kept, because] of codes) {
    it(`${kept === null ? 'rejects' : 'keeps'} the code ${JSON.stringify(code).slice(0, 20)}: ${because}`, async () => {
      const shop = await givenMerchant()
      const { status, body } = await shop.post('/promotion-codes', { ...TEN, code })
      if (kept === null) expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['code']])
      else expect([status, body.data.code]).to.deep.equal([201, kept])
    })
  }

  const off: [terms: object, wrong: string | string[] | null, because: string][] = [
    [{ percent_off: 1 }, null, 'the minimum is one per cent'],
    [{ percent_off: 0 }, 'percent_off', 'it takes nothing off'],
    [{ percent_off: 100 }, null, 'the maximum is all of it'],
    [{ percent_off: 101 }, 'percent_off', 'more than all of it'],
    [{ percent_off: 12.5 }, 'percent_off', 'per cents are whole'],
    [{ percent_off: '10' }, 'percent_off', 'a string is not a number'],
    [{ amount_off: 1 }, null, 'the minimum is one unit'],
    [{ amount_off: 0 }, 'amount_off', 'it takes nothing off'],
    [{ amount_off: 999_999_999_999 }, null, 'as much as the highest price'],
    [{ amount_off: 1_000_000_000_000 }, 'amount_off', 'more than the highest price'],
    [{ percent_off: 10, amount_off: 10 }, ['percent_off', 'amount_off'], 'only one of them is allowed'],
    [{}, 'percent_off', 'one of them is required'],
    [{ percent_off: 10, max_redemptions: 1 }, null, 'the minimum is one use'],
    [{ percent_off: 10, max_redemptions: 0 }, 'max_redemptions', 'no customer could use it'],
    [
      { percent_off: 10, max_redemptions_per_customer: 0 },
      'max_redemptions_per_customer',
      'no customer could use it',
    ],
    [{ percent_off: 10, minimum_amount: -1 }, 'minimum_amount', 'an order is never below 0'],
    [{ percent_off: 10, combinable: 1 }, 'combinable', '1 is not a boolean'],
    [{ percent_off: 10, starts_at: '2026-01-01' }, 'starts_at', 'a date without a time'],
    [{ percent_off: 10, expires_at: '9999-12-31T23:59:59-12:00' }, 'expires_at', 'the year 10000 in UTC'],
    [{ percent_off: 10, times_redeemed: 5 }, 'times_redeemed', 'only the service counts uses'],
    [
      { percent_off: 10, starts_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-01T00:00:00.001Z' },
      null,
      'it ends after it begins',
    ],
    [
      { percent_off: 10, starts_at: '2026-01-01T08:00:00+08:00', expires_at: '2026-01-01T00:00:00Z' },
      'expires_at',
      'it ends when it begins',
    ],
  ]
  for (const [terms, wrong, because] of off) {
    it(`${wrong === null ? 'accepts' : 'rejects'} ${JSON.stringify(terms)}: ${because}`, async () => {
      const shop = await givenMerchant()
      const { status, body } = await shop.post('/promotion-codes', {
        code: 'ANY',
        type: 'order_total',
        ...terms,
      })
      if (wrong === null) expect(status, JSON.stringify(body)).to.equal(201)
      else expect([status, Object.keys(body.errors)]).to.deep.equal([422, [wrong].flat()])
    })
  }

  it('requires products for a product code, and rejects them for other types', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const { product_id: own } = await givenPrice(shop)
    const { product_id: foreign } = await givenPrice(other)
    const { product_id: live } = await givenPrice(shop.live)
    const problems = async (body: object) => {
      const answer = await shop.post('/promotion-codes', { code: 'ANY', percent_off: 10, ...body })
      return answer.status === 201 ? null : Object.keys(answer.body.errors)
    }
    expect(await problems({ type: 'product' })).to.deep.equal(['product_ids'])
    expect(await problems({ type: 'product', product_ids: [] })).to.deep.equal(['product_ids'])
    expect(await problems({ type: 'product', product_ids: own })).to.deep.equal(['product_ids'])
    expect(await problems({ type: 'product', product_ids: [own, own] })).to.deep.equal(['product_ids.1'])
    expect(await problems({ type: 'product', product_ids: [own, foreign, live, 'x'] })).to.have.members([
      'product_ids.1',
      'product_ids.2',
      'product_ids.3',
    ])
    expect(await problems({ type: 'order_total', product_ids: [own] })).to.deep.equal(['product_ids'])
    expect(await problems({ type: 'other', product_ids: [own] })).to.deep.equal(['type'])
    expect(await problems({ type: 'product', product_ids: [own] })).to.equal(null)
  })

  it('creates one of four codes that differ only in case and are requested at the same time', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const spellings = ['SAME', 'same', 'Same', ' sAME ']
    const answers = await Promise.all(
      spellings.map((code) => shop.post('/promotion-codes', { ...TEN, code })),
    )
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422])
    const refused = answers.filter(({ status }) => status === 422).map(({ body }) => body)
    for (const body of refused) {
      expect(body.code).to.equal('promotion_code_taken')
      expect(body.errors).to.have.all.keys('code')
    }
    await givenCode(shop.live, 'SAME')
    await givenCode(other, 'SAME')
  })

  it('reports all problems at once, including a code that is taken', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TAKEN')
    const { body } = await shop.post('/promotion-codes', {
      code: 'taken',
      type: 'product',
      percent_off: 0,
      product_ids: [987_654],
      colour: 'red',
      starts_at: '2026-02-01T00:00:00Z',
      expires_at: '2026-01-01T00:00:00Z',
    })
    expect(body.code).to.equal('validation_failed')
    expect(Object.keys(body.errors)).to.have.members([
      'code',
      'percent_off',
      'product_ids.0',
      'colour',
      'expires_at',
    ])
  })
})

describe('changing a promotion code', () => {
  it('changes the given fields, keeps the others, and clears a field with null', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCode(shop, 'TEN', { percent_off: 10, max_redemptions: 5, minimum_amount: 100 })
    const changes = {
      active: false,
      combinable: true,
      starts_at: '2026-01-01T00:00:00.000000Z',
      expires_at: '2027-01-01T00:00:00.000000Z',
      max_redemptions: null,
      max_redemptions_per_customer: 2,
    }
    const { status, body } = await shop.patch(`/promotion-codes/${id}`, changes)
    expect(status).to.equal(200)
    expect(body.data).to.deep.include({ ...changes, minimum_amount: 100, percent_off: 10 })
    const cleared = await shop.patch(`/promotion-codes/${id}`, { starts_at: null, expires_at: null })
    expect(cleared.body.data).to.include({ starts_at: null, expires_at: null, active: false })
  })

  for (const [field, value] of Object.entries({
    code: 'OTHER',
    type: 'product',
    percent_off: 20,
    amount_off: 5,
    product_ids: [1],
    times_redeemed: 0,
    id: 5,
  })) {
    it(`rejects ${field}: the terms of a code never change`, async () => {
      const shop = await givenMerchant()
      const { id } = await givenCode(shop, 'TEN')
      const before = (await shop.get(`/promotion-codes/${id}`)).body
      const { status, body } = await shop.patch(`/promotion-codes/${id}`, { [field]: value, active: false })
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, [field]])
      expect((await shop.get(`/promotion-codes/${id}`)).body).to.deep.equal(before)
    })
  }

  it('compares a new start or end with the stored end or start', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCode(shop, 'TEN', { percent_off: 10, expires_at: '2026-06-01T00:00:00Z' })
    const patch = async (changes: object) => (await shop.patch(`/promotion-codes/${id}`, changes)).status
    expect(await patch({ starts_at: '2026-06-01T00:00:00Z' })).to.equal(422)
    expect(await patch({ starts_at: '2026-05-31T23:59:59.999Z' })).to.equal(200)
    expect(await patch({ expires_at: '2026-05-01T00:00:00Z' })).to.equal(422)
    expect(await patch({ starts_at: null, expires_at: '2026-05-01T00:00:00Z' })).to.equal(200)
  })

  it('rejects null for a boolean field', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCode(shop, 'TEN')
    const { body } = await shop.patch(`/promotion-codes/${id}`, { active: null, combinable: null })
    expect(Object.keys(body.errors)).to.have.members(['active', 'combinable'])
  })

  it('is rejected in another project or mode, where the code is not found', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const { id } = await givenCode(shop, 'TEN')
    for (const stranger of [other, shop.live]) {
      expect((await stranger.get(`/promotion-codes/${id}`)).status).to.equal(404)
      expect((await stranger.patch(`/promotion-codes/${id}`, { active: false, colour: 1 })).status).to.equal(
        404,
      )
      expect((await stranger.get('/promotion-codes')).body.data).to.deep.equal([])
    }
  })
})

describe('the list of promotion codes', () => {
  it('is newest first and can be filtered by code, in any case, and by activity', async () => {
    const shop = await givenMerchant()
    const one = await givenCode(shop, 'ONE')
    const two = await givenCode(shop, 'TWO', { percent_off: 5, active: false })
    const ids = async (query = '') =>
      (await shop.get(`/promotion-codes${query}`)).body.data.map(({ id }: { id: number }) => id)
    expect(await ids()).to.deep.equal([two.id, one.id])
    expect(await ids('?active=true')).to.deep.equal([one.id])
    expect(await ids('?active=false')).to.deep.equal([two.id])
    expect(await ids('?code=two')).to.deep.equal([two.id])
    expect(await ids('?code=none')).to.deep.equal([])
    const { body } = await shop.get('/promotion-codes?active=1&type=product&page=0')
    expect(Object.keys(body.errors)).to.have.members(['active', 'type', 'page'])
  })
})
