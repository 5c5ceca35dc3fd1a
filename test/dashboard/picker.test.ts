import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Response } from 'supertest'
import { numbers } from '../../bench/fill/numbers.ts'
import type { CheckoutObject } from '../../common/domain/checkouts/object.ts'
import type { PaymentLinkObject } from '../../common/domain/payment-links/object.ts'
import type { PromotionCodeObject } from '../../common/domain/promotion-codes/object.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { explain } from '../support/explain.ts'
import { givenPrice } from '../support/given/checkout.ts'
import { type Club, givenJune } from '../support/given/club.ts'
import { forgetSignIns, givenMember, MemberBrowser, typedIn } from '../support/given/member.ts'
import { consoleErrorsOf, withMemberPages } from '../support/given/member-pages.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { forgetNothing, statementsOf } from '../support/statements.ts'

/** Adds 150 products to a shop, each with a price: `Plan 001`, with the key `key-001`, is the oldest. */
async function givenMany(
  { projectId }: Merchant,
  type: 'one_time' | 'recurring' = 'one_time',
): Promise<void> {
  const number = `LPAD(seq, 3, '0')`
  const period = type === 'recurring' ? "'month', 1" : 'NULL, NULL'
  const at = "'2026-05-01', '2026-05-01'"
  await onConnection(async (sql) => {
    await sql.run(`INSERT INTO products (project_id, is_test, name, client_reference_id, created_at, updated_at)
      SELECT ${projectId}, 1, CONCAT('Plan ', ${number}), CONCAT('many-', ${number}), ${at} FROM ${numbers(1, 150)} ORDER BY seq`)
    await sql.run(`INSERT INTO prices (project_id, is_test, product_id, type, recurring_interval, recurring_interval_count,
        unit_amount, lookup_key, created_at, updated_at)
      SELECT ${projectId}, 1, id, '${type}', ${period}, 7000, REPLACE(client_reference_id, 'many', 'key'), ${at}
      FROM products WHERE project_id = ${projectId} AND client_reference_id LIKE 'many-%' ORDER BY id`)
  })
}

let members = 0

async function givenShop(shop?: Merchant) {
  const own = shop ?? (await givenMerchant())
  const email = `pickers-${(members += 1)}@example.com`
  await givenMember(own.projectId, email)
  return { shop: own, email, home: `/dashboard/${own.projectId}/test` }
}

/** Returns the texts of the options of a menu, and the chosen one. */
function menuIn({ text }: Response, name: string) {
  const [, html = ''] = text.split(`name="${name}"`)[1]?.match(/^[^>]*>(.*?)<\/select>/s) ?? []
  const options = Array.from(
    html.matchAll(/<option value="([^"]*)"( selected)?>([^<]*)/g),
    ([, value, chosen, label]) => ({ value: value!, isChosen: chosen !== undefined, label: label! }),
  )
  return { options, chosen: options.find(({ isChosen }) => isChosen)?.label ?? null }
}

async function created<Item>(shop: Merchant, path: string): Promise<Item[]> {
  return ((await shop.get(path).expect(200)) as { body: { data: Item[] } }).body.data
}

describe('a form of the dashboard with more options than it shows', () => {
  forgetNothing()
  beforeEach(forgetSignIns)
  afterEach(() => setClock())

  const PRICE = 'item[0][price]'

  it('has a plain menu without a search while the shop has few', async () => {
    const { shop, email, home } = await givenShop()
    await givenPrice(shop)
    const browser = await MemberBrowser.of(email)
    for (const form of ['/checkouts/new', '/payment-links/new', '/products/codes/new', '/subscriptions/new'])
      expect((await browser.get(home + form)).text, form)
        .not.to.include('redraw find')
        .and.not.include('/assets/picker')
  })

  it('finds the oldest of 150 prices by the beginning of its name, its key or its words, and sells it', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const browser = await MemberBrowser.of(email)
    const page = `${home}/checkouts/new`
    const opened = await browser.get(page)
    expect(menuIn(opened, PRICE).options).to.have.length(21) // and the one for a typed item
    const typed: Record<string, string> = {
      ...{ ...typedIn(opened), 'item[0][quantity]': '3', contact: 'saraa@example.com' },
    }
    const find = (text: string, from = typed) =>
      browser.post(page, { ...from, [`${PRICE}:search`]: text, action: `redraw find ${PRICE}` })
    for (const text of ['Plan 001', 'plan 001', '001', 'key-001', 'Key-001', '001 plan']) {
      const found = await find(text)
      expect(found.status, text).to.equal(200)
      expect(
        menuIn(found, PRICE)
          .options.map(({ label }) => label)
          .slice(1),
        text,
      ).to.deep.equal(['Plan 001: ₮7,000'])
      expect(textOf(found), text).to.include(`1 found for “${text}”`)
      expect(typedIn(found), text).to.include({
        ...{ 'item[0][quantity]': '3', contact: 'saraa@example.com', form_key: typed.form_key! },
      })
    }
    const many = await find('plan')
    expect(menuIn(many, PRICE).options).to.have.length(21)
    expect(textOf(many)).to.include('These are the first 20 that match')
    expect(textOf(many)).not.to.include('Nothing was saved yet')
    const none = await find('Nothing')
    expect(textOf(none)).to.include('Nothing that you sell begins with “Nothing”')

    const found = await find('Plan 001')
    const { value } = menuIn(found, PRICE).options.at(-1)!
    // The chosen price stays in the menu, whatever is found next or is wrong.
    const other = await find('Plan 002', { ...typedIn(found), [PRICE]: value })
    expect(menuIn(other, PRICE)).to.deep.include({ chosen: 'Plan 001: ₮7,000' })
    expect(menuIn(other, PRICE).options).to.have.length(3)
    const wrong = await browser.post(page, { ...typedIn(other), 'item[0][quantity]': '0', action: 'save' })
    expect([wrong.status, menuIn(wrong, PRICE).chosen]).to.deep.equal([422, 'Plan 001: ₮7,000'])
    const saved = await browser.post(page, { ...typedIn(wrong), 'item[0][quantity]': '2', action: 'save' })
    expect(saved.status, textOf(saved)).to.equal(303)
    const [checkout] = await created<CheckoutObject>(shop, '/checkouts')
    expect(checkout!.items[0]).to.include({ name: 'Plan 001', quantity: 2 })
  })

  it('searches instead of saving while a text was not searched for, because Enter sends the main button', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const browser = await MemberBrowser.of(email)
    const page = `${home}/checkouts/new`
    const opened = await browser.get(page)
    const form = opened.text.slice(opened.text.indexOf('class="card sheet-form"'))
    expect(/<button[^>]*value="([^"]*)"/.exec(form)?.[1], 'the button of Enter').to.equal('save')
    const item = { 'item[0][name]': 'Tea', 'item[0][amount]': '500' }
    const entered = { ...typedIn(opened), ...item, [`${PRICE}:search`]: 'Plan 001', action: 'save' }
    const found = await browser.post(page, entered)
    expect(found.status).to.equal(200)
    expect(textOf(found)).to.include('Nothing was saved yet. 1 found for “Plan 001”')
    expect(menuIn(found, PRICE).options.at(-1)!.label).to.equal('Plan 001: ₮7,000')
    expect(await created(shop, '/checkouts')).to.deep.equal([])
    expect((await browser.post(page, { ...typedIn(found), action: 'save' })).status).to.equal(303)
    expect((await created<CheckoutObject>(shop, '/checkouts'))[0]!.items[0]!.name).to.equal('Tea')
  })

  it('keeps a folded part open after an empty search', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const browser = await MemberBrowser.of(email)
    const folded = { '/checkouts/new': 'item[1][price]', '/products/codes/new': 'products' }
    for (const [path, field] of Object.entries(folded)) {
      const typed = typedIn(await browser.get(home + path))
      const fields = { ...typed, [`${field}:search`]: '', action: `redraw find ${field}` }
      const [before = ''] = (await browser.post(home + path, fields)).text.split(`name="${field}:search"`)
      expect(before.slice(before.lastIndexOf('<details')), path).to.match(/^<details class="later[^>]* open>/)
    }
  })

  it('limits a code to products that several searches found', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const browser = await MemberBrowser.of(email)
    const page = `${home}/products/codes/new`
    let form: Record<string, string> = {
      ...{ ...typedIn(await browser.get(page)), code: 'MANY', percent_off: '10' },
    }
    for (const text of ['Plan 001', 'key-002']) {
      const action = 'redraw find products'
      const found = await browser.post(page, { ...form, 'products:search': text, action })
      const box = Array.from(found.text.matchAll(/name="(product\[\d+\])" value="1"/g), ([, name]) => name!)
      form = { ...typedIn(found), [box.at(-1)!]: '1' }
    }
    expect(form).to.include({ code: 'MANY', percent_off: '10' })
    expect((await browser.post(page, { ...form, percent_off: '', action: 'save' })).text).to.match(
      /Plan 001.*Plan 002/s,
    )
    expect((await browser.post(page, { ...form, action: 'save' })).status).to.equal(303)
    const [code] = await created<PromotionCodeObject>(shop, '/promotion-codes')
    const limited = await Promise.all(
      code!.product_ids.map(
        async (id) => (await shop.get(`/products/${id}`).expect(200)).body.data.name as string,
      ),
    )
    expect(limited).to.have.members(['Plan 001', 'Plan 002'])
  })

  it('neither finds nor accepts what another project sells, or what is archived', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const other = await givenMerchant()
    const foreign = await givenPrice(other, { lookup_key: 'foreign' })
    const archived = await givenPrice(shop, { lookup_key: 'archived', active: false })
    const browser = await MemberBrowser.of(email)
    const page = `${home}/checkouts/new`
    const typed = typedIn(await browser.get(page))
    for (const text of ['Coffee', 'foreign', 'archived']) {
      const fields = { ...typed, [`${PRICE}:search`]: text, action: `redraw find ${PRICE}` }
      expect(menuIn(await browser.post(page, fields), PRICE).options, text).to.have.length(1)
    }
    for (const { id } of [foreign, archived]) {
      const refused = await browser.post(page, { ...typed, [PRICE]: String(id), action: 'save' })
      expect([refused.status, textOf(refused).includes('no longer sold')]).to.deep.equal([422, true])
      expect(menuIn(refused, PRICE).options.map(({ value }) => value)).not.to.include(String(id))
    }
    const codes = `${home}/products/codes/new`
    const code = { code: 'OTHER', percent_off: '10', [`product[${foreign.product_id}]`]: '1', action: 'save' }
    const refused = await browser.post(codes, { ...typedIn(await browser.get(codes)), ...code })
    expect([
      refused.status,
      textOf(refused).includes('One of the chosen products is not in this shop'),
    ]).to.deep.equal([...[422, true]])
    expect(await created(shop, '/promotion-codes')).to.deep.equal([])
  })

  it('still says that someone else changed the object meanwhile', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const { body } = await shop.post('/payment-links', tea()).expect(201)
    const path = `/payment-links/${body.data.id as number}`
    const browser = await MemberBrowser.of(email)
    const page = `${home}${path}/edit`
    const typed = typedIn(await browser.get(page))
    await shop.patch(path, { max_sales: 7 }).expect(200)
    const action = 'redraw find item[1][price]'
    const found = await browser.post(page, { ...typed, 'item[1][price]:search': 'Plan 001', action })
    const late = await browser.post(page, { ...typedIn(found), action: 'save' })
    expect([late.status, textOf(late).includes('Someone else has changed this meanwhile')]).to.deep.equal([
      ...[422, true],
    ])
  })

  it('removes an item of a link, and keeps the others', async () => {
    const { shop, email, home } = await givenShop()
    const items = ['Tea', 'Cup'].map((name) => ({
      price_data: { unit_amount: 500, product_data: { name } },
      quantity: 2,
    }))
    const { body } = await shop.post('/payment-links', { items }).expect(201)
    const path = `/payment-links/${body.data.id as number}`
    const browser = await MemberBrowser.of(email)
    const page = `${home}${path}/edit`
    const typed = typedIn(await browser.get(page))
    expect(typed).to.include({ 'item[0][name]': 'Tea', 'item[1][name]': 'Cup' })
    const removed = await browser.post(page, { ...typed, max_sales: '9', action: 'redraw clear item[0]' })
    expect(typedIn(removed)).to.include({
      ...{ 'item[0][name]': '', 'item[0][amount]': '', 'item[0][quantity]': '1' },
      ...{ 'item[1][name]': 'Cup', 'item[1][quantity]': '2', max_sales: '9' },
    })
    const saved = await browser.post(page, { ...typedIn(removed), action: 'save' })
    expect(saved.status, textOf(saved)).to.equal(303)
    const { body: after } = await shop.get(path).expect(200)
    const { items: left } = (after as { data: PaymentLinkObject }).data
    expect(left.map(({ price_data: data }) => data?.product_data.name)).to.deep.equal(['Cup'])
  })

  it('searches once for a press whose form has an error', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const browser = await MemberBrowser.of(email)
    const page = `${home}/checkouts/new`
    const typed = typedIn(await browser.get(page))
    const searchText = { [`${PRICE}:search`]: 'Plan', [`${PRICE}:shown`]: 'Plan' }
    const press = (action: string) => browser.post(page, { ...typed, ...searchText, action })
    const searchesOf = async (action: string) => {
      const statements = await statementsOf(() => press(action))
      return statements.filter((one) => one.includes('lookup_key >=')).length
    }
    expect((await press('save')).status).to.equal(422)
    const once = await searchesOf(`redraw find ${PRICE}`)
    expect([once > 0, await searchesOf('save')]).to.deep.equal([true, once])
  })

  it('reads indexes of the project', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const browser = await MemberBrowser.of(email)
    const page = `${home}/checkouts/new`
    const typed = typedIn(await browser.get(page))
    const find = () =>
      browser.post(page, { ...typed, [`${PRICE}:search`]: 'Plan', action: `redraw find ${PRICE}` })
    await find()
    const statements = await statementsOf(find)
    const keysOf = async (part: string) => {
      const statement = statements.find((one) => one.includes(part))!
      return (await explain(statement)).map(({ key }) => key)
    }
    expect(await keysOf('lookup_key >=')).to.include('prices_lookup_key')
    expect(await keysOf('name >=')).to.include('products_by_name')
    expect(await keysOf('FORCE INDEX (prices_product)')).to.include('prices_product')
    expect(statements.length).to.be.at.most(11)
  })
})

/** Creates a club with 150 more plans, and a page of a subscription. */
async function givenPlans(): Promise<{ club: Club; path: string; email: string; id: number }> {
  const club = await givenJune()
  const { id } = await club.buy('basic')
  await givenMany(club.shop, 'recurring')
  const { email, home } = await givenShop(club.shop)
  return { club, id, email, path: `${home}/subscriptions/${id}` }
}

async function nextPlanOf({ shop }: Club, id: number): Promise<string> {
  const { body } = await shop.get(`/subscriptions/${id}`).expect(200)
  const { scheduled_price_id: next } = (body as { data: { scheduled_price_id: number | null } }).data
  return (await shop.get(`/prices/${next}`).expect(200)).body.data.product.name as string
}

describe('the change of a plan in a shop with many plans', () => {
  beforeEach(forgetSignIns)
  afterEach(() => setClock())

  it('keeps its panel open while a plan is searched for, without scripts', async () => {
    const { club, id, path, email } = await givenPlans()
    const browser = await MemberBrowser.of(email)
    const search = { 'price_id:search': 'plan 001', action: 'redraw find price_id', button: 'change' }
    const found = await browser.press(path, search.action, search)
    expect(found.text).to.match(/<details id="action-change"[^>]* open>/)
    const { value } = menuIn(found, 'price_id').options.at(-1)!
    const fields = { ...search, 'price_id:shown': 'plan 001', price_id: value }
    expect((await browser.press(path, 'change', fields, found)).status).to.equal(303)
    expect(await nextPlanOf(club, id)).to.equal('Plan 001')
  })
})

describe('the search of a form, in a browser', () => {
  const pages = withMemberPages()
  afterEach(() => setClock())

  const focused = (page: Page) => page.evaluate('document.activeElement.name')

  it('finds a plan in the open panel, without loading the page', async () => {
    const { club, id, path, email } = await givenPlans()
    const page = await (await pages.signedIn(email, { viewport: { width: 320, height: 640 } })).newPage()
    const errors = consoleErrorsOf(page)
    await page.goto(path)
    await page.evaluate('window.isFirst = true')
    await page.getByText('More', { exact: true }).first().click()
    await page.locator('#action-change > summary').click()
    const panel = page.locator('#action-change')
    const search = panel.getByLabel('Name begins with')
    await search.fill('Nothing')
    await search.press('Enter')
    await panel.getByText('Nothing that you sell begins with').waitFor()
    expect(await focused(page)).to.equal('price_id:search')
    await search.fill('Plan 001')
    await panel.getByRole('button', { name: 'Find' }).click()
    await panel.getByText('1 found for “Plan 001”').waitFor()
    expect(await focused(page)).to.equal('price_id')
    expect(await page.evaluate('window.isFirst && scrollX === 0')).to.equal(true)
    await panel.getByRole('combobox').selectOption({ label: 'Plan 001: ₮7,000 a month' })
    await panel.getByRole('button', { name: 'Change plan' }).last().click()
    await page.locator('dd', { hasText: 'Plan 001: ₮7,000' }).waitFor()
    expect(await nextPlanOf(club, id)).to.equal('Plan 001')
    expect(errors).to.deep.equal([])
  })

  it('keeps what was typed in other fields, also while the answer is on its way, and the place', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const page = await (await pages.signedIn(email)).newPage()
    await page.goto(`${home}/checkouts/new`)
    await page.locator('[name="item[0][quantity]"]').fill('4')
    await page.locator('[name="item[0][price]:search"]').fill('key-00')
    let go = () => {}
    const answered = new Promise<void>((done) => (go = done))
    await page.route('**/checkouts/new', async (route) => {
      await answered
      await route.continue()
    })
    await page.locator('[name="item[0][price]:search"]').press('Enter')
    await page.locator('[name="item[0][price]"]').selectOption({ label: 'Plan 150: ₮7,000' })
    await page.locator('[name=contact]').fill('saraa@example.com')
    go()
    await page.getByText('9 found for “key-00”').waitFor()
    expect(await focused(page)).to.equal('contact')
    expect(await page.locator('[name="item[0][price]"] :checked').innerText()).to.equal('Plan 150: ₮7,000')
    await page.unroute('**/checkouts/new')
    const values = { 'item[0][quantity]': '4', contact: 'saraa@example.com' }
    for (const [name, value] of Object.entries(values))
      expect(await page.locator(`[name="${name}"]`).inputValue()).to.equal(value)
    await page.locator('[name="item[0][price]"]').selectOption({ label: 'Plan 009: ₮7,000' })
    await page.locator('.bar [value=save]').click()
    await page.waitForURL(/\/checkouts\/\d+$/)
    const [checkout] = await created<CheckoutObject>(shop, '/checkouts')
    expect(checkout!.items[0]).to.include({ name: 'Plan 009', quantity: 4 })
  })

  it('keeps a price that was searched for when the language changes', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const page = await (await pages.signedIn(email)).newPage()
    await page.goto(`${home}/checkouts/new`)
    await page.locator('[name="item[0][price]:search"]').fill('Plan 001')
    await page.locator('[name="item[0][price]:search"]').press('Enter')
    await page.getByText('1 found for “Plan 001”').waitFor()
    const menu = page.locator('[name="item[0][price]"]')
    await menu.selectOption({ label: 'Plan 001: ₮7,000' })
    await page.locator('[name=contact]').fill('saraa@example.com')
    await page.locator('.languages').getByRole('link', { name: 'Монгол' }).click()
    await page.locator('html[lang=mn]').waitFor()
    expect(await menu.locator(':checked').innerText()).to.include('Plan 001')
    await page.locator('.bar [value=save]').click()
    await page.waitForURL(/\/checkouts\/\d+/)
    const [checkout] = await created<CheckoutObject>(shop, '/checkouts')
    expect(checkout!.items[0]!.name).to.equal('Plan 001')
  })

  it('says after Enter that it is saving', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const page = await (await pages.signedIn(email)).newPage()
    await page.goto(`${home}/checkouts/new`)
    const button = page.locator('.bar [value=save]')
    const busy = (await button.getAttribute('data-busy'))!
    await page.route('**/checkouts/new', () => new Promise(() => undefined)) // no answer
    await page.locator('[name=contact]').press('Enter')
    await button.filter({ hasText: busy }).waitFor()
  })

  it('removes an item without loading the page', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const page = await (await pages.signedIn(email)).newPage()
    const errors = consoleErrorsOf(page)
    await page.goto(`${home}/checkouts/new`)
    const name = (row: number) => page.locator(`[name="item[${row}][name]"]`)
    await name(0).fill('Tea')
    await page.locator('#item-1 > summary').click()
    await name(1).fill('Cup')
    await page.locator('#item-1').getByRole('button', { name: 'Remove this item' }).click()
    await page.locator('#item-1:not([open])').waitFor()
    expect([await name(0).inputValue(), await name(1).inputValue()]).to.deep.equal(['Tea', ''])
    expect(await page.evaluate('document.activeElement.parentElement.id')).to.equal('item-1')
    expect(errors).to.deep.equal([])
  })

  it('says that the connection failed, and works again', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const context = await pages.signedIn(email)
    const page = await context.newPage()
    await page.goto(`${home}/products/codes/new`)
    await page.getByText('Only for certain products').click()
    const find = page.getByRole('button', { name: 'Find' })
    await page.getByLabel('Name begins with').fill('Plan 001')
    await context.setOffline(true)
    await find.click()
    await page.getByText('The connection failed.').waitFor()
    await context.setOffline(false)
    await find.click()
    await page.getByText('1 found for “Plan 001”').waitFor()
    await page.getByLabel('Plan 001').check()
    expect(await page.getByLabel('Plan 001').isChecked()).to.equal(true)
  })

  it('keeps the form when the server fails for a moment', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const page = await (await pages.signedIn(email)).newPage()
    await page.goto(`${home}/checkouts/new`)
    await page.locator('[name=contact]').fill('saraa@example.com')
    await page.locator('[name="item[0][price]:search"]').fill('Plan 001')
    const find = page.getByRole('button', { name: 'Find' }).first()
    for (const status of [429, 503]) {
      await page.route('**/checkouts/new', (route) => route.fulfill({ status, body: 'Later' }))
      await find.click()
      await page.getByText('The connection failed.').waitFor()
      await page.unroute('**/checkouts/new')
      await find.click()
      await page.getByText('1 found for “Plan 001”').waitFor()
    }
    expect(await page.locator('[name=contact]').inputValue()).to.equal('saraa@example.com')
  })

  it('shows the sign-in when the session has ended', async () => {
    const { shop, email, home } = await givenShop()
    await givenMany(shop)
    const context = await pages.signedIn(email)
    const page = await context.newPage()
    await page.goto(`${home}/products/codes/new`)
    await page.getByText('Only for certain products').click()
    await onConnection((sql) => sql.run('UPDATE dashboard_sessions SET ended_at = NOW(6)'))
    await page.getByRole('button', { name: 'Find' }).click()
    await page.locator('[data-state=dashboard_removed], [data-state=dashboard_signed_out]').waitFor()
  })
})
