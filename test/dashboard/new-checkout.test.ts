import { expect } from 'chai'
import type { CheckoutObject } from '../../common/domain/checkouts/object.ts'
import type { Role } from '../../common/domain/members/role.ts'
import { hiddenFields } from '../support/customer.ts'
import { givenPrice } from '../support/given/checkout.ts'
import { forgetSignIns, givenMember, MemberBrowser, stateOf } from '../support/given/member.ts'
import { givenCustomer, givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { forgetNothing, statementsOf } from '../support/statements.ts'

let members = 0

/** Creates a shop, and the browser of a member with this role on the form of a new checkout. */
async function givenForm(role: Role = 'staff') {
  const shop = await givenMerchant()
  const email = `sellers-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  const list = `/dashboard/${shop.projectId}/test/checkouts`
  const page = `${list}/new`
  const create = (fields: Record<string, string>, query = '') => browser.press(page + query, 'save', fields)
  return { shop, browser, list, page, create }
}

const tea = { 'item[0][name]': 'Tea', 'item[0][amount]': '1 000', 'item[0][quantity]': '2' }

async function checkouts(shop: Merchant): Promise<CheckoutObject[]> {
  const { body } = await shop.get('/checkouts').expect(200)
  return (body as { data: CheckoutObject[] }).data
}

describe('the form of a new checkout', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('creates a checkout from typed items and prices, and shows its link', async () => {
    const { shop, browser, list, create } = await givenForm()
    const { id: priceId } = await givenPrice(shop, { unitAmount: 10_000 })
    const saved = await create({
      ...tea,
      ...{ 'item[3][price]': String(priceId), 'item[3][name]': 'ignored', 'item[3][quantity]': '1' },
      ...{ discount: '₮2,000', client_reference_id: 'order-9', phone_number_collection: '1', locale: 'mn' },
    })
    const [checkout] = await checkouts(shop)
    expect([saved.status, saved.headers.location]).to.deep.equal([303, `${list}/${checkout!.id}`])
    expect(
      checkout!.items.map(({ name, quantity, unit_amount: unit }) => [name, quantity, unit]),
    ).to.deep.equal([
      ['Tea', 2, 1_000],
      ['Coffee', 1, 10_000],
    ])
    expect(checkout).to.include({
      ...{ amount_total: 10_000, client_reference_id: 'order-9', locale: 'mn' },
      ...{ phone_number_collection: true, email_collection: false, customer_id: null },
    })
    const shown = await browser.get(saved.headers.location!)
    expect(shown.text).to.include(checkout!.url).and.include('class="qr"')
    expect(textOf(shown), 'the message first in the language of the customer')
      .to.match(/Message \(Mongolian\) .* энд төлнө үү/)
      .and.match(/Message \(English\) .* please pay/)
    expect(shown.text.indexOf('энд төлнө үү')).to.be.below(shown.text.indexOf('please pay'))
  })

  it('creates one checkout when the same form is sent twice, also at the same moment', async () => {
    const { shop, browser, page } = await givenForm()
    const form = { ...hiddenFields((await browser.get(page)).text), ...tea, action: 'save' }
    const twice = await Promise.all([browser.post(page, form), browser.post(page, form)])
    const again = await browser.post(page, form)
    expect(new Set([...twice, again].map(({ headers }) => headers.location)).size).to.equal(1)
    expect(await checkouts(shop)).to.have.length(1)
    const changed = await browser.post(page, { ...form, 'item[0][quantity]': '3' })
    expect(changed.status).to.equal(303)
    await browser.press(page, 'save', tea)
    expect(await checkouts(shop), 'a changed form and a new form are new orders').to.have.length(3)
  })

  it('refuses a quantity with a digit too many, which no browser cuts', async () => {
    const { browser, page, create } = await givenForm()
    const [, most] = /id="item-0-quantity"[^>]*maxlength="(\d+)"/.exec((await browser.get(page)).text)!
    const wrong = await create({ ...tea, 'item[0][quantity]': '1000000'.slice(0, Number(most)) })
    expect(wrong.status).to.equal(422)
    expect(wrong.text).to.include('id="item-0-quantity-error"')
  })

  it('keeps what was typed, and says next to each field what is wrong', async () => {
    const { shop, browser, page, create } = await givenForm()
    const wrong = await create({
      ...{ 'item[0][name]': '', 'item[0][amount]': 'a thousand', 'item[0][quantity]': '0' },
      ...{ 'item[1][name]': 'Delivery', 'item[1][amount]': '5000.5', 'item[1][quantity]': '1' },
      ...{ contact: 'saraa@', discount: 'half', last_day: '2020-01-01' },
    })
    expect(wrong.status).to.equal(422)
    expect(wrong.text).to.include('value="a thousand"').and.include('value="5000.5"')
    for (const field of [
      'item-0-name',
      'item-0-amount',
      'item-0-quantity',
      'item-1-amount',
      'contact',
      'discount',
    ])
      expect(wrong.text, field).to.include(`id="${field}-error"`)
    const past = await create({ ...tea, last_day: '2020-01-01' })
    expect([past.status, past.text.includes('id="last_day-error"')]).to.deep.equal([422, true])
    const none = await browser.press(page, 'save')
    expect(textOf(none)).to.include('Choose an item, or type its name and price.')
    for (const id of ['item-0-name-error', 'item-0-amount-error']) expect(none.text).to.include(`id="${id}"`)
    const much = await create({ ...tea, discount: '2,001' })
    expect(textOf(much)).to.include('The discount is larger than the order.')
    expect(await checkouts(shop)).to.deep.equal([])
  })

  it('unfolds the rare choices only for a mistake in them', async () => {
    const { create } = await givenForm()
    const chosen = { ...tea, locale: 'auto', email_collection: '1', discount: '100' }
    const isOpen = ({ text }: { text: string }) => /<details class="later" open>\s*<summary>More/.test(text)
    const elsewhere = await create({ ...chosen, 'item[0][amount]': 'a thousand' })
    expect([elsewhere.status, isOpen(elsewhere)]).to.deep.equal([422, false])
    expect(elsewhere.text, 'what was typed in them stays').to.include('name="discount" value="100"')
    expect(isOpen(await create({ ...chosen, discount: 'half' }))).to.equal(true)
  })

  it('attaches the customer of an email address, of a phone number, or of the page that led here', async () => {
    const { shop, browser, create } = await givenForm()
    const known = await givenCustomer(shop, { email: 'saraa@example.com' })
    await create({ ...tea, contact: 'Saraa@example.com' })
    await create({ ...tea, contact: '9911 2233' })
    const other = await givenCustomer(shop, { name: 'Bat', client_reference_id: 'b' })
    const [link] = /[^"]*checkouts\/new[^"]*/.exec(
      (await browser.get(`/dashboard/${shop.projectId}/test/customers/${other}`)).text,
    )!
    expect(link).to.include(`customer_id&#x3D;${other}`)
    await create(tea, `?customer_id=${other}`)
    const [third, second, first] = await checkouts(shop)
    expect(first!.customer_id).to.equal(known)
    expect(second!.customer!.phone).to.equal('+97699112233')
    expect(third!.customer_id).to.equal(other)
    const bad = await create({ ...tea, contact: '12' })
    expect([bad.status, bad.text.includes('id="contact-error"')]).to.deep.equal([422, true])
  })

  it('lets a customer who is known by phone pay without an email, and offers the link as an SMS', async () => {
    const { shop, browser, create } = await givenForm()
    const usual = { ...tea, email_collection: '1' }
    const saved = await create({ ...usual, contact: '9911 2233' })
    const [checkout] = await checkouts(shop)
    expect(checkout!.email_collection).to.equal(false)
    const shown = await browser.get(saved.headers.location!)
    expect(textOf(shown)).to.match(/Customer \+97699112233 /)
    const [, address] = /href="(sms:[^"]+)"/.exec(shown.text)!
    const [number, body] = address!.replaceAll('&#x3D;', '=').split('?body=')
    expect([number, body!.includes(' ')]).to.deep.equal(['sms:+97699112233', false])
    expect(decodeURIComponent(body!)).to.include('please pay').and.include(checkout!.url)
    const other = await givenCustomer(shop, { phone: '+97699112244' })
    await create(usual, `?customer_id=${other}`)
    await create({ ...usual, contact: 'saraa@example.com' })
    const [byEmail, byPage] = await checkouts(shop)
    expect([byPage!.email_collection, byEmail!.email_collection]).to.deep.equal([false, true])
    const { body: price } = await shop
      .post('/prices', { product_data: { name: 'Gold' }, unit_amount: 9_000, recurring_interval: 'month' })
      .expect(201)
    const plan = { 'item[0][price]': String(price.data.id), 'item[0][quantity]': '1' }
    await create({ ...plan, email_collection: '1', contact: '9911 2255' })
    expect((await checkouts(shop))[0]!.email_collection, 'emails about the plan').to.equal(true)
  })

  it('sells a plan to a customer, but neither without one nor with other items', async () => {
    const { shop, create } = await givenForm()
    const { body } = await shop
      .post('/prices', { product_data: { name: 'Gold' }, unit_amount: 9_000, recurring_interval: 'month' })
      .expect(201)
    const plan = { 'item[0][price]': String(body.data.id), 'item[0][quantity]': '2' }
    expect(textOf(await create(plan))).to.include('A plan belongs to a customer.')
    const both = { ...plan, 'item[1][name]': 'Tea', 'item[1][amount]': '5', 'item[1][quantity]': '1' }
    expect(textOf(await create({ ...both, contact: 'bat@example.com' }))).to.include('must be the only item')
    const long = await create({ ...plan, 'item[0][quantity]': '61', contact: 'bat@example.com' })
    expect(textOf(long)).to.include('at most 60 periods')
    expect((await create({ ...plan, contact: 'bat@example.com' })).status).to.equal(303)
    const [checkout] = await checkouts(shop)
    expect([checkout!.mode, checkout!.amount_total, checkout!.customer?.email]).to.deep.equal([
      ...['subscription', 18_000, 'bat@example.com'],
    ])
  })

  it('does not sell a price that was archived after the page was opened, or one of another shop', async () => {
    const { shop, browser, page } = await givenForm()
    const { id } = await givenPrice(shop)
    const other = await givenPrice(await givenMerchant())
    const opened = await browser.get(page)
    await shop.patch(`/prices/${id}`, { active: false }).expect(200)
    for (const price of [id, other.id]) {
      const fields = { 'item[0][price]': String(price), 'item[0][quantity]': '1' }
      const refused = await browser.press(page, 'save', fields, opened)
      expect([refused.status, textOf(refused).includes('no longer sold')], String(price)).to.deep.equal([
        422,
        true,
      ])
    }
    expect(await checkouts(shop)).to.deep.equal([])
  })

  it('begins with the price of the page that led here', async () => {
    const { shop, browser, page } = await givenForm()
    const { id } = await givenPrice(shop)
    const shown = await browser.get(`${page}?price_id=${id}`)
    expect(shown.text).to.include(`<option value="${id}" selected>`)
  })

  it('is not for viewers', async () => {
    const { shop, browser, list, page } = await givenForm('viewer')
    expect(stateOf(await browser.get(page))).to.equal('dashboard_denied')
    const form = hiddenFields((await browser.get('/dashboard/sessions')).text)
    await browser.post(page, { ...form, ...tea, action: 'save' })
    expect(await checkouts(shop)).to.deep.equal([])
    expect((await browser.get(list)).text).not.to.include('checkouts/new')
  })

  it('takes the same number of statements for one price as for many', async () => {
    const { shop, browser, page } = await givenForm()
    await givenPrice(shop)
    await browser.get(page)
    const few = await statementsOf(() => browser.get(page))
    for (let n = 0; n < 5; n += 1) await givenPrice(shop)
    const many = await statementsOf(() => browser.get(page))
    expect(many.length).to.equal(few.length)
    expect(few.length).to.be.at.most(7)
  })
})
