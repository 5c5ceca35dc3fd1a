import { expect } from 'chai'
import type { Role } from '../../common/domain/members/role.ts'
import type { PaymentLinkObject } from '../../common/domain/payment-links/object.ts'
import { onConnection } from '../../db/sql.ts'
import { hiddenFields } from '../support/customer.ts'
import { givenPrice } from '../support/given/checkout.ts'
import { forgetSignIns, givenMember, MemberBrowser, stateOf, typedIn } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { forgetNothing, statementsOf } from '../support/statements.ts'

let members = 0

/** Creates a shop, and the browser of a member with this role. */
async function givenShop(role: Role = 'staff') {
  const shop = await givenMerchant()
  const email = `links-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  const list = `/dashboard/${shop.projectId}/test/payment-links`
  const create = (fields: Record<string, string>) => browser.press(`${list}/new`, 'save', fields)
  const links = async () =>
    ((await shop.get('/payment-links').expect(200)).body as { data: PaymentLinkObject[] }).data
  const post = async (body: object) =>
    ((await shop.post('/payment-links', body).expect(201)).body as { data: PaymentLinkObject }).data
  const get = async (id: number) =>
    ((await shop.get(`/payment-links/${id}`).expect(200)).body as { data: PaymentLinkObject }).data
  return { shop, browser, list, create, links, post, get }
}

const donation = {
  ...{ 'item[0][price]': 'custom', 'item[0][name]': 'Donation', 'item[0][minimum]': '1,000' },
  ...{ 'item[0][suggested]': '5 000', 'item[0][quantity]': '1' },
}
const sold = { price_data: { unit_amount: 8_000, product_data: { name: 'Tea' } }, quantity: 1 }

describe('payment links in the dashboard', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('are created with every choice, once, and show their address, code and message', async () => {
    const { browser, list, links } = await givenShop()
    const form = {
      ...hiddenFields((await browser.get(`${list}/new`)).text),
      ...{ ...donation, email_collection: '1', max_sales: '100', last_day: '2099-01-31' },
      ...{ thank_you_text: 'Thank you!\r\nSee you.', 'question[0][label]': 'Size', action: 'save' },
      ...{ 'question[0][type]': 'dropdown', 'question[0][options]': 'Small\r\nLarge' },
    }
    const twice = await Promise.all([browser.post(`${list}/new`, form), browser.post(`${list}/new`, form)])
    const [link, ...others] = await links()
    expect(others).to.deep.equal([])
    for (const { headers } of twice) expect(headers.location).to.equal(`${list}/${link!.id}`)
    expect(link!.items[0]!.price_data).to.deep.include({
      unit_amount: null,
      custom_unit_amount: { minimum: 1_000, maximum: null, suggested: 5_000 },
    })
    expect(link).to.include({
      max_sales: 100,
      thank_you_text: 'Thank you!\nSee you.',
      email_collection: true,
    })
    expect(link!.custom_fields[0]!.dropdown!.options.map(({ label }) => label)).to.deep.equal([
      'Small',
      'Large',
    ])
    const shown = await browser.get(twice[0].headers.location!)
    expect(shown.text).to.include(link!.url).and.include('class="qr"')
    expect(textOf(shown))
      .to.include('Donation. Order and pay here')
      .and.include('0 of 100')
      .and.match(/Message \(Mongolian\) .* Donation. Эндээс захиалж төлнө үү/)
      .and.include('Print poster')
    const path = new URL(link!.url).pathname
    for (const [language, scan] of [
      ['en', 'Scan and pay'],
      ['mn', 'Уншуулаад төлөөрэй'],
    ] as const) {
      expect(shown.text.replaceAll('&#x3D;', '=')).to.include(
        `href="${link!.url}?lang=${language}&amp;poster=1"`,
      )
      const poster = await browser.get(`${path}?lang=${language}&poster=1`)
      expect(poster.text, 'a button that prints').to.include('data-print')
      const page = await browser.get(`${path}?lang=${language}`)
      expect(page.text, 'customers have none').not.to.include('data-print')
      for (const one of [poster, page]) expect(textOf(one)).to.include(scan)
    }
    expect(textOf(await browser.get(list)))
      .to.include('From ₮1,000')
      .and.include('For sale')
  })

  it('keep their address and everything that the form does not show when they are changed', async () => {
    const { shop, browser, list, post, get } = await givenShop()
    await givenPrice(shop, { lookup_key: 'coffee' })
    const data = { name: 'Tea', description: 'Green', client_reference_id: 'T-1' }
    const created = await post({
      items: [
        {
          ...{ price_data: { unit_amount: 8_000, product_data: data }, quantity: 2 },
          adjustable_quantity: { enabled: true, min: 2, max: 7 },
        },
        { price: 'coffee', quantity: 1 },
      ],
      ends_at: '2099-01-31T09:30:00Z',
      custom_fields: [
        {
          key: 'size',
          label: 'Size',
          type: 'dropdown',
          dropdown: { options: [{ label: 'L', value: 'large' }] },
        },
      ],
      success_url: 'https://shop.example.org/thanks',
    })
    const page = `${list}/${created.id}/edit`
    await browser.post(page, { ...typedIn(await browser.get(page)), action: 'save' })
    const fields = typedIn(await browser.get(page))
    const same = await get(created.id)
    expect(same).to.deep.equal({ ...created, updated_at: same.updated_at })
    const changes = { 'item[0][amount]': '9 000', 'question[0][options]': 'L\nXL', thank_you_text: 'Thanks' }
    expect((await browser.post(page, { ...fields, ...changes, action: 'save' })).headers.location).to.equal(
      `${list}/${created.id}`,
    )
    const changed = await get(created.id)
    expect(changed.url).to.equal(created.url)
    expect(changed.items[0]).to.deep.equal({
      ...created.items[0]!,
      price_data: { ...created.items[0]!.price_data, unit_amount: 9_000 },
    })
    expect(changed.items[1]!.price).to.equal('coffee')
    expect(changed.custom_fields[0]!.dropdown!.options[0]).to.deep.equal({ label: 'L', value: 'large' })
    expect(changed.success_url).to.equal('https://shop.example.org/thanks')
    await browser.post(page, {
      ...typedIn(await browser.get(page)),
      ...changes,
      last_day: '',
      'question[0][label]': '',
      action: 'save',
    })
    expect(await get(created.id)).to.deep.include({ ends_at: null, custom_fields: [] })
  })

  it('say next to each field what is wrong, and keep what was typed', async () => {
    const { create, links } = await givenShop()
    const wrong = await create({
      ...{ ...donation, 'item[0][minimum]': 'much', max_sales: '-1', last_day: '2020-99-99' },
      ...{ 'question[0][label]': 'Size', 'question[0][type]': 'dropdown' },
    })
    expect(wrong.status).to.equal(422)
    for (const field of ['item-0-minimum', 'max_sales', 'last_day', 'question-0-options'])
      expect(wrong.text, field).to.include(`id="${field}-error"`)
    expect(wrong.text).to.include('value="much"')
    const range = await create({ ...donation, 'item[0][maximum]': '500' })
    expect(range.text).to.include('id="item-0-maximum-error"')
    const past = await create({ ...donation, last_day: '2020-01-01' })
    expect(past.text).to.include('id="last_day-error"')
    expect(await links()).to.deep.equal([])
  })

  it('are switched off and on, and show the checkouts that they opened', async () => {
    const { shop, browser, list, post, get } = await givenShop()
    const { id } = await post({ items: [sold] })
    const page = `${list}/${id}`
    const off = await browser.get(page)
    await browser.press(page, 'deactivate', {}, off)
    expect((await get(id)).status).to.equal('inactive')
    const shown = await browser.get(page)
    expect(shown.text).not.to.include('class="qr"')
    expect((await browser.get(`${list}?active=false`)).text).to.include(`href="${page}"`)
    expect((await browser.get(`${list}?active=true`)).text).not.to.include(`href="${page}"`)
    await browser.press(page, 'activate', {}, shown)
    expect((await get(id)).status).to.equal('active')
    const { body } = await shop.post('/checkouts', { items: [sold] }).expect(201)
    await onConnection((sql) =>
      sql.run('UPDATE checkouts SET payment_link_id = ? WHERE id = ?', [id, body.data.id]),
    )
    expect((await browser.get(page)).text).to.include(`/checkouts/${body.data.id}"`)
  })

  it('say that they do not sell when a price is archived', async () => {
    const { shop, browser, list, post } = await givenShop()
    const price = await givenPrice(shop)
    const { id } = await post({ items: [{ price_id: price.id, quantity: 1 }] })
    await shop.patch(`/prices/${price.id}`, { active: false }).expect(200)
    expect(textOf(await browser.get(`${list}/${id}`))).to.include('does not sell now')
    const form = await browser.get(`${list}/${id}/edit`)
    await browser.post(`${list}/${id}/edit`, { ...typedIn(form), max_sales: '5', action: 'save' })
    expect(textOf(await browser.get(`${list}/${id}`))).to.include('0 of 5')
  })

  it('can be saved as a file', async () => {
    const { browser, list, post } = await givenShop()
    const { id, url } = await post({ items: [sold], max_sales: 3 })
    const { text } = await browser.get(`${list}.csv`)
    expect(text)
      .to.match(/^\uFEFFid,created_at [^\r]*\r\n/)
      .and.include(`,active,${url},Tea,0,0,3,`)
    expect(text).to.include(`${id},`)
  })

  it('can be seen but not changed by viewers', async () => {
    const { browser, list, post, get } = await givenShop('viewer')
    const { id } = await post({ items: [sold] })
    const shown = await browser.get(`${list}/${id}`)
    expect(shown.text).not.to.include('/edit"')
    for (const page of [`${list}/new`, `${list}/${id}/edit`])
      expect(stateOf(await browser.get(page)), page).to.equal('dashboard_denied')
    await browser.press(`${list}/${id}`, 'deactivate')
    expect((await get(id)).active).to.equal(true)
  })

  it('of another shop have no page here', async () => {
    const [one, other] = [await givenShop(), await givenShop()]
    const { id } = await other.post({ items: [sold] })
    for (const path of ['', '/edit'])
      expect((await one.browser.get(`${one.list}/${id}${path}`)).status).to.equal(404)
  })

  it('take the same number of statements for one as for many', async () => {
    const { shop, browser, list, post } = await givenShop()
    const price = await givenPrice(shop)
    const { id } = await post({ items: [sold, { price_id: price.id, quantity: 1 }] })
    for (const [page, most] of [
      [list, 7],
      [`${list}/${id}`, 10],
      [`${list}/${id}/edit`, 8],
    ] as const) {
      await browser.get(page)
      const few = await statementsOf(() => browser.get(page))
      for (let n = 0; n < 3; n += 1)
        await post({ items: [{ price_id: (await givenPrice(shop)).id, quantity: 1 }] })
      const many = await statementsOf(() => browser.get(page))
      expect([page, many.length]).to.deep.equal([page, few.length])
      expect(few.length, page).to.be.at.most(most)
    }
  })
})
