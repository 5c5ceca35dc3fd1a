import { expect } from 'chai'
import type { ReceiptPayload } from '../../common/services/emails/kinds/receipt.ts'
import { renderEmail } from '../../common/services/emails/render.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout, givenCode } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { expectUnpaid, saidAt, saidOfCode } from '../support/given/promotion-code.ts'
import { paymentsOf } from '../support/stored.ts'

function cups(quantity: number, unitAmount: number, adjustable_quantity?: object) {
  const price_data = { unit_amount: unitAmount, product_data: { name: 'Cup' } }
  return { price_data, quantity, ...(adjustable_quantity && { adjustable_quantity }) }
}

const FROM_2_TO_5 = { enabled: true, min: 2, max: 5 }

/** Two to five cups for 1,000 each, and a pot for 9,000. */
async function givenCups(shop: Merchant, more: object = {}) {
  const items = [cups(3, 1_000, FROM_2_TO_5), cups(1, 9_000)]
  const checkout = await givenCheckout(shop, { items, ...more })
  const [adjustable, fixed] = (await checkout.retrieve()).items.map(({ id }) => id)
  return { ...checkout, cupsField: `quantity[${adjustable}]`, potField: `quantity[${fixed}]`, adjustable }
}

/** Returns the text of the receipt email. */
async function receiptOf(shop: Merchant, id: number): Promise<string> {
  const cause = `checkout-${id}`
  const row = await onConnection((sql) =>
    sql.row<{ words: string }>("SELECT words FROM emails WHERE kind = 'receipt' AND cause = ?", [cause]),
  )
  const payload = JSON.parse(row!.words) as ReceiptPayload
  const project = (await cachedProject(shop.projectId))!
  return renderEmail('receipt', payload, { project, locale: 'en', isTest: true }).text
}

describe('changing a quantity on the page', () => {
  it('changes the line and the total at once, and is kept after a reload', async () => {
    const { customer, retrieve, cupsField } = await givenCups(await givenMerchant())
    const page = await customer.press('update_quantity', { [cupsField]: '5' })
    expect(page.status).to.equal(200)
    for (const shown of [page, await customer.get()])
      expect(shown.text)
        .to.contain('₮14,000')
        .and.match(/name="quantity\[\d+\]" value="5"/)
    const { amount_subtotal, amount_total, items } = await retrieve()
    expect([amount_subtotal, amount_total]).to.deep.equal([14_000, 14_000])
    expect(items.map((item) => [item.quantity, item.amount_subtotal, item.amount_total])).to.deep.equal([
      [5, 5_000, 5_000],
      [1, 9_000, 9_000],
    ])
  })

  for (const [typed, expected] of [
    ['2', 2],
    ['5', 5],
    [' 4 ', 4],
    ['05', 5],
    ['1', null],
    ['6', null],
    ['0', null],
    ['-3', null],
    ['3.0', null],
    ['3e0', null],
    ['٣', null],
    ['', null],
    ['9'.repeat(400), null],
  ] as const) {
    it(`'${typed.slice(0, 10)}' of two to five is ${expected ?? 'rejected without a change'}`, async () => {
      const { customer, retrieve, cupsField, adjustable } = await givenCups(await givenMerchant())
      const page = await customer.press('update_quantity', { [cupsField]: typed })
      expect((await retrieve()).items[0]!.quantity).to.equal(expected ?? 3)
      expect(page.status).to.equal(expected ? 200 : 422)
      const says = expected ? null : 'Choose a quantity from 2 to 5.'
      expect(saidAt(page, `quantity-${adjustable}`)).to.equal(says)
    })
  }

  it('is ignored for a line with a fixed quantity, and for lines of other checkouts', async () => {
    const shop = await givenMerchant()
    const [one, other] = [await givenCups(shop), await givenCups(shop)]
    await one.customer.press('update_quantity', { [one.potField]: '9', [other.cupsField]: '5' })
    expect((await one.retrieve()).amount_total).to.equal(12_000)
    expect((await other.retrieve()).amount_total).to.equal(12_000)
  })

  it('is applied when only Pay is pressed: the new total is shown and nothing is charged', async () => {
    const { id, customer, retrieve, cupsField } = await givenCups(await givenMerchant())
    const page = await customer.pay({ [cupsField]: '4' })
    expectUnpaid(page, '₮13,000')
    expect(page.text).to.contain('The total has changed').and.to.contain('It was ₮12,000 and is now ₮13,000.')
    expect(await paymentsOf(id)).to.deep.equal([])
    await customer.pay({ [cupsField]: '4' }, page)
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 13_000 })
  })

  it('in another tab blocks a payment from this tab unless both show the same total', async () => {
    const { customer, retrieve, cupsField } = await givenCups(await givenMerchant())
    const old = await customer.get()
    await customer.press('update_quantity', { [cupsField]: '5' })
    expectUnpaid(await customer.pay({}, old), '₮14,000')
    await customer.pay({ [cupsField]: '3' }, old)
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 12_000 })
  })

  it('is rejected if the total would exceed the largest exact integer', async () => {
    const shop = await givenMerchant()
    const items = [cups(1, 999_999_999_999, { enabled: true, max: 999_999 })]
    const { customer, retrieve } = await givenCheckout(shop, { items })
    const field = `quantity[${(await retrieve()).items[0]!.id}]`
    const page = await customer.press('update_quantity', { [field]: '999999' })
    expect(page.status).to.equal(422)
    expect(page.text).to.contain('This order is too large to be paid at once.')
    expect((await retrieve()).items[0]!.quantity).to.equal(1)
    await customer.press('update_quantity', { [field]: '9007' })
    expect((await retrieve()).amount_total).to.equal(9_006_999_999_990_993)
  })

  it('reduces a discount to the new subtotal', async () => {
    const discounts = [{ amount: 11_500, description: 'Loyal' }]
    const { customer, retrieve, cupsField } = await givenCups(await givenMerchant(), { discounts })
    await customer.press('update_quantity', { [cupsField]: '2' })
    expect(await retrieve()).to.include({ amount_subtotal: 11_000, amount_total: 0 })
    expect((await retrieve()).discounts, 'unchanged in the API').to.deep.equal(discounts)
  })

  it('shows the part of a discount that is deducted, on the page and on the receipt', async () => {
    const shop = await givenMerchant()
    const discounts = [
      { amount: 9_000, description: 'Loyal' },
      { amount: 2_500, description: 'Early' },
    ]
    const { id, customer, cupsField } = await givenCups(shop, { discounts })
    const lines = (html: string) =>
      [...html.matchAll(/<div class="off"><dt>(\w+).*?−₮([\d,]+)/gs)].map((m) => m.slice(1))
    expect(lines((await customer.get()).text)).to.deep.equal([
      ['Loyal', '9,000'],
      ['Early', '2,500'],
    ])
    await customer.press('update_quantity', { [cupsField]: '2' })
    const left = [
      ['Loyal', '9,000'],
      ['Early', '2,000'],
    ]
    expect(lines((await customer.get()).text)).to.deep.equal(left)
    await customer.pay()
    expect(lines((await customer.get()).text)).to.deep.equal(left)
    expect(await receiptOf(shop, id)).to.match(/Loyal.*−₮9,000.*Early.*−₮2,000/s)
  })

  it('removes a code whose minimum is not reached, shows the reason, and keeps the others', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'BIG', { percent_off: 50, minimum_amount: 12_000, combinable: true })
    await givenCode(shop, 'TEN', { percent_off: 10, combinable: true })
    const { customer, retrieve, cupsField } = await givenCups(shop, { allow_promotion_codes: true })
    await customer.press('apply_code', { promotion_code: 'BIG' })
    await customer.press('apply_code', { promotion_code: 'TEN' })
    expect((await retrieve()).amount_total).to.equal(5_400)
    const page = await customer.press('update_quantity', { [cupsField]: '2' })
    expect(saidOfCode(page)).to.equal('The code BIG works for orders of ₮12,000 or more.')
    expect(await retrieve()).to.deep.include({
      amount_total: 9_900,
      promotion_codes: [{ code: 'TEN', amount: 1_100 }],
    })
  })

  it('is ignored once the checkout is paid', async () => {
    const { customer, retrieve, cupsField } = await givenCups(await givenMerchant(), tea())
    const page = await customer.get()
    await customer.pay({}, page)
    await customer.press('update_quantity', { [cupsField]: '5' }, page)
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 25_000 })
  })
})
