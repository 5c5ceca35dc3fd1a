import { expect } from 'chai'
import type { Response } from 'supertest'
import { onConnection } from '../../db/sql.ts'
import { forgetSignIns, givenMember, MemberBrowser, stateOf } from '../support/given/member.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { givenReported } from '../support/given/transfer.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

/** Creates a shop with a reported transfer, and a browser of an owner. */
async function givenPayments() {
  const { shop, paymentId, payment } = await givenReported()
  const email = `lists-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email)
  const browser = await MemberBrowser.of(email)
  return { shop, paymentId, payment, browser, page: `/dashboard/${shop.projectId}/test/payments` }
}

/** Copies a payment, so that a list becomes long. */
async function copy(paymentId: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO payments (project_id, is_test, method, status, amount, currency, reference, payable_type, payable_id,
           claimed_at, created_at, updated_at)
         SELECT project_id, is_test, method, status, amount, currency, ?, payable_type, payable_id,
           claimed_at, created_at, updated_at FROM payments WHERE id = ?`,
        [String(n).padStart(6, '0'), paymentId],
      ),
    )
}

const rowsIn = ({ text }: Response) => (text.match(/<tr role="row"/g)?.length ?? 1) - 1
const linkOf = ({ text }: Response, rel: string) =>
  new RegExp(`href="([^"]*)" rel="${rel}"`)
    .exec(text)?.[1]
    ?.replaceAll('&#x3D;', '=')
    .replaceAll('&amp;', '&')

describe('a list in the dashboard', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('shows 50 rows, and links to the older ones and back', async () => {
    const { browser, page, paymentId } = await givenPayments()
    await copy(paymentId, 60)
    const first = await browser.get(page)
    const older = await browser.get(linkOf(first, 'next')!)
    expect([rowsIn(first), rowsIn(older)]).to.deep.equal([50, 11])
    expect(linkOf(older, 'next')).to.equal(undefined)
    expect(linkOf(older, 'first')).to.equal(page)
  })

  it('keeps the filters when the language or the page changes', async () => {
    const { browser, page, paymentId } = await givenPayments()
    await copy(paymentId, 60)
    const first = await browser.get(`${page}?status=pending&method=bank_transfer`)
    expect(linkOf(first, 'next')).to.include('status=pending&method=bank_transfer&before=')
    expect(first.text).to.include('href="?status&#x3D;pending&amp;method&#x3D;bank_transfer&amp;lang=mn"')
    const inMongolian = await browser.get(`${page}?status=pending&lang=mn`)
    expect(linkOf(inMongolian, 'next')).to.include('status=pending&before=').and.include('lang=mn')
    expect(inMongolian.text).to.include('<input type="hidden" name="lang" value="mn">')
  })

  it('shows only what matches the filters, by whole days in the time zone of the shop', async () => {
    const { shop, browser, page, paymentId, payment } = await givenPayments()
    await shop.patch('', { timezone: 'Asia/Ulaanbaatar' }).expect(200)
    await onConnection((sql) =>
      sql.run("UPDATE payments SET created_at = '2026-08-11 16:00' WHERE id = ?", [paymentId]),
    )
    const rows = async (query: string) => rowsIn(await browser.get(`${page}?${query}`))
    expect(await rows('status=pending')).to.equal(1)
    expect(await rows('status=paid')).to.equal(0)
    expect(await rows('method=qpay')).to.equal(0)
    // 00:00 on 12 August in Ulaanbaatar.
    expect(await rows('from=2026-08-12&until=2026-08-12')).to.equal(1)
    expect(await rows('from=2026-08-13')).to.equal(0)
    expect(await rows('until=2026-08-11')).to.equal(0)
    const { customer_id: customer } = await payment()
    expect(await rows(`customer_id=${customer ?? 999_999}`)).to.equal(customer === null ? 0 : 1)
  })

  it('marks in a search that all objects are looked at, whatever the filter in the address is', async () => {
    const { browser, page, payment } = await givenPayments()
    const { reference } = await payment()
    const chosen = async (query: string) =>
      Array.from(
        (await browser.get(`${page}?${query}`)).text.matchAll(
          /class="chip"[^>]* aria-current="true">([^<]+)/g,
        ),
        ([, label]) => label,
      )
    expect(await chosen(`q=${reference!}`)).to.deep.equal(['All'])
    expect(await chosen(`q=${reference!}&status=paid`)).to.deep.equal(['All'])
    expect(await chosen('status=paid')).to.deep.equal(['Paid'])
  })

  it('names the object of a filter, and links to the list without this filter', async () => {
    const { shop, browser, page } = await givenPayments()
    const { body } = await shop
      .post('/customers', { email: 'bat@example.com', name: 'Bat Erdene' })
      .expect(201)
    const { text } = await browser.get(`${page}?customer_id=${body.data.id}&method=qpay&from=2026-08-13`)
    const chips = [
      ...text.matchAll(/id="set-(\w+)"><a class="chip"[^>]* href="([^"]*)"><span>(.*?)<svg/gs),
    ].map(([, name, href, label]) => [
      name,
      href!.split('?')[1]?.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&'),
      label!
        .replace(/<[^>]*>/g, '')
        .replaceAll('\u00a0', ' ')
        .trim(),
    ])
    const customer = `customer_id=${body.data.id}`
    expect(chips).to.deep.equal([
      ['method', `${customer}&from=2026-08-13`, 'Remove the filter Method: QPay'],
      ['customer_id', 'method=qpay&from=2026-08-13', 'Remove the filter Customer: Bat Erdene'],
      ['days', `method=qpay&${customer}`, 'Remove the filter Dates: from 13 Aug 2026'],
    ])
    const [, fold] = /<details class="later filters">\s*<summary>(.*?)<svg/s.exec(text)!
    expect(textOf({ text: fold! }).trim()).to.equal(
      'Filters Method: QPay · Customer: Bat Erdene · Dates: from 13 Aug 2026',
    )
  })

  it('says that it does not understand an address, instead of showing everything, and gives no file for it', async () => {
    const { browser, page } = await givenPayments()
    const unknown = 'A filter in this address is not known here.'
    for (const [query, sentence] of [
      ['status=nonsense', unknown],
      ['customer_id=bat', unknown],
      ['from=yesterday', unknown],
      ['from=2026-02-31', unknown],
      ['before=x', unknown],
      ['from=2026-08-12&until=2026-08-11', 'The last day comes before the first one.'],
    ] as const) {
      const list = await browser.get(`${page}?${query}`)
      expect([list.status, rowsIn(list), textOf(list).includes(sentence)], query).to.deep.equal([
        422,
        0,
        true,
      ])
      const file = await browser.get(`${page}.csv?${query}`)
      expect([file.status, file.headers.location], query).to.deep.equal([303, `${page}?${query}`])
    }
    const empty = await browser.get(`${page}?q=&status=&from=&until=`)
    expect([empty.status, rowsIn(empty)], 'a form with empty fields').to.deep.equal([200, 1])
  })

  it('finds an object by the beginning of a text, and asks for three characters', async () => {
    const { browser, page, payment } = await givenPayments()
    const { reference } = await payment()
    expect(rowsIn(await browser.get(`${page}?q=${reference!.slice(0, 4)}`))).to.equal(1)
    const none = await browser.get(`${page}?q=nobody`)
    expect(textOf(none)).to.include('Nothing matches').and.include('Show all')
    const short = await browser.get(`${page}?q=ab`)
    expect([short.status, textOf(short).includes('at least 3')]).to.deep.equal([422, true])
    expect(short.text).to.include('value="ab"')
  })

  it('says that a search for an amount found payments of this amount, and leads to all of them', async () => {
    const { browser, page, paymentId } = await givenPayments()
    const said = 'Payments of ₮25,000, and other matches of “25000”.'
    const few = await browser.get(`${page}?q=25000`)
    expect(rowsIn(few)).to.equal(1)
    expect(textOf(few)).to.include(said).and.not.include('Show all payments of')
    await copy(paymentId, 20)
    const many = textOf(await browser.get(`${page}?q=25000`))
    expect(many).to.include(`${said} The first 20 are shown. Show all payments of ₮25,000`)
    expect(textOf(await browser.get(`${page}?q=26000`))).not.to.include('Payments of ₮26,000')
  })

  it('says what will appear in it while it is empty', async () => {
    const { browser, page } = await givenPayments()
    const live = await browser.get(page.replace('test', 'live'))
    expect(textOf(live)).to.include('No payments yet. When a customer begins to pay')
    expect(stateOf(live)).to.equal('dashboard_payments')
    expect(live.text).to.not.include('role="search"').and.not.include('class="later filters"')
  })

  it('takes six statements: the session, and the rows of one moment', async () => {
    const { browser, page, paymentId } = await givenPayments()
    await copy(paymentId, 60)
    await browser.get(page)
    const statements = await statementsOf(() => browser.get(page))
    expect(outlineOf(statements)).to.deep.equal([
      'SELECT dashboard_sessions',
      'SET',
      'START',
      'SELECT payments',
      'SELECT payments',
      'COMMIT',
    ])
  })
})

describe('a list in the dashboard as a file', () => {
  beforeEach(forgetSignIns)

  it('has every object that matches the filters of the page that links to it', async () => {
    const { shop, browser, page, paymentId } = await givenPayments()
    await shop.patch('', { timezone: 'Asia/Ulaanbaatar' }).expect(200)
    await copy(paymentId, 60)
    await onConnection((sql) =>
      sql.run("UPDATE payments SET payer_name = '=1+1', created_at = '2026-08-11 16:30' WHERE id = ?", [
        paymentId,
      ]),
    )
    const list = await browser.get(`${page}?status=pending`)
    expect(list.text).to.include(`href="${page}.csv?status&#x3D;pending"`)
    const file = await browser.get(`${page}.csv?status=pending`)
    expect(file.headers['content-type']).to.equal('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).to.match(/^attachment; filename="payments-[-\d]+\.csv"$/)
    expect(file.text.startsWith('\uFEFFid,created_at (Asia/Ulaanbaatar),status,')).to.equal(true)
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines).to.have.length(62)
    expect(lines.find((line) => line.startsWith(`${paymentId},`)))
      .to.match(/^\d+,2026-08-12 00:30:00,pending,bank_transfer,25000,MNT,/)
      .and.include(",'=1+1,")
    expect((await browser.get(`${page}.csv?status=paid`)).text.split('\r\n')).to.have.length(2)
  })

  it('has the time of payment if payments are listed by it, in the same order', async () => {
    const { shop, browser, page, paymentId } = await givenPayments()
    await shop.patch('', { timezone: 'Asia/Ulaanbaatar' }).expect(200)
    await copy(paymentId, 2)
    await onConnection((sql) =>
      sql.run(
        `UPDATE payments SET status = 'paid', paid_at = IF(id = ?, '2026-08-12 03:30', '2026-08-12 01:00') WHERE project_id = ?
         AND (id = ? OR reference = '000000')`,
        [paymentId, shop.projectId, paymentId],
      ),
    )
    const file = await browser.get(`${page}.csv?days_of=payment`)
    const [headings, ...lines] = file.text.trimEnd().split('\r\n')
    expect(headings).to.match(
      /^\uFEFFid,created_at \(Asia\/Ulaanbaatar\),paid_at \(Asia\/Ulaanbaatar\),status,/,
    )
    expect(lines.map((line) => line.split(',')[2])).to.deep.equal([
      '2026-08-12 11:30:00',
      '2026-08-12 09:00:00',
    ])
    // Empty cells would look as if these were not paid.
    expect((await browser.get(`${page}.csv`)).text).not.to.include('paid_at')
  })

  it('is refused to people who are not members', async () => {
    const { page } = await givenPayments()
    const other = await givenPayments()
    const answer = await other.browser.get(`${page}.csv`)
    expect([answer.status, answer.headers['content-type']]).to.deep.equal([404, 'text/html; charset=utf-8'])
  })
})
