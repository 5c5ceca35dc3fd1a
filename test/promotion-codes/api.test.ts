import { expect } from 'chai'
import { givenCode, givenPrice } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'

const TEN = { code: 'TEN', type: 'order_total', percent_off: 10 }

describe('creating a promotion code', () => {
  it('answers the whole code, with everything that was left out', async () => {
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

  it('keeps everything that is given', async () => {
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
    ['ABC', 'ABC', 'three characters are enough'],
    ['AB', null, 'two are too few'],
    ['A'.repeat(50), 'A'.repeat(50), 'fifty are the most'],
    ['A'.repeat(51), null, 'fifty-one are too many'],
    [' summer-10_a ', 'SUMMER-10_A', 'small letters are kept as capitals'],
    ['SUMMER 10', null, 'a space is none of its characters'],
    ['ЗУН2026', null, 'Cyrillic letters look like Latin ones'],
    ['SUMMER+', null, 'a plus is none of its characters'],
    [1234, null, 'a number is not text'],
  ]
  for (const [code, kept, because] of codes) {
    it(`${kept === null ? 'refuses' : 'keeps'} the code ${JSON.stringify(code).slice(0, 20)}: ${because}`, async () => {
      const shop = await givenMerchant()
      const { status, body } = await shop.post('/promotion-codes', { ...TEN, code })
      if (kept === null) expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['code']])
      else expect([status, body.data.code]).to.deep.equal([201, kept])
    })
  }

  const off: [terms: object, wrong: string | string[] | null, because: string][] = [
    [{ percent_off: 1 }, null, 'one per cent is the least'],
    [{ percent_off: 0 }, 'percent_off', 'nothing is taken off'],
    [{ percent_off: 100 }, null, 'everything may be taken off'],
    [{ percent_off: 101 }, 'percent_off', 'there is no more than everything'],
    [{ percent_off: 12.5 }, 'percent_off', 'per cents are whole'],
    [{ percent_off: '10' }, 'percent_off', 'text is not a number'],
    [{ amount_off: 1 }, null, 'one unit is the least'],
    [{ amount_off: 0 }, 'amount_off', 'nothing is taken off'],
    [{ amount_off: 999_999_999_999 }, null, 'that is as much as a price can be'],
    [{ amount_off: 1_000_000_000_000 }, 'amount_off', 'no price is that high'],
    [{ percent_off: 10, amount_off: 10 }, ['percent_off', 'amount_off'], 'it is one or the other'],
    [{}, 'percent_off', 'it must take something off'],
    [{ percent_off: 10, max_redemptions: 1 }, null, 'once is the least'],
    [{ percent_off: 10, max_redemptions: 0 }, 'max_redemptions', 'nobody could use it'],
    [{ percent_off: 10, max_redemptions_per_customer: 0 }, 'max_redemptions_per_customer', 'nobody could'],
    [{ percent_off: 10, minimum_amount: -1 }, 'minimum_amount', 'an order is never below 0'],
    [{ percent_off: 10, combinable: 1 }, 'combinable', '1 is not true'],
    [{ percent_off: 10, starts_at: '2026-01-01' }, 'starts_at', 'a day is not a moment'],
    [{ percent_off: 10, expires_at: '9999-12-31T23:59:59-12:00' }, 'expires_at', 'that is the year 10000'],
    [{ percent_off: 10, times_redeemed: 5 }, 'times_redeemed', 'it is counted, not told'],
    [
      { percent_off: 10, starts_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-01T00:00:00.001Z' },
      null,
      'it ends after it begins',
    ],
    [
      { percent_off: 10, starts_at: '2026-01-01T08:00:00+08:00', expires_at: '2026-01-01T00:00:00Z' },
      'expires_at',
      'both are the same moment',
    ],
  ]
  for (const [terms, wrong, because] of off) {
    it(`${wrong === null ? 'takes' : 'refuses'} ${JSON.stringify(terms)}: ${because}`, async () => {
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

  it('needs the products of a product code, and takes none for the others', async () => {
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

  it('makes one of many that ask for the same code at once, in each project and mode', async () => {
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

  it('tells every problem at once, also that the code is taken', async () => {
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
  it('changes what is given and keeps the rest; null clears', async () => {
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
    it(`refuses ${field} by name: what money was promised on never changes`, async () => {
      const shop = await givenMerchant()
      const { id } = await givenCode(shop, 'TEN')
      const before = (await shop.get(`/promotion-codes/${id}`)).body
      const { status, body } = await shop.patch(`/promotion-codes/${id}`, { [field]: value, active: false })
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, [field]])
      expect((await shop.get(`/promotion-codes/${id}`)).body).to.deep.equal(before)
    })
  }

  it('compares a new start or end with the one that stays', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCode(shop, 'TEN', { percent_off: 10, expires_at: '2026-06-01T00:00:00Z' })
    const patch = async (changes: object) => (await shop.patch(`/promotion-codes/${id}`, changes)).status
    expect(await patch({ starts_at: '2026-06-01T00:00:00Z' })).to.equal(422)
    expect(await patch({ starts_at: '2026-05-31T23:59:59.999Z' })).to.equal(200)
    expect(await patch({ expires_at: '2026-05-01T00:00:00Z' })).to.equal(422)
    expect(await patch({ starts_at: null, expires_at: '2026-05-01T00:00:00Z' })).to.equal(200)
  })

  it('refuses null where there must be an answer', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCode(shop, 'TEN')
    const { body } = await shop.patch(`/promotion-codes/${id}`, { active: null, combinable: null })
    expect(Object.keys(body.errors)).to.have.members(['active', 'combinable'])
  })

  it('is impossible for others: another project and the other mode see no such code', async () => {
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
  it('is newest first and can be narrowed by code, however it is typed, and by activity', async () => {
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
