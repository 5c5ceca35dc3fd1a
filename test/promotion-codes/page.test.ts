import { expect } from 'chai'
import { DAY, iso, later, MINUTE } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { givenCode, givenPrice } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { expectUnpaid, givenOrder, saidOfCode, usesOf } from '../support/given/promotion-code.ts'
import { eventsOf, paymentsOf } from '../support/stored.ts'

const TEN = { percent_off: 10 }

describe('entering a promotion code', () => {
  it('applies it at once, empties its field, and shows it again after a reload', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const { customer, retrieve } = await givenOrder(shop)
    const page = await customer.press('apply_code', { promotion_code: ' ten ' })
    expect(page.status).to.equal(200)
    for (const shown of [page, await customer.get()]) {
      expect(shown.text).to.contain('Code TEN').and.contain('₮22,500').and.contain('remove_code:TEN')
      expect(shown.text).to.match(/name="promotion_code" value=""/)
    }
    expect(await retrieve()).to.deep.include({
      amount_subtotal: 25_000,
      amount_total: 22_500,
      promotion_codes: [{ code: 'TEN', amount: 2_500 }],
    })
  })

  it('can be undone', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const { customer, retrieve } = await givenOrder(shop)
    await customer.press('apply_code', { promotion_code: 'TEN' })
    const page = await customer.press('remove_code:TEN')
    expect(page.status).to.equal(200)
    expect(page.text).not.to.contain('Code TEN')
    expect(await retrieve()).to.deep.include({ amount_total: 25_000, promotion_codes: [] })
    expect((await customer.press('remove_code:TEN')).status).to.equal(200)
  })

  it('keeps the typed values of other fields', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const { customer } = await givenOrder(shop, { custom_fields: [{ label: 'Name', type: 'text' }] })
    const typed = { email: 'half@', 'custom_fields[name]': 'Bat <b>' }
    for (const promotion_code of ['TEN', 'NONE']) {
      const page = await customer.press('apply_code', { ...typed, promotion_code })
      expect(page.text).to.contain('value="half@"').and.contain('value="Bat &lt;b&gt;"')
    }
  })

  it('has no effect if the checkout does not allow codes', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const { customer, retrieve } = await givenOrder(shop, { allow_promotion_codes: false })
    expect((await customer.get()).text).not.to.contain('promotion_code')
    await customer.press('apply_code', { promotion_code: 'TEN' })
    expect(await retrieve()).to.deep.include({ amount_total: 25_000, promotion_codes: [] })
    await customer.pay({ promotion_code: 'TEN' })
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 25_000 })
  })

  it('finds only codes of its own project and mode', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    await givenCode(other, 'THEIRS')
    await givenCode(shop.live, 'LIVE')
    const { customer } = await givenOrder(shop)
    for (const code of ['THEIRS', 'LIVE'])
      expect(saidOfCode(await customer.press('apply_code', { promotion_code: code }))).to.match(
        /There is no code/,
      )
  })

  it('deducts the code after direct discounts', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const discounts = [{ amount: 5_000, description: 'Loyal' }]
    const { customer, retrieve } = await givenOrder(shop, { discounts })
    await customer.press('apply_code', { promotion_code: 'TEN' })
    expect(await retrieve()).to.deep.include({
      amount_total: 18_000,
      promotion_codes: [{ code: 'TEN', amount: 2_000 }],
    })
  })

  it('deducts product codes from their own lines, before codes for the whole order', async () => {
    const shop = await givenMerchant()
    const [coffee, cake] = [await givenPrice(shop), await givenPrice(shop, { unitAmount: 5_000 })]
    await givenCode(shop, 'HALF', { percent_off: 50, combinable: true })
    const product = { type: 'product', product_ids: [coffee.product_id], combinable: true }
    await givenCode(shop, 'COFFEE', { ...product, amount_off: 3_000 })
    const items = [
      { price_id: coffee.id, quantity: 1 },
      { price_id: cake.id, quantity: 1 },
    ]
    const { customer, retrieve } = await givenOrder(shop, { items })
    await customer.press('apply_code', { promotion_code: 'HALF' })
    await customer.press('apply_code', { promotion_code: 'COFFEE' })
    const checkout = await retrieve()
    expect(checkout.items.map(({ amount_total }) => amount_total)).to.deep.equal([7_000, 5_000])
    expect(checkout).to.deep.include({
      amount_total: 6_000,
      promotion_codes: [
        { code: 'HALF', amount: 6_000 },
        { code: 'COFFEE', amount: 3_000 },
      ],
    })
  })

  it('completes an order with one press if nothing is left to pay', async () => {
    const shop = await givenMerchant()
    const { id: codeId } = await givenCode(shop, 'FREE', { percent_off: 100, max_redemptions: 1 })
    const { id, customer, retrieve } = await givenOrder(shop)
    const page = await customer.press('apply_code', { promotion_code: 'FREE' })
    expect(page.text).not.to.contain('name="payment_method"')
    await customer.press('pay', { email: 'bat@example.com' }, page)
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 0, payment_method: null })
    expect(await paymentsOf(id)).to.deep.equal([])
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 1, reserved: 0 })
    expect((await shop.get(`/promotion-codes/${codeId}`)).body.data.times_redeemed).to.equal(1)
  })
})

describe('a promotion code that cannot be used', () => {
  const now = new Date()
  const rows: [
    because: string,
    terms: object | null,
    says: string,
    prepare?: (shop: Merchant) => Promise<object>,
  ][] = [
    ['no such code exists', null, 'There is no code CODE. Check its spelling.'],
    ['it was switched off', { ...TEN, active: false }, 'The code CODE can no longer be used.'],
    ['it has ended', { ...TEN, expires_at: iso(later(now, -DAY)) }, 'The code CODE has expired.'],
    [
      'it has not begun',
      { ...TEN, starts_at: iso(later(now, DAY)) },
      'The code CODE cannot be used yet. Try it again later.',
    ],
    [
      'the order is too small for it',
      { ...TEN, minimum_amount: 25_001 },
      'The code CODE works for orders of ₮25,001 or more.',
    ],
    [
      'it is for products, and the item is not a registered product',
      { ...TEN, type: 'product' },
      'The code CODE does not work for this order.',
    ],
    [
      'it is for other products',
      { ...TEN, type: 'product' },
      'The code CODE is for other products.',
      async (shop) => ({ items: [{ price_id: (await givenPrice(shop)).id, quantity: 1 }] }),
    ],
  ]
  for (const [because, terms, says, prepare] of rows) {
    it(`shows the reason if ${because}`, async () => {
      const shop = await givenMerchant()
      const { product_id } = await givenPrice(shop)
      const products = terms && 'type' in terms ? { product_ids: [product_id] } : {}
      if (terms) await givenCode(shop, 'CODE', { ...terms, ...products })
      const { customer, retrieve } = await givenOrder(shop, await prepare?.(shop))
      const before = await retrieve()
      const page = await customer.press('apply_code', { promotion_code: 'code' })
      expect(page.status).to.equal(422)
      expect(saidOfCode(page)).to.equal(says)
      expect(page.text).to.match(/name="promotion_code" value="code"[^>]*aria-invalid="true"/)
      expect(await retrieve()).to.deep.equal(before)
    })
  }

  it('asks for a code if the field is empty', async () => {
    const { customer } = await givenOrder(await givenMerchant())
    const page = await customer.press('apply_code', { promotion_code: '  ' })
    expect(saidOfCode(page)).to.equal('Enter a promotion code first.')
  })

  it('is rejected if it is already on the order', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN', { ...TEN, combinable: true })
    const { customer, retrieve } = await givenOrder(shop)
    await customer.press('apply_code', { promotion_code: 'TEN' })
    const page = await customer.press('apply_code', { promotion_code: 'ten' })
    expect(saidOfCode(page)).to.equal('The code TEN is already in use on this order.')
    expect((await retrieve()).promotion_codes).to.have.length(1)
  })

  it('is rejected if the order already has twenty codes', async () => {
    const shop = await givenMerchant()
    const one = { percent_off: 1, combinable: true }
    for (let number = 1; number <= 21; number += 1) await givenCode(shop, `CODE${number}`, one)
    const { customer, retrieve } = await givenOrder(shop)
    for (let number = 1; number <= 20; number += 1)
      await customer.press('apply_code', { promotion_code: `CODE${number}` })
    const page = await customer.press('apply_code', { promotion_code: 'CODE21' })
    expect(saidOfCode(page)).to.equal('An order takes at most 20 codes. Remove one of them first.')
    expect((await retrieve()).promotion_codes).to.have.length(20)
  })

  it('is not matched by a similar letter: the long s is not an S', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'SAVE10K')
    const { customer } = await givenOrder(shop)
    const page = await customer.press('apply_code', { promotion_code: 'ſave10k' })
    expect(saidOfCode(page)).to.equal('There is no code ſAVE10K. Check its spelling.')
  })

  it('does not block a customer who presses Pay again and sees the total without the code', async () => {
    const { customer, retrieve } = await givenOrder(await givenMerchant())
    const refused = await customer.pay({ promotion_code: 'none' })
    expectUnpaid(refused, '₮25,000')
    expect(saidOfCode(refused)).to.equal('There is no code NONE. Check its spelling.')
    const other = await customer.pay({ promotion_code: 'unknown' }, refused)
    expect(saidOfCode(other)).to.equal('There is no code UNKNOWN. Check its spelling.')
    const tried = await customer.press('apply_code', { promotion_code: 'unknown' }, other)
    expect(saidOfCode(tried), 'Apply always checks the code').to.contain('UNKNOWN')
    const without = await customer.pay({ promotion_code: 'unknown', email: '' }, tried)
    expect(saidOfCode(without)).to.equal(null)
    const page = await customer.pay({ promotion_code: 'unknown' }, without)
    expect(page.status).to.equal(303)
    expect(await retrieve()).to.deep.include({ status: 'complete', amount_total: 25_000 })
  })

  for (const [first, second] of [
    [false, false],
    [true, false],
    [false, true],
  ]) {
    it(`is rejected if one of two is not combinable, and replaces neither: ${first}, ${second}`, async () => {
      const shop = await givenMerchant()
      await givenCode(shop, 'FIRST', { ...TEN, combinable: first })
      await givenCode(shop, 'SECOND', { percent_off: 20, combinable: second })
      const { customer, retrieve } = await givenOrder(shop)
      await customer.press('apply_code', { promotion_code: 'FIRST' })
      const page = await customer.press('apply_code', { promotion_code: 'SECOND' })
      const says = 'The code SECOND cannot be used together with another one. Remove the other one first.'
      expect(saidOfCode(page)).to.equal(says)
      expect((await retrieve()).promotion_codes).to.deep.equal([{ code: 'FIRST', amount: 2_500 }])
    })
  }

  it('is rejected if it is used up', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'ONCE', { ...TEN, max_redemptions: 1 })
    const [one, other] = [await givenOrder(shop), await givenOrder(shop)]
    await one.customer.press('apply_code', { promotion_code: 'ONCE' })
    await one.customer.pay()
    const page = await other.customer.press('apply_code', { promotion_code: 'ONCE' })
    expect(saidOfCode(page)).to.equal('The code ONCE has been used as often as allowed.')
  })

  it('is valid from the exact start until the exact end', async () => {
    const shop = await givenMerchant()
    const [start, end] = [later(now, DAY), later(now, 2 * DAY)]
    await givenCode(shop, 'DAY', { ...TEN, starts_at: iso(start), expires_at: iso(end) })
    const { customer } = await givenOrder(shop)
    const tryAt = async (time: Date) => {
      setClock(() => time)
      const page = await customer.press('apply_code', { promotion_code: 'DAY' })
      if (page.status === 200) await customer.press('remove_code:DAY')
      return page.status
    }
    expect(await tryAt(later(start, -1))).to.equal(422)
    expect(await tryAt(start)).to.equal(200)
    expect(await tryAt(later(end, -1))).to.equal(200)
    expect(await tryAt(end)).to.equal(422)
  })
})

describe('guessing promotion codes', () => {
  it('is stopped for ten minutes after twenty wrong codes, and the order can still be paid', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const start = new Date()
    setClock(() => start)
    const { customer, retrieve } = await givenOrder(shop)
    const page = await customer.get()
    const enter = async (promotion_code: string) =>
      saidOfCode(await customer.press('apply_code', { promotion_code }, page))
    for (let wrong = 1; wrong <= 20; wrong += 1)
      expect(await enter(`WRONG${wrong}`)).to.equal(`There is no code WRONG${wrong}. Check its spelling.`)
    for (const code of ['WRONG21', 'TEN']) expect(await enter(code)).to.match(/^Too many codes were tried/)
    setClock(() => later(start, 10 * MINUTE - 1))
    expect(await enter('TEN')).to.match(/^Too many codes were tried/)
    setClock(() => later(start, 10 * MINUTE))
    expect(await enter('TEN')).to.equal(null)
    await customer.pay()
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 22_500 })
  })

  it('is counted per checkout and does not block payment', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenOrder(shop)
    const page = await customer.get()
    for (let wrong = 0; wrong < 21; wrong += 1)
      await customer.press('apply_code', { promotion_code: 'WRONG' }, page)
    await customer.pay({}, page)
    expect((await retrieve()).status).to.equal('complete')
    const other = await givenOrder(shop)
    const answer = await other.customer.press('apply_code', { promotion_code: 'WRONG' })
    expect(saidOfCode(answer)).to.match(/^There is no code/)
  })
})
