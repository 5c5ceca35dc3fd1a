import { expect } from 'chai'
import type { Response } from 'supertest'
import { numbers } from '../../bench/fill/numbers.ts'
import { searchTextOf } from '../../common/kit/wanted.ts'
import { getProject } from '../../common/services/projects/find.ts'
import { searchSubscriptions } from '../../common/services/subscriptions/search.ts'
import { onConnection } from '../../db/sql.ts'
import { hiddenFields } from '../support/customer.ts'
import { explain } from '../support/explain.ts'
import { at, givenJune } from '../support/given/club.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { countingReads } from '../support/rows-read.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

/** Creates a shop with a paid subscription, and a browser of an owner. */
async function givenSubscribed(product: { grace_period_days?: number } = {}) {
  const club = await givenJune(product)
  const { id } = await club.buy('basic')
  const email = `subscriptions-${(members += 1)}@example.com`
  await givenMember(club.shop.projectId, email)
  const list = `/dashboard/${club.shop.projectId}/test/subscriptions`
  const page = `${list}/${id}`
  const browser = await MemberBrowser.of(email)
  const retrieve = async () => (await club.shop.get(`/subscriptions/${id}`).expect(200)).body.data
  const press = async (action: string, fields: object = {}, from?: Response) =>
    browser.post(page, { ...formOf(from ?? (await browser.get(page)), action), ...fields, action })
  return { club, id, email, browser, list, page, retrieve, press }
}

/** Returns the hidden fields of the form with the button. */
function formOf({ text }: Response, action: string): Record<string, string> {
  return hiddenFields(text.split('<form').find((one) => one.includes(`value="${action}"`)) ?? '')
}

/** Returns the statement that creates this many customers of a project without a subscription, who have names that begin alike. */
function insertCustomers(name: string, count: number): string {
  return `INSERT INTO customers (project_id, is_test, name, created_at, updated_at)
    SELECT ?, 1, CONCAT('${name} ', seq), NOW(6), NOW(6) FROM ${numbers(1, count)}`
}

describe('a subscription in the dashboard', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('is listed by its status, its customer and its price', async () => {
    const { club, browser, list, page, retrieve } = await givenSubscribed()
    const { price_id: price } = (await retrieve()) as { price_id: number }
    for (const query of ['', '?status=active', `?customer_id=${club.customerId}`, `?price_id=${price}`])
      expect((await browser.get(list + query)).text, query).to.include(`href="${page}"`)
    expect((await browser.get(`${list}?status=past_due`)).text).not.to.include(`href="${page}"`)
    const customer = await browser.get(`${list.replace('subscriptions', 'customers')}/${club.customerId}`)
    expect(customer.text, 'its customer').to.include(`href="${page}"`)
  })

  it('is listed and exported by the days within which it ends, if it has not ended', async () => {
    const { club, email, page, list } = await givenSubscribed()
    const other = await club.another('other@example.com')
    const { id: canceled } = await other.buy('gold')
    await club.shop.post(`/subscriptions/${canceled}/cancel`, { mode: 'immediately' }).expect(200)
    const shown = async (time: string, days: number) => {
      at(time) // the period ends on 1 July at 23:59:59
      const browser = await MemberBrowser.of(email)
      const query = `?ends_within=${days}`
      const { text } = await browser.get(list + query)
      const csv = (await browser.get(`${list}.csv${query}`)).text
      expect([text, csv].map((one) => one.includes('other@example.com'))).to.deep.equal([false, false])
      return [text.includes(`href="${page}"`), csv.includes('bat@example.com')]
    }
    expect(await shown('2026-06-24T00:00:00Z', 7), 'in seven days').to.deep.equal([true, true])
    expect(await shown('2026-06-23T23:59:59Z', 7), 'in eight days').to.deep.equal([false, false])
    expect(await shown('2026-06-23T23:59:59Z', 14), 'within two weeks').to.deep.equal([true, true])
    expect(await shown('2026-07-01T23:00:00Z', 3), 'today').to.deep.equal([true, true])
    expect(await shown('2026-07-02T00:00:00Z', 3), 'over').to.deep.equal([false, false])
    at('2026-06-01T00:00:00Z')
  })

  it('shows when access ends while it is past due, as the entitlements of the API', async () => {
    const { club, email, page } = await givenSubscribed({ grace_period_days: 3 })
    at('2026-07-01T12:00:00Z')
    const label = 'Access ends if not renewed by'
    expect(textOf(await (await MemberBrowser.of(email)).get(page))).not.to.include(label)
    await club.travel('2026-07-02T00:00:00Z')
    const { body } = await club.shop.get(`/entitlements?customer_id=${club.customerId}`).expect(200)
    expect(body.data[0].until).to.equal('2026-07-04T23:59:59.000000Z')
    expect(textOf(await (await MemberBrowser.of(email)).get(page))).to.match(
      new RegExp(`${label}\\s+4 Jul(y)? 2026`),
    )
    at('2026-06-01T00:00:00Z')
  })

  it('shows its newest payments and checkouts, and leads to all checkouts', async () => {
    const { club, browser, page, list, id } = await givenSubscribed()
    await (await club.another('other@example.com')).buy('basic')
    const all = async (path: string) =>
      ((await club.shop.get(path).expect(200)).body.data as { id: number }[]).map((one) => one.id)
    const linked = ({ text }: Response, kind: string) =>
      Array.from(text.matchAll(new RegExp(`/test/${kind}/(\\d+)"`, 'g')), ([, one]) => Number(one))
    const few = await browser.get(page)
    expect(linked(few, 'checkouts')).to.deep.equal(await all(`/checkouts?subscription_id=${id}`))
    expect(linked(few, 'payments')).to.deep.equal(await all(`/payments?customer_id=${club.customerId}`))
    expect(linked(few, 'customers'), 'not in each row').to.deep.equal([club.customerId])
    expect(few.text).not.to.include('checkouts?subscription_id')
    const before = outlineOf(await statementsOf(() => browser.get(page)))
    for (let count = 0; count < 5; count += 1) await club.buy('basic')
    const many = await browser.get(page)
    const checkouts = await all(`/checkouts?subscription_id=${id}`)
    expect(checkouts).to.have.length(6)
    expect(linked(many, 'checkouts')).to.deep.equal(checkouts.slice(0, 5))
    const payments = await all(`/payments?customer_id=${club.customerId}`)
    expect(linked(many, 'payments')).to.deep.equal(payments.slice(0, 5))
    expect(many.text).to.include('checkouts?subscription_id')
    const whole = await browser.get(`${list.replace('subscriptions', 'checkouts')}?subscription_id=${id}`)
    expect(new Set(linked(whole, 'checkouts'))).to.deep.equal(new Set(checkouts))
    const statements = await statementsOf(() => browser.get(page))
    expect(outlineOf(statements)).to.deep.equal(before)
    const own = statements.find((text) => text.includes('FROM checkouts own'))!
    expect((await explain(own)).map(({ key }) => key)).to.include.members([
      'checkouts_subscription',
      'payments_payable',
    ])
  })

  it('shows its plan, its state, the link to renew and its history', async () => {
    const { browser, page } = await givenSubscribed()
    const shown = await browser.get(page)
    expect(textOf(shown)).to.include('Club').and.include('₮30,000 a month').and.include('1 Jul 2026')
    expect(textOf(shown))
      .to.include('The subscription began')
      .and.match(/The \S.+ (was|has not been) sent to \S+@/)
    const [, renew] = /data-copy="(http[^"]*\/r\/[^"]+)"/.exec(shown.text)!
    const { status, text } = await new MemberBrowser().get(new URL(renew!).pathname)
    expect([status, text.includes('renew')]).to.deep.equal([200, true])
  })

  it('is canceled for the end of the paid time, continued, and canceled at once', async () => {
    const { list, page, browser, press, retrieve } = await givenSubscribed()
    expect(textOf(await browser.get(page))).to.include('1 Jul 2026, end of paid time')
    expect((await press('cancel', { mode: 'at_period_end' })).status).to.equal(303)
    expect(await retrieve()).to.include({ status: 'active', cancellation_reason: 'requested' })
    expect(textOf(await browser.get(page)))
      .to.include('Not renewing')
      .and.include('The subscription ends on 1 Jul 2026.')
      .and.include('The subscription was canceled: it ends with its current period')
    expect((await browser.get(page)).text, 'the renewal link is not what to do').to.include('to-send lesser')
    expect((await press('resume')).status).to.equal(303)
    expect(textOf(await browser.get(page))).to.include('The cancellation was withdrawn.')
    expect(await retrieve()).to.include({ status: 'active', canceled_at: null })
    expect((await press('cancel', { mode: 'immediately' })).status).to.equal(303)
    expect(await retrieve()).to.include({ status: 'canceled', cancellation_reason: 'immediately' })
    const over = await browser.get(page)
    expect(textOf(over))
      .to.include('Canceled immediately')
      .and.include('The subscription has ended.')
      .and.include('The cancellation was withdrawn')
      .and.not.include('The subscription changed')
    expect(textOf(await browser.get(list)))
      .to.include('Ended 1 Jun 2026')
      .and.not.include('1 Jul 2026')
    expect(over.text).not.to.match(/value="(cancel|resume|change)"/)
  })

  it('tells the second of two people who cancel it, or one who continues it, that it has ended', async () => {
    const { page, browser, press } = await givenSubscribed()
    const first = await browser.get(page)
    const form = formOf(first, 'cancel')
    await press('cancel', { mode: 'immediately' }, first)
    for (const [action, fields] of [
      ['cancel', { mode: 'immediately' }],
      ['change', { price_id: '' }],
      ['resume', {}],
    ] as const) {
      const second = await browser.post(page, { ...form, ...fields, action })
      expect(second.status, action).to.equal(422)
      expect(textOf(second), action)
        .to.include('The subscription has already ended, so this changed nothing.')
        .and.include('Canceled immediately')
    }
  })

  it('gets another price at the next renewal, or no change', async () => {
    const { club, press, retrieve, browser, page } = await givenSubscribed()
    const { body } = await club.shop.get('/prices?lookup_key=gold').expect(200)
    const gold = (body.data as { id: number }[])[0]!.id
    await press('change', { price_id: String(gold) })
    expect(await retrieve()).to.include({ scheduled_price_id: gold })
    expect(textOf(await browser.get(page)))
      .to.include('From the next renewal')
      .and.include('₮90,000 a month')
    await press('change', { price_id: '' })
    expect(await retrieve()).to.include({ scheduled_price_id: null })
    expect(textOf(await press('change', { price_id: '' }))).to.include('Choose a plan first.')
  })

  it('keeps its price if the chosen one cannot be sold, and shows the error next to the field', async () => {
    const { club, browser, page, press, retrieve } = await givenSubscribed()
    const { body } = await club.shop.get('/prices?lookup_key=gold').expect(200)
    const gold = (body.data as { id: number }[])[0]!.id
    const before = await browser.get(page)
    await club.shop.patch(`/prices/${gold}`, { active: false }).expect(200)
    const refused = await press('change', { price_id: String(gold) }, before)
    expect(refused.status).to.equal(422)
    expect(textOf(refused)).to.include('can no longer be sold')
    expect(await retrieve()).to.include({ scheduled_price_id: null })
  })

  it('asks again if it became overdue after the page was opened', async () => {
    const { club, email, page, retrieve } = await givenSubscribed({ grace_period_days: 3 })
    at('2026-07-01T12:00:00Z')
    const browser = await MemberBrowser.of(email)
    const paid = await browser.get(page)
    await club.travel('2026-07-02T00:00:00Z')
    expect(await retrieve()).to.include({ status: 'past_due' })
    const cancel = (mode: string, from: Response) =>
      browser.post(page, { ...formOf(from, 'cancel'), mode, action: 'cancel' })
    const refused = await cancel('at_period_end', paid)
    expect(refused.status).to.equal(422)
    expect(textOf(refused)).to.include('The subscription has changed')
    expect(await retrieve()).to.include({ status: 'past_due' })
    await cancel('immediately', refused)
    expect(await retrieve()).to.include({ status: 'canceled' })
  })

  it('asks again if it was paid after the page was opened', async () => {
    const { club, email, page, retrieve } = await givenSubscribed({ grace_period_days: 3 })
    await club.travel('2026-07-02T00:00:00Z')
    const browser = await MemberBrowser.of(email)
    const overdue = await browser.get(page)
    await club.buy('basic')
    const form = { ...formOf(overdue, 'cancel'), mode: 'immediately', action: 'cancel' }
    const refused = await browser.post(page, form)
    expect(refused.status).to.equal(422)
    expect(textOf(refused)).to.include('The subscription has changed')
    expect(await retrieve()).to.include({ status: 'active' })
  })

  it('emails the renewal link while it is past due, once for two presses', async () => {
    const { club, email, page, retrieve } = await givenSubscribed({ grace_period_days: 3 })
    await club.travel('2026-07-02T00:00:00Z')
    const browser = await MemberBrowser.of(email)
    const soon = await browser.get(page)
    expect(soon.text).not.to.include('value="send"')
    expect(textOf(soon)).to.match(/You can send it to this address again from 2 Jul(y)? 2026, 00:59/)
    at('2026-07-02T01:00:00Z')
    const form = { ...formOf(await browser.get(page), 'send'), action: 'send' }
    expect((await browser.post(page, form)).status).to.equal(303)
    const again = await browser.post(page, form)
    expect(again.status).to.equal(422)
    expect(textOf(again)).to.match(/You can send it again from 2 Jul(y)? 2026, 02:00/)
    expect((await club.letters()).filter((kind) => kind === 'past_due')).to.have.length(2)
    at('2026-07-02T03:00:00Z')
    await club.buy('basic')
    expect(textOf(await browser.post(page, form))).to.include('not past due, so no email was sent')
    expect(await retrieve()).to.include({ status: 'active' })
    expect((await club.letters()).filter((kind) => kind === 'past_due')).to.have.length(2)
    at('2026-06-01T00:00:00Z')
  })

  it('begins as a trial by a form, once for two presses, and for a customer once', async () => {
    const { club, browser, list } = await givenSubscribed()
    const { body } = await club.shop.get('/prices?lookup_key=gym').expect(200)
    const price_id = String((body.data as { id: number }[])[0]!.id)
    const form = formOf(await browser.get(`${list}/new`), 'save')
    const fields = { ...form, customer: 'new@example.com', price_id, days: '14', action: 'save' }
    const sent = await Promise.all([1, 2].map(() => browser.post(`${list}/new`, fields)))
    expect(sent.map(({ status }) => status)).to.deep.equal([303, 303])
    expect(sent[0]!.headers.location).to.equal(sent[1]!.headers.location)
    expect(textOf(await browser.get(sent[0]!.headers.location!))).to.include('Trial ends')
    const again = await browser.press(`${list}/new`, 'save', { ...fields, form_key: 'other' })
    expect(again.status).to.equal(422)
    expect(textOf(again)).to.include('customer has')
    const missing = await browser.press(`${list}/new`, 'save', { customer: '', price_id, days: '14' })
    expect(textOf(missing)).to.include('Enter the email address of the customer.')
    const wrong = await browser.press(`${list}/new`, 'save', { customer: 'x', price_id: '', days: '0' })
    expect(textOf(wrong))
      .to.include('Check the email')
      .and.include('Choose a plan')
      .and.include('from 1 to 365')
  })

  it('is only looked at by a viewer, and in its own mode', async () => {
    const { club, browser, page, press } = await givenSubscribed()
    expect((await browser.get(page.replace('test', 'live'))).status).to.equal(404)
    const email = `viewer-${(members += 1)}@example.com`
    await givenMember(club.shop.projectId, email, 'viewer')
    const viewer = await MemberBrowser.of(email)
    const shown = await viewer.get(page)
    expect(shown.text).not.to.match(/value="(cancel|resume|change)"|\/r\//)
    const form = formOf(await browser.get(page), 'cancel')
    expect((await viewer.post(page, { ...form, action: 'cancel', mode: 'immediately' })).status).to.equal(403)
    expect((await press('cancel', { mode: 'immediately' })).status).to.equal(303)
  })

  it('is found by the customer, from the indexes of customers and subscriptions', async () => {
    const { club, browser, list, id } = await givenSubscribed()
    await (await club.another('other@example.com')).buy('basic')
    const { body } = await club.shop.get(`/customers/${club.customerId}`).expect(200)
    const { email } = body.data as { email: string }
    const found = await browser.get(`${list}?q=${encodeURIComponent(email.slice(0, -4))}`)
    expect(
      Array.from(found.text.matchAll(/<tr role="row" id="subscriptions-(\d+)"/g), ([, one]) => Number(one)),
    ).to.deep.equal([id])
    expect(textOf(await browser.get(`${list}?q=nobody@example.com`))).to.include('Nothing matches')
  })

  it('is found by a search that reads only what it finds', async () => {
    const { club, id } = await givenSubscribed()
    const { projectId } = club.shop
    await club.shop.patch(`/customers/${club.customerId}`, { name: 'Zolzaya' }).expect(200)
    await onConnection(async (sql) => {
      await sql.run(insertCustomers('Dorj', 3_000), [projectId])
      await sql.run(
        `INSERT INTO subscriptions (project_id, is_test, customer_id, product_id, price_id, status, current_period_start,
           current_period_end, anchor_day, anchor_months, reminded_until, created_at, updated_at)
         SELECT one.project_id, one.is_test, customer.id, product_id, price_id, status, current_period_start,
           current_period_end, anchor_day, anchor_months, reminded_until, one.created_at, one.updated_at
         FROM subscriptions one JOIN customers customer ON customer.project_id = one.project_id AND customer.name LIKE 'Dorj%'
         WHERE one.id = ?`,
        [id],
      )
    })
    for (const text of ['Zolzaya', 'Zolzaya bat@']) {
      const [found, read] = await countingReads(async (sql) => {
        const project = await getProject(sql, projectId)
        return searchSubscriptions(sql, { project, isTest: true }, searchTextOf(text, project.country))
      })
      expect(
        found.items.map((one) => one.id),
        text,
      ).to.deep.equal([id])
      expect(read, text).to.be.below(500)
    }
  })

  it('is not called missing if customers who begin alike were not all read', async () => {
    const { club, browser, list, id } = await givenSubscribed()
    await club.shop.patch(`/customers/${club.customerId}`, { name: 'Zolzaya Z' }).expect(200)
    await onConnection((sql) => sql.run(insertCustomers('Zolzaya', 1_100), [club.shop.projectId]))
    for (const text of ['Zolzaya', 'Z Zolzaya'])
      expect(textOf(await browser.get(`${list}?q=${encodeURIComponent(text)}`)), text)
        .to.include('Type more')
        .and.not.include('Nothing matches')
    const found = await browser.get(`${list}?q=Zolzaya+Z`)
    expect(found.text).to.include(`<tr role="row" id="subscriptions-${id}"`)
    expect(textOf(found)).not.to.include('Type more')
    const customers = list.replace('subscriptions', 'customers')
    expect(textOf(await browser.get(`${customers}?q=Z+Zolzaya`)), 'the list of customers')
      .to.include('Type more')
      .and.not.include('Nothing matches')
  })

  it('is found among many newer customers of the same name without a subscription', async () => {
    const { club, browser, list, id } = await givenSubscribed()
    await club.shop.patch(`/customers/${club.customerId}`, { name: 'Zolzaya' }).expect(200)
    for (let count = 0; count < 22; count += 1)
      await club.shop.post('/customers', { email: `z${count}@example.com`, name: 'Zolzaya' }).expect(201)
    const found = await browser.get(`${list}?q=Zolzaya`)
    expect(found.text).to.include(`<tr role="row" id="subscriptions-${id}"`)
    expect(textOf(found)).not.to.include('Type more to find fewer')
  })

  it('takes as many statements for a long list as for a short one', async () => {
    const { club, browser, list } = await givenSubscribed()
    await browser.get(list)
    const few = await statementsOf(() => browser.get(list))
    for (let count = 0; count < 3; count += 1)
      await (await club.another(`c${count}@example.com`)).buy('basic')
    const many = await statementsOf(() => browser.get(list))
    expect(outlineOf(many)).to.deep.equal(outlineOf(few))
    at('2026-06-01T00:00:00Z')
  })
})
