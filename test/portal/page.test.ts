import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { renewUrl } from '../../common/services/links/renewal.ts'
import { onConnection } from '../../db/sql.ts'
import { Customer } from '../support/customer.ts'
import { givenClub } from '../support/given/club.ts'
import { choicesOf, textOf, unescaped, Visitor } from '../support/given/portal-visitor.ts'

const BANK = {
  bank_transfer: {
    enabled: true,
    bank_name: 'Khan Bank',
    account_number: '5012345678',
    account_holder: 'Shop',
  },
}
const EVIL = `<img src=x onerror=alert(1)>"'{{7*7}}`

describe('the pages of the portal', () => {
  beforeEach(() => setClock(() => new Date('2026-06-01T00:00:00Z')))

  it('show that a reported payment is being checked, and offer no other payment', async () => {
    const club = await givenClub(undefined, {}, { timezone: 'UTC' })
    await club.shop.patch('', { payment_methods: BANK }).expect(200)
    const { id } = await club.buy('basic')
    const visitor = await Visitor.of(club)
    const renew = `/portal/subscriptions/${String(id)}/renew`
    const pressed = await visitor.press(renew, 'renew', { payment_method: 'bank_transfer' })
    const customer = new Customer(pressed.headers.location!)
    await customer.press('claim_transfer')
    const list = await visitor.get('/portal')
    expect(textOf(list)).to.match(
      /You reported a payment of ₮30,000 with reference \d{6} on 1 Jun 2026, 00:00 \(UTC\)\. Shop checks/,
    )
    expect(textOf(list)).to.match(/1 Jun 2026 Bank transfer Club ₮30,000 Being checked Details/)
    expect(list.text).to.include('aria-label="See the payment: Club"')
    expect((await visitor.get(renew)).headers.location).to.equal('/portal')
    expect((await visitor.get(renew.replace('renew', 'plans'))).headers.location).to.equal('/portal')
    await visitor.press(renew.replace('renew', 'cancel'), 'cancel')
    const canceled = textOf(await visitor.get(renew.replace('renew', 'canceled')))
    expect(canceled).to.match(/You reported a payment of ₮30,000 with reference \d{6}/)
    expect(canceled).to.include(
      'If Shop confirms it, your subscription continues, and you can cancel it again. Otherwise it stays canceled.',
    )
    expect(canceled).to.not.include('You have nothing more to pay')
  })

  it('list 150 subscriptions on six pages, with payments on the first and ended ones on the last', async () => {
    const club = await givenClub(undefined, {}, { timezone: 'UTC' })
    const { shop } = club
    const { id } = await club.buy('basic')
    await onConnection(async (sql) => {
      const own = [shop.projectId, id] as const
      await sql.run(
        `INSERT INTO products (project_id, is_test, name, created_at, updated_at)
         SELECT ?, 1, CONCAT('Product ', seq), NOW(6), NOW(6) FROM ${numbers(1, 150)}`,
        [shop.projectId],
      )
      await sql.run(
        `INSERT INTO subscriptions (project_id, is_test, customer_id, product_id, price_id, status, current_period_start,
           current_period_end, anchor_day, anchor_months, reminded_until, created_at, updated_at)
         SELECT product.project_id, 1, customer_id, product.id, price_id, IF(product.name = 'Product 1', 'canceled', 'active'),
           current_period_start, current_period_end, anchor_day, anchor_months, reminded_until, NOW(6), NOW(6)
         FROM products product JOIN subscriptions subscription
         WHERE product.project_id = ? AND product.name LIKE 'Product %' AND subscription.id = ? ORDER BY product.id`,
        own,
      )
    })
    const visitor = await Visitor.of(club)
    const seen: string[] = []
    let address = '/portal'
    for (let page = 1; page <= 6; page += 1) {
      const shown = await visitor.get(address)
      expect(shown.status, address).to.equal(200)
      const withoutStyles = shown.text.replace(/<style[^]*?<\/style>/g, '')
      expect(withoutStyles.length).to.be.below(40_000)
      seen.push(...Array.from(shown.text.matchAll(/Product \d+(?=<)/g), ([name]) => name))
      expect(shown.text.includes('id="payments"'), address).to.equal(page === 1)
      address = unescaped(/href="([^"]+)" rel="next"/.exec(shown.text)?.[1] ?? '')
    }
    expect(address).to.equal('')
    expect(new Set(seen)).to.have.property('size', 150)
    expect(seen.at(-1)).to.equal('Product 1')
    expect((await visitor.get('/portal?page=7')).headers.location).to.equal('/portal')
  })

  it('list every payment with its receipt: for checkouts and invoices, refundable and free', async () => {
    const club = await givenClub(undefined, {}, { timezone: 'UTC' })
    const { shop, customerId } = club
    await shop.patch('', { payment_methods: BANK }).expect(200)
    await club.buy('basic')
    const open = async (body: object, path = '/checkouts') => {
      const { body: made } = await shop.post(path, { customer_id: customerId, ...body }).expect(201)
      return new Customer(made.data.url as string)
    }
    const item = (name: string, unit_amount: number) => ({
      items: [{ price_data: { unit_amount, product_data: { name } }, quantity: 2 }],
    })
    await (await open(item('Gift', 0))).press('pay', { email: 'bat@example.com' })
    await (await open({ amount: 7_000, description: 'Repairs' }, '/invoices')).pay()
    const twice = await open(item('Tea', 4_000))
    await twice.pay({ payment_method: 'bank_transfer' })
    const transfer = await twice.get()
    await twice.pay({}, await twice.get('?choose=1'))
    await twice.press('claim_transfer', {}, transfer)
    const { body: late } = await shop.get('/payments?method=bank_transfer&status=pending').expect(200)
    await shop.post(`/payments/${late.data[0].id}/confirm`).expect(200)
    const declined = await open(item('Coffee', 9_000))
    await declined.pay({ test_outcome: 'declined' })
    const visitor = await Visitor.of(club)
    const text = textOf(await visitor.get('/portal'))
    expect(text).to.match(/1 Jun 2026 Test payment Tea × 2 ₮8,000 Paid Receipt R-\d+/)
    expect(text).to.match(/1 Jun 2026 Bank transfer Tea × 2 ₮8,000 To be refunded Details/)
    expect(text).to.match(/1 Jun 2026 Test payment Repairs ₮7,000 Paid Invoice INV-0001/)
    expect(text).to.match(/1 Jun 2026 Gift × 2 ₮0 Paid Receipt R-\d+/)
    expect(text).not.to.include('Coffee')
    const page = await visitor.get('/portal')
    const links = Array.from(
      page.text.matchAll(/<td role="cell"><a href="([^"]+)"/g),
      ([, link = '']) => link,
    )
    for (const link of links) {
      const receipt = await visitor.get(unescaped(link))
      expect([receipt.status, receipt.text.includes('data-state="receipt"')], link).to.deep.equal([200, true])
    }
  })

  it('list a long history of payments in pages', async () => {
    const club = await givenClub()
    for (let number = 1; number <= 27; number += 1) {
      await onConnection((sql) =>
        sql.run(
          `INSERT INTO checkouts (project_id, is_test, token, status, mode, currency, amount_subtotal, amount_total, is_guest,
             customer_id, receipt_number, paid_at, expires_at, created_at, updated_at)
           VALUES (?, 1, 't', 'complete', 'payment', 'MNT', 0, 0, 0, ?, ?, ?, NOW(), NOW(), NOW())`,
          [club.shop.projectId, club.customerId, `N-${number}.`, new Date(Date.UTC(2026, 0, number))],
        ),
      )
    }
    const visitor = await Visitor.of(club)
    const first = await visitor.get('/portal')
    expect(Array.from(first.text.matchAll(/N-(\d+)\./g), ([, n]) => Number(n))).to.deep.equal([
      27, 26, 25, 24, 23,
    ])
    expect(first.text).to.include('href="/portal/payments"')
    const pages = await Promise.all(
      ['', '?page=2', '?page=3'].map((query) => visitor.get(`/portal/payments${query}`)),
    )
    expect(pages.map(({ text }) => text.match(/N-\d+\./g)?.length ?? 0)).to.deep.equal([25, 2, 0])
    expect(pages.map(({ text }) => /rel="(prev|next)"/.exec(text)?.[1])).to.deep.equal([
      'next',
      'prev',
      undefined,
    ])
    expect(pages[2]!.headers.location, 'past the end').to.equal('/portal/payments')
  })

  it('list all ended subscriptions, starting with the last of each product', async () => {
    const club = await givenClub(undefined, {}, { timezone: 'UTC' })
    const { id } = await club.buy('basic')
    await club.shop.post(`/subscriptions/${String(id)}/cancel`, { mode: 'immediately' }).expect(200)
    const products: number[] = [club.productId]
    for (let number = 1; number <= 6; number += 1)
      products.push((await club.shop.post('/products', { name: `Club ${number}` })).body.data.id as number)
    await onConnection(async (sql) => {
      const row = await sql.row<object>('SELECT * FROM subscriptions WHERE id = ?', [id])
      for (let count = 1; count < 28; count += 1) {
        const { id: _, ...copy } = { ...row, id, product_id: products[count % 7]! }
        const names = Object.keys(copy).join(', ')
        await sql.run(`INSERT INTO subscriptions (${names}) VALUES (?)`, [Object.values(copy)])
      }
    })
    const visitor = await Visitor.of(club)
    const cards = async (address: string) =>
      ((await visitor.get(address)).text.match(/<article/g) ?? []).length
    expect(await cards('/portal')).to.equal(5)
    expect((await visitor.get('/portal')).text).to.include('href="/portal/ended"')
    expect([await cards('/portal/ended'), await cards('/portal/ended?page=2')]).to.deep.equal([25, 3])
    const first = await visitor.get('/portal/ended')
    expect(first.text).to.include('href="/portal/ended?page&#x3D;2"')
    expect(textOf(first)).to.include('It was ended early.').and.to.include('Subscribe again')
    await club.buy('basic')
    const held = textOf(await visitor.get('/portal/ended'))
    expect(held.match(/You have subscribed to it again/g)).to.have.length(3) // and one on the second page
  })

  it('explain that a plan is no longer sold, without links to empty pages', async () => {
    const club = await givenClub(undefined, {}, { timezone: 'UTC' })
    const { id } = await club.buy('basic')
    await club.shop.post(`/subscriptions/${String(id)}/cancel`, { mode: 'immediately' }).expect(200)
    await club.shop.patch(`/products/${String(club.productId)}`, { active: false }).expect(200)
    const visitor = await Visitor.of(club)
    const page = await visitor.get('/portal')
    expect(textOf(page)).to.include('This plan is no longer sold. To subscribe again, please contact Shop.')
    expect(choicesOf(page)).to.deep.equal([])
  })

  it('keep the chosen language from page to page', async () => {
    const club = await givenClub()
    const { id } = await club.buy('basic')
    const visitor = await Visitor.of(club)
    const list = await visitor.get('/portal?lang=mn')
    expect(list.text).to.include('<html lang="mn" dir="ltr">').and.to.include('Таны захиалгууд')
    expect(unescaped(list.text)).to.include(`href="/portal/subscriptions/${String(id)}/renew?lang=mn"`)
    const pressed = await visitor.press(`/portal/subscriptions/${String(id)}/cancel?lang=mn`, 'cancel')
    expect(pressed.headers.location).to.equal(`/portal/subscriptions/${String(id)}/canceled?lang=mn`)
    const renewed = await visitor.press(`/portal/subscriptions/${String(id)}/renew?lang=mn`, 'renew', {
      test_outcome: 'never',
    })
    expect((await visitor.open(renewed.headers.location!)).text).to.include('<html lang="mn" dir="ltr">')
    const accepted = await visitor.open('/portal', { 'Accept-Language': 'mn' })
    expect(accepted.text).to.include('<html lang="mn" dir="ltr">')
  })

  it('link to the return URL of the portal link', async () => {
    const club = await givenClub()
    const visitor = await Visitor.of(club, { return_url: 'https://shop.example/account?a=1&b=2' })
    const { text } = await visitor.get('/portal')
    const back = 'href="https://shop.example/account?a&#x3D;1&amp;b&#x3D;2"'
    expect(text).to.include(back)
    const { id } = await club.buy('basic')
    const at = `/portal/subscriptions/${String(id)}`
    for (const address of [`${at}/renew`, `${at}/plans`, `${at}/cancel`, '/portal/payments', '/portal/ended'])
      expect((await visitor.get(address)).text, address).to.include(back)
    expect((await (await Visitor.of(club)).get('/portal')).text).not.to.include('Back to Shop')
  })

  it('link to the website of the shop if there is no return URL', async () => {
    const club = await givenClub()
    await club.shop.patch('', { website_url: 'https://shop.example/' }).expect(200)
    const visitor = await Visitor.of(club)
    const { id } = await club.buy('basic')
    const at = `/portal/subscriptions/${String(id)}`
    for (const address of ['/portal', `${at}/renew`, `${at}/cancel`, '/portal/payments'])
      expect((await visitor.get(address)).text, address).to.include('href="https://shop.example/"')
    expect((await visitor.open(renewUrl(id))).text).to.include('href="https://shop.example/"')
    const list = await visitor.get('/portal')
    await visitor.press('/portal', 'sign_out', {}, list)
    expect((await visitor.get('/portal')).text).to.include('href="https://shop.example/"')
  })

  it('escape markup in all names and parameters', async () => {
    const club = await givenClub([{ lookup_key: 'basic' }, { lookup_key: 'gold' }], {}, { name: EVIL })
    const { shop, customerId, productId } = club
    await shop.patch(`/customers/${customerId}`, { name: EVIL }).expect(200)
    await shop.patch(`/products/${productId}`, { name: EVIL }).expect(200)
    const { id } = await club.buy('basic')
    const visitor = await Visitor.of(club, { return_url: `https://shop.example/${encodeURI('"><script>')}` })
    const at = `/portal/subscriptions/${String(id)}`
    for (const address of [
      '/portal',
      `${at}/renew`,
      `${at}/plans`,
      `${at}/cancel`,
      '/portal/payments',
      '/portal/ended',
    ]) {
      const { status, text } = await visitor.get(`${address}?said=<script>&lang=<script>&page=<script>`)
      expect(status, address).to.equal(200)
      expect(text, address).not.to.match(/<img src=x|<script>/)
      expect(text, address).to.include('&lt;img src&#x3D;x').and.to.include('{{7*7}}')
    }
  })

  it('change nothing when they are only viewed', async () => {
    const club = await givenClub([{ lookup_key: 'basic' }, { lookup_key: 'gold', unit_amount: 90_000 }])
    const { id } = await club.buy('basic')
    const visitor = await Visitor.of(club)
    const tables = ['checkouts', 'events', 'emails', 'segments', 'timers', 'portal_sessions', 'portal_links']
    const counts = () =>
      onConnection((sql) =>
        sql.rows(tables.map((table) => `SELECT COUNT(*) AS n FROM ${table}`).join(' UNION ALL ')),
      )
    const before = [await club.subscription(id), await counts()]
    const at = `/portal/subscriptions/${String(id)}`
    for (const address of [
      '/portal',
      `${at}/renew?periods=3&action=renew`,
      `${at}/plans`,
      `${at}/cancel?action=cancel`,
      at,
    ])
      await visitor.get(address)
    expect([await club.subscription(id), await counts()]).to.deep.equal(before)
  })
})
