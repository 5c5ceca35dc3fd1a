import { expect } from 'chai'
import { type CustomerObject, customerProperties } from '../../common/domain/customers/object.ts'
import type { PriceObject } from '../../common/domain/prices/object.ts'
import { givenFields } from '../../common/kit/field.ts'
import { onConnection } from '../../db/sql.ts'
import { forgetSignIns, givenMember, MemberBrowser, stateOf } from '../support/given/member.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'

let members = 0

/** Creates a shop with a customer, and the browser of a member with this role. */
async function givenCustomer(role: 'owner' | 'staff' | 'viewer' = 'staff') {
  const shop = await givenMerchant()
  const { body } = await shop
    .post('/customers', { name: 'Saraa Bat', email: 'saraa@example.com', phone: '99112233' })
    .expect(201)
  const { data: customer } = body as { data: CustomerObject }
  const email = `people-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  const list = `/dashboard/${shop.projectId}/test/customers`
  return { shop, customer, browser, list, page: `${list}/${customer.id}` }
}

/** Inserts a subscription, a payment, a checkout and an invoice of a customer. */
async function insertObjects({ projectId }: Merchant, customerId: number, price: PriceObject): Promise<void> {
  const time = "'2026-08-12'"
  const insert = (table: string, columns: string, values: string) =>
    onConnection((sql) =>
      sql.run(
        `INSERT INTO ${table} (project_id, is_test, customer_id, created_at, updated_at, status, ${columns})
         VALUES (?, TRUE, ?, ${time}, ${time}, ${values})`,
        [projectId, customerId],
      ),
    )
  await insert(
    'subscriptions',
    'product_id, price_id, current_period_start, current_period_end, anchor_day, anchor_months, reminded_until',
    `'canceled', ${price.product_id}, ${price.id}, ${time}, ${time}, ${time}, 1, ${time}`,
  )
  await insert(
    'payments',
    'payable_type, payable_id, method, amount, currency',
    "'paid', 'checkout', 1, 'test', 5, 'MNT'",
  )
  await insert(
    'checkouts',
    'token, mode, currency, amount_subtotal, amount_total, is_guest, expires_at',
    `'expired', 'token', 'payment', 'MNT', 5, 5, 0, ${time}`,
  )
  await insert('invoices', 'token, amount, currency', "'draft', 'token', 5, 'MNT'")
}

describe('customers in the dashboard', () => {
  beforeEach(forgetSignIns)

  for (const text of ['Sara', 'bat', 'saraa@ex', '9911'])
    it(`are found by the beginning ${JSON.stringify(text)}`, async () => {
      const { browser, list, customer } = await givenCustomer()
      const found = await browser.get(`${list}?q=${encodeURIComponent(text)}`)
      expect(found.text.includes(`href="${list}/${customer.id}"`)).to.equal(true)
    })

  it('are found by the second word of their name, in Cyrillic too, and so are their subscriptions', async () => {
    const { shop, browser, list, customer } = await givenCustomer()
    const { body } = await shop
      .post('/prices', { product_data: { name: 'Club' }, unit_amount: 5, recurring_interval: 'month' })
      .expect(201)
    await insertObjects(shop, customer.id, (body as { data: PriceObject }).data)
    await shop.patch(`/customers/${customer.id}`, { name: 'Бат Дорж' }).expect(200)
    for (const page of [list, list.replace('customers', 'subscriptions')]) {
      const found = await browser.get(`${page}?q=${encodeURIComponent('дорж')}`)
      expect(textOf(found), page).to.include('Бат Дорж').and.not.include('Nothing matches')
    }
    const none = await browser.get(`${list}?q=${encodeURIComponent('орж')}`)
    expect(textOf(none)).to.include('Nothing matches').and.not.include('Бат Дорж')
  })

  it('that are not found may be among the payments: guests have no page here', async () => {
    const { browser, list } = await givenCustomer()
    const none = await browser.get(`${list}?q=Temuujin`)
    expect(textOf(none)).to.include('Look for “Temuujin” in Payments')
    expect(none.text.replaceAll('&#x3D;', '=')).to.include(
      `href="${list.replace('customers', 'payments')}?q=Temuujin"`,
    )
    expect(textOf(await browser.get(`${list}?q=Sara`))).to.not.include('in the payments')
  })

  it('have a page with a link to their portal, which opens it', async () => {
    const { browser, page } = await givenCustomer()
    const shown = await browser.get(page)
    expect(textOf(shown)).to.include('Saraa Bat').and.include('saraa@example.com')
    const [, link] = /data-copy="([^"]+\/portal\/[^"]+)"/.exec(shown.text) ?? []
    const answer = await browser.get(link!.replaceAll('&#x3D;', '='))
    expect(answer.status).to.be.oneOf([200, 303])
    expect(stateOf(answer)).not.to.equal('not_found')
  })

  it('have a page with every field that a merchant sets, except the metadata and the test clock', async () => {
    const { shop, browser, list } = await givenCustomer()
    const fields = givenFields(customerProperties, 'create').map(([name, { example }]) => [name, example])
    const values = Object.fromEntries(fields.filter(([, example]) => example !== null)) as object
    const { body } = await shop.post('/customers', values).expect(201)
    const text = textOf(await browser.get(`${list}/${(body as { data: CustomerObject }).data.id}`))
    const missing = fields.filter(([, example]) => !text.includes(String(example))).map(([name]) => name)
    expect(missing).to.deep.equal(['metadata', 'test_clock_id'])
  })

  it('have a page with the newest 20 of each kind, and a link to all of them if there are more', async () => {
    const { browser, page, list, shop, customer } = await givenCustomer('viewer')
    const { body } = await shop
      .post('/prices', { product_data: { name: 'Club' }, unit_amount: 5, recurring_interval: 'month' })
      .expect(201)
    const { data: price } = body as { data: PriceObject }
    const shownKinds = async () => {
      const { text } = await browser.get(page)
      const links = text.matchAll(/href="[^"]*\/test\/([\w-]+)\?customer_id&#x3D;(\d+)"/g)
      return Array.from(links, ([, kind, id]) => [kind, Number(id)])
    }
    for (let made = 0; made < 20; made += 1) await insertObjects(shop, customer.id, price)
    expect(await shownKinds()).to.deep.equal([])
    await insertObjects(shop, customer.id, price)
    await insertObjects(shop, customer.id + 1, price) // not in the lists of this customer
    const kinds = ['payments', 'subscriptions', 'invoices', 'checkouts']
    expect(await shownKinds()).to.deep.equal(kinds.map((kind) => [kind, customer.id]))
    for (const kind of kinds) {
      const { text } = await browser.get(`${list.replace('customers', kind)}?customer_id=${customer.id}`)
      expect(text.match(/<tr role="row"/g), kind).to.have.length(1 + 21)
    }
  })

  it('say that a form has too much text', async () => {
    const { browser, page } = await givenCustomer()
    const answer = await browser.press(`${page}/edit`, 'save', { name: 'x'.repeat(70_000) })
    expect([answer.status, stateOf(answer)]).to.deep.equal([413, 'error_too_long'])
  })

  it('have a form with every field that a PATCH takes, except the metadata', async () => {
    const { browser, page } = await givenCustomer()
    const { text } = await browser.get(`${page}/edit`)
    const fields = givenFields(customerProperties, 'change').map(([name]) => name)
    expect(fields).to.include.members(['email', 'metadata'])
    expect(fields.filter((name) => !text.includes(` name="${name}"`))).to.deep.equal(['metadata'])
  })

  it('can be changed, and what is wrong is said next to the field', async () => {
    const { browser, page, shop, customer } = await givenCustomer()
    const wrong = await browser.press(`${page}/edit`, 'save', { name: 'Saruul', email: 'nobody' })
    expect([wrong.status, wrong.text.includes('value="nobody"')]).to.deep.equal([422, true])
    const fields = { name: 'Saruul', email: 'saruul@example.com', phone: '', client_reference_id: '' }
    expect((await browser.press(`${page}/edit`, 'save', fields)).headers.location).to.equal(page)
    const { body } = await shop.get(`/customers/${customer.id}`)
    expect((body as { data: CustomerObject }).data).to.include({
      ...fields,
      phone: null,
      client_reference_id: null,
    })
    const none = await browser.press(`${page}/edit`, 'save', { ...fields, email: '' })
    expect([none.status, textOf(none).includes('one of them must remain')]).to.deep.equal([422, true])
  })

  it('have a form that says how long a text may be', async () => {
    const { browser, page } = await givenCustomer()
    const fields = { name: 'x'.repeat(256), client_reference_id: 'x'.repeat(192) }
    const wrong = await browser.press(`${page}/edit`, 'save', fields)
    expect(wrong.status).to.equal(422)
    expect(textOf(wrong)).to.include('at most 255 characters').and.include('at most 191 characters')
    expect(textOf(wrong)).not.to.include('one of them must remain')
  })

  it('have a form that names each of three wrong fields', async () => {
    const { browser, page } = await givenCustomer()
    const fields = { email: 'saruul@', phone: '12', client_reference_id: 'x'.repeat(192) }
    const text = textOf(await browser.press(`${page}/edit`, 'save', fields))
    expect(text).to.include('at most 191 characters').and.not.to.include('one of them must remain')
  })

  it('have a form that asks for one of three empty fields once, next to another wrong field', async () => {
    const { browser, page } = await givenCustomer()
    const fields = { name: 'x'.repeat(256), email: '', phone: '', client_reference_id: '' }
    const text = textOf(await browser.press(`${page}/edit`, 'save', fields))
    expect(text).to.include('at most 255 characters').and.include('one of them must remain')
    expect(text).not.to.include('Check the email address')
  })

  it('are erased after a tick, and then have no page', async () => {
    const { browser, page, list } = await givenCustomer()
    expect((await browser.press(page, 'erase')).status).to.equal(422)
    expect((await browser.press(page, 'erase', { agreed: '1' })).headers.location).to.equal(list)
    expect((await browser.get(page)).status).to.equal(404)
  })

  it('show a viewer no link, and cannot be changed or erased by one', async () => {
    const { browser, page } = await givenCustomer('viewer')
    const shown = await browser.get(page)
    expect(shown.text).not.to.include('/portal/')
    expect(stateOf(await browser.get(`${page}/edit`))).to.equal('dashboard_denied')
    await browser.press(page, 'erase', { agreed: '1' })
    expect((await browser.get(page)).status).to.equal(200)
  })

  it('of another shop or mode have no page here', async () => {
    const [one, other] = [await givenCustomer(), await givenCustomer()]
    expect((await one.browser.get(`${one.list}/${other.customer.id}`)).status).to.equal(404)
    expect((await one.browser.get(one.page.replace('/test/', '/live/'))).status).to.equal(404)
  })
})
