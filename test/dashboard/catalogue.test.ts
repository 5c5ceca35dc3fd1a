import { expect } from 'chai'
import sharp from 'sharp'
import type { Role } from '../../common/domain/members/role.ts'
import type { PriceObject } from '../../common/domain/prices/object.ts'
import type { ProductObject } from '../../common/domain/products/object.ts'
import { hiddenFields } from '../support/customer.ts'
import { explain } from '../support/explain.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { png, shownBy } from '../support/given/picture.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

async function givenShop(role: Role = 'staff') {
  const shop = await givenMerchant()
  const email = `catalogue-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  return { shop, browser, list: `/dashboard/${shop.projectId}/test/products` }
}

const all = async <Item>(shop: Merchant, path: string) =>
  ((await shop.get(path).expect(200)) as { body: { data: Item[] } }).body.data

const productsOf = (shop: Merchant) => all<ProductObject>(shop, '/products')
const pricesOf = (shop: Merchant) => all<PriceObject>(shop, '/prices')

/** Creates a product with a price by the API. */
async function givenPrice(shop: Merchant, changes: object = {}): Promise<PriceObject> {
  const body = { unit_amount: 25_000, product_data: { name: 'Atlas' }, ...changes }
  return ((await shop.post('/prices', body).expect(201)) as { body: { data: PriceObject } }).body.data
}

describe('the catalogue in the dashboard', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('lists products by state, finds them by name, and saves them as a file', async () => {
    const { shop, browser, list } = await givenShop()
    expect(textOf(await browser.get(list))).to.include('No products yet')
    const { product } = await givenPrice(shop)
    const page = `href="${list}/${product.id}"`
    for (const query of ['', '?active=true', '?q=ATL'])
      expect((await browser.get(list + query)).text, query).to.include(page)
    for (const query of ['?active=false', '?q=las'])
      expect((await browser.get(list + query)).text, query).not.to.include(page)
    const prices = await browser.get(`${list}/prices?product_id=${product.id}`)
    expect(textOf(prices)).to.include('₮25,000')
    expect((await browser.get(`${list}.csv`)).text).to.include('Atlas')
    expect((await browser.get(`${list}/prices.csv`)).text).to.match(/Atlas,.*,one_time,25000,MNT/)
  })

  it('say how long a text may be, and which characters cannot be saved', async () => {
    const { shop, browser, list } = await givenShop()
    const typed = { name: 'Tea', unit_amount: '5', period: '' }
    for (const [fields, sentence] of [
      [{ name: 'x'.repeat(256) }, 'Use at most 255 characters.'],
      [{ client_reference_id: 'x'.repeat(192) }, 'Use at most 191 characters.'],
      [{ name: 'Tea\u0007' }, 'Write it on one line, without invisible characters.'],
    ] as const) {
      const wrong = await browser.press(`${list}/new`, 'save', { ...typed, ...fields })
      expect([wrong.status, textOf(wrong).includes(sentence)], sentence).to.deep.equal([422, true])
    }
    expect(await productsOf(shop)).to.deep.equal([])
  })

  it('lists each product with its newest price on sale', async () => {
    const { shop, browser, list } = await givenShop()
    await shop.post('/products', { name: 'Without a price' }).expect(201)
    const { product_id } = await givenPrice(shop)
    const terms = { product_id, recurring_interval: 'month' }
    await givenPrice(shop, { ...terms, unit_amount: 26_000, product_data: undefined })
    const newest = await givenPrice(shop, { ...terms, unit_amount: 27_000, product_data: undefined })
    for (const query of ['', '?q=Atlas'])
      expect(textOf(await browser.get(list + query)), query)
        .to.include('₮27,000 a month and more prices')
        .and.not.match(/₮2[56],000/)
    await shop.patch(`/prices/${newest.id}`, { active: false }).expect(200)
    expect(textOf(await browser.get(list)))
      .to.include('₮26,000 a month and more prices')
      .and.not.include('₮27,000')
  })

  it('reads the prices of all listed products in one statement, by their index', async () => {
    const { shop, browser, list } = await givenShop()
    await givenPrice(shop)
    await browser.get(list)
    const few = await statementsOf(() => browser.get(list))
    for (const name of ['Tea', 'Coffee']) await givenPrice(shop, { product_data: { name } })
    const many = await statementsOf(() => browser.get(list))
    expect(outlineOf(many)).to.deep.equal(outlineOf(few))
    const steps = await explain(many.find((one) => one.includes('FORCE INDEX (prices_product)'))!)
    const keys = ['PRIMARY', 'PRIMARY', 'prices_product', 'prices_product']
    expect(steps.map(({ key }) => key)).to.have.members(keys)
  })

  it('finds products by the first three words of their name, by indexes', async () => {
    const { shop, browser, list } = await givenShop()
    const { product } = await givenPrice(shop, { product_data: { name: 'Ногоон цай  латте том' } })
    const page = `href="${list}/${product.id}"`
    const find = (text: string) => browser.get(`${list}?q=${encodeURIComponent(text)}`)
    for (const text of ['ног', 'цай', 'ЛАТТЕ', 'латте том', 'том цай'])
      expect((await find(text)).text, text).to.include(page)
    for (const text of ['гоон', 'том', 'атте']) expect((await find(text)).text, text).not.to.include(page)
    const statements = await statementsOf(() => find('латте'))
    const search = statements.find((one) => one.includes('name >='))!
    const indexes = ['products_by_name', 'products_by_name_from_word_2', 'products_by_name_from_word_3']
    expect((await explain(search)).map(({ key }) => key)).to.include.members(indexes)
  })

  it('creates a product with its first price, once for each form', async () => {
    const { shop, browser, list } = await givenShop()
    const form = {
      ...hiddenFields((await browser.get(`${list}/new`)).text),
      ...{ name: 'Gold', description: 'Line 1\r\nLine 2', unit_amount: '₮9,900', period: 'month-3' },
      ...{ client_reference_id: 'gold', grace_period_days: '3', action: 'save' },
    }
    const twice = await Promise.all([browser.post(`${list}/new`, form), browser.post(`${list}/new`, form)])
    const [price, ...others] = await pricesOf(shop)
    expect(others).to.deep.equal([])
    expect(price).to.include({
      ...{ unit_amount: 9_900, recurring_interval: 'month', recurring_interval_count: 3 },
    })
    expect(price!.product).to.include({
      ...{ name: 'Gold', description: 'Line 1\nLine 2', client_reference_id: 'gold', grace_period_days: 3 },
    })
    expect(new Set(twice.map(({ headers }) => headers.location))).to.deep.equal(
      new Set([`${list}/${price!.product_id}`]),
    )
  })

  it('creates a product without a price, and adds the price later', async () => {
    const { shop, browser, list } = await givenShop()
    const page = (await browser.press(`${list}/new`, 'save', { name: 'Tea' })).headers.location!
    const main = /<div class="actions">\s*<a class="small main" href="([^"]+)">Add the price</
    const next = main.exec((await browser.get(page)).text.replaceAll('&#x3D;', '='))
    expect(next?.[1], 'the button next to the title').to.equal(`${page}/new-price`)
    expect(textOf(await browser.get(page))).to.include('No price yet')
    const added = await browser.press(`${page}/new-price`, 'save', {
      ...{ unit_amount: '5000', name: 'Large', lookup_key: 'tea_large', portal: '1' },
    })
    const [price] = await pricesOf(shop)
    expect(price).to.include({ unit_amount: 5_000, name: 'Large', lookup_key: 'tea_large', type: 'one_time' })
    expect(added.headers.location).to.equal(`${list}/prices/${price!.id}`)
    expect(textOf(await browser.get(page)))
      .to.include('Large')
      .and.include('tea_large')
  })

  it('keeps what was typed wrongly, with the errors', async () => {
    const { shop, browser, list } = await givenShop()
    const wrong = await browser.press(`${list}/new`, 'save', {
      ...{ name: '', description: 'Green tea', unit_amount: 'much', grace_period_days: '91' },
    })
    expect(wrong.status).to.equal(422)
    for (const text of ['Green tea</textarea>', 'value="much"', 'value="91"'])
      expect(wrong.text).to.include(text)
    for (const name of ['name', 'unit_amount', 'grace_period_days'])
      expect(wrong.text, name).to.include(`id="${name}-error"`)
    const noAmount = await browser.press(`${list}/new`, 'save', { name: 'Tea', period: 'month-1' })
    expect(noAmount.text).to.include('id="unit_amount-error"')
    const long = await browser.press(`${list}/new`, 'save', { name: 'x'.repeat(256), unit_amount: '5' })
    expect(long.text).to.include('id="name-error"')
    expect(await productsOf(shop)).to.deep.equal([])
  })

  it('names a taken key at its field, and moves it if the box is ticked', async () => {
    const { shop, browser, list } = await givenShop()
    const old = await givenPrice(shop, { lookup_key: 'gold' })
    const path = `${list}/${old.product_id}/new-price`
    const typed = { unit_amount: '30,000', lookup_key: 'gold' }
    const taken = await browser.press(path, 'save', typed)
    expect(taken.text).to.include('id="lookup_key-error"').and.include('Another price has this key')
    expect((await browser.press(path, 'save', { ...typed, lookup_key: 'a b' })).text).to.include('A–Z')
    await browser.press(path, 'save', { ...typed, transfer_lookup_key: '1' })
    expect((await pricesOf(shop)).map((one) => [one.unit_amount, one.lookup_key])).to.deep.equal([
      [30_000, 'gold'],
      [25_000, null],
    ])
  })

  it('changes the name of a product and of a price, and clears what was emptied', async () => {
    const { shop, browser, list } = await givenShop()
    const { id, product } = await givenPrice(shop, {
      ...{ name: 'Monthly', recurring_interval: 'month' },
      product_data: { name: 'Gold', client_reference_id: 'gold', image_url: 'https://example.com/gold.png' },
    })
    const page = `${list}/${product.id}`
    const saved = await browser.press(`${page}/edit`, 'save', { name: 'Golden', client_reference_id: '' })
    expect(saved.headers.location).to.equal(page)
    const price = `${list}/prices/${id}`
    await browser.press(`${price}/edit`, 'save', { name: '', lookup_key: 'golden' })
    const [changed] = await pricesOf(shop)
    expect(changed).to.include({ name: null, lookup_key: 'golden', portal: false })
    // The form has no field for the picture, so that it stays.
    const kept = { name: 'Golden', client_reference_id: null, image_url: 'https://example.com/gold.png' }
    expect(changed!.product).to.include(kept)
  })

  it('archives and restores products and prices, and says what stays', async () => {
    const { shop, browser, list } = await givenShop()
    const { id, product } = await givenPrice(shop, { recurring_interval: 'month' })
    const page = `${list}/${product.id}`
    const price = `${list}/prices/${id}`
    expect(textOf(await browser.get(`${price}/edit`))).to.include(
      'For another amount, add a new price. Subscriptions keep the old one.',
    )
    expect(textOf(await browser.get(price))).to.include('New payment link')
    await browser.press(page, 'archive')
    await browser.press(page, 'archive')
    expect((await productsOf(shop))[0]!.active).to.equal(false)
    expect(textOf(await browser.get(price)))
      .to.include('its product is archived')
      .and.not.include('New payment link')
    await browser.press(page, 'restore')
    await browser.press(price, 'archive')
    expect((await pricesOf(shop))[0])
      .to.deep.include({ active: false })
      .and.nested.include({ 'product.active': true })
    await browser.press(price, 'restore')
    expect((await pricesOf(shop))[0]!.active).to.equal(true)
  })

  it('shows how many paid orders had a product, and who has a plan', async () => {
    const { shop, browser, list } = await givenShop()
    const { id, product } = await givenPrice(shop, { recurring_interval: 'month' })
    expect(textOf(await browser.get(`${list}/${product.id}`))).to.include('No order yet')
    const { body: customer } = await shop.post('/customers', { email: 'bat@example.com' }).expect(201)
    const order = { items: [{ price_id: id, quantity: 1 }], customer_id: customer.data.id as number }
    const { body } = await shop.post('/checkouts', order).expect(201)
    const unpaid = {
      items: [{ price_data: { unit_amount: 5, product_data: { name: 'Cup' } }, quantity: 1 }],
    }
    await shop.post('/checkouts', unpaid).expect(201)
    await shop.post(`/checkouts/${body.data.id as number}/pay`).expect(200)
    expect(textOf(await browser.get(`${list}/${product.id}`))).to.match(
      /1 order, on .* Counted in the newest 1,000/,
    )
    expect(textOf(await browser.get(`${list}/prices/${id}`))).to.include('bat@example.com')
  })

  it('uploads the picture of a product, replaces it and removes it', async () => {
    const { shop, browser, list } = await givenShop('owner')
    const { product } = await givenPrice(shop, { lookup_key: 'atlas' })
    const page = `${list}/${product.id}`
    expect(textOf(await browser.get(page)))
      .to.include('No picture yet')
      .and.include('Upload a picture')
    const order = { items: [{ price: 'atlas', quantity: 1 }] }
    const shown: string[] = []
    for (const colour of ['#123456', '#654321']) {
      const sent = await browser.upload(page, 'upload', ['picture', await png(80, 80, colour), 'IMG_1.png'])
      expect(sent.status).to.equal(303)
      const [, src = ''] = /<img class="picture[^>]* src="([^"]+)"/.exec((await browser.get(page)).text) ?? []
      expect(await shownBy(shop, order)).to.deep.equal([src])
      shown.push(src)
    }
    expect(new Set(shown).size).to.equal(2)
    const after = textOf(await browser.get(page))
    expect(after)
      .to.include('Replace the picture')
      .and.match(/catalogue-\d+@\S+ changed the product Atlas/)
    await browser.press(page, 'remove_picture')
    expect(await shownBy(shop, order)).to.deep.equal([])
    expect(textOf(await browser.get(page))).to.include('No picture yet')
  })

  it('sends the button before the file, so that it arrives even if the file is too large', async () => {
    const { shop, browser, list } = await givenShop()
    const { product } = await givenPrice(shop)
    const { text } = await browser.get(`${list}/${product.id}`)
    const form = text.split('<form').find((one) => one.includes('type="file"'))!
    expect(form).to.match(/^ method="post" enctype="multipart\/form-data"/)
    expect(form).to.match(/name="form_token".*name="action" value="upload".*type="file".*<button/s)
  })

  it('says at the field why a picture cannot be shown', async () => {
    const { shop, browser, list } = await givenShop()
    const { product } = await givenPrice(shop)
    const page = `${list}/${product.id}`
    const large = { create: { width: 4_100, height: 4_000, channels: 3, background: '#fff' } } as const
    const cases: [file: Buffer, sentence: string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'is not a PNG, JPEG, WebP or GIF'],
      [(await png()).subarray(0, 60), 'cannot be read'],
      [await sharp(large).png().toBuffer(), 'more than 16 million pixels'],
      [Buffer.alloc(10 * 1024 * 1024 + 100_000), 'larger than 10 MB'],
    ]
    for (const [file, sentence] of cases) {
      const refused = await browser.upload(page, 'upload', ['picture', file, 'picture.svg'])
      expect(refused.status, sentence).to.equal(422)
      expect(refused.text, sentence).to.include('id="picture-error"').and.include('later action" open')
      expect(textOf(refused)).to.include(sentence)
    }
    const empty = await browser.press(page, 'upload')
    expect(empty.text).to.include('Choose a picture first')
    expect((await productsOf(shop))[0]!.image_url).to.equal(null)
  })

  it('takes no picture from a viewer, nor without the token of the page', async () => {
    const { shop, browser, list } = await givenShop('viewer')
    const { product } = await givenPrice(shop)
    const page = `${list}/${product.id}`
    const file = ['picture', await png(), 'a.png'] as const
    const refused = await browser.upload(page, 'upload', file)
    expect(refused.status).to.equal(403)
    const staff = await givenShop()
    const own = (await givenPrice(staff.shop)).product_id
    const forged = await staff.browser.upload(`${staff.list}/${own}`, 'upload', file, { action: 'upload' })
    expect(forged.status).to.be.within(400, 499)
    for (const { shop: one } of [{ shop }, staff])
      expect((await productsOf(one))[0]!.image_url).to.equal(null)
  })

  it('says that a picture with an address has not been copied yet', async () => {
    const { shop, browser, list } = await givenShop()
    const product_data = { name: 'Atlas', image_url: 'https://example.com/atlas.png' }
    const { product } = await givenPrice(shop, { product_data })
    const shown = textOf(await browser.get(`${list}/${product.id}`))
    expect(shown).to.include('https://example.com/atlas.png').and.include('not shown yet')
  })

  it('notes who changed what, and shows it to owners', async () => {
    const { shop, browser, list } = await givenShop('owner')
    const { id, product } = await givenPrice(shop)
    for (const page of [`${list}/${product.id}`, `${list}/prices/${id}`]) {
      await browser.press(page, 'archive')
      const shown = textOf(await browser.get(page))
      expect(shown, page).to.match(/catalogue-\d+@example\.com turned the (product|price) \S.* off/)
    }
  })

  it('is only looked at by a viewer', async () => {
    const { shop, browser, list } = await givenShop('viewer')
    const { id, product } = await givenPrice(shop)
    for (const page of [`${list}/${product.id}`, `${list}/prices/${id}`]) {
      const shown = await browser.get(page)
      expect(shown.status).to.equal(200)
      expect(shown.text, page).not.to.include('value="archive"').and.not.include('/edit"')
      expect((await browser.get(`${page}/edit`)).status).to.equal(403)
    }
    expect((await browser.get(`${list}/new`)).status).to.equal(403)
    expect((await browser.get(list)).text).not.to.include(`${list}/new`)
  })

  it('returns 404 for products and prices of another project', async () => {
    const { browser, list } = await givenShop('owner')
    const other = await givenPrice(await givenMerchant())
    for (const path of [`${list}/${other.product_id}`, `${list}/prices/${other.id}`])
      for (const page of [path, `${path}/edit`]) expect((await browser.get(page)).status, page).to.equal(404)
    expect((await browser.get(`${list}/${other.product_id}/new-price`)).status).to.equal(404)
  })

  it('takes as many statements for a long list as for a short one', async () => {
    const { shop, browser, list } = await givenShop()
    const { product } = await givenPrice(shop)
    for (const page of [list, `${list}/prices`, `${list}/${product.id}`]) {
      await browser.get(page)
      const few = await statementsOf(() => browser.get(page))
      for (let count = 0; count < 3; count += 1)
        await givenPrice(shop, { product_id: product.id, product_data: undefined })
      await givenPrice(shop)
      const many = await statementsOf(() => browser.get(page))
      expect(outlineOf(many), page).to.deep.equal(outlineOf(few))
    }
  })
})
