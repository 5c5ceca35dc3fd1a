import { expect } from 'chai'
import type { Response } from 'supertest'
import type { InvoiceObject } from '../../common/domain/invoices/object.ts'
import type { Role } from '../../common/domain/members/role.ts'
import { dayOf, daysLater } from '../../common/domain/subscriptions/calendar.ts'
import { now, setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { Customer, hiddenFields } from '../support/customer.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { forgetSignIns, givenMember, MemberBrowser, typedIn } from '../support/given/member.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { givenClock } from '../support/given/test-clock.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

async function givenShop(role: Role = 'staff') {
  const shop = await givenMerchant()
  const email = `invoices-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  const list = `/dashboard/${shop.projectId}/test/invoices`
  const all = async () =>
    ((await shop.get('/invoices').expect(200)) as { body: { data: InvoiceObject[] } }).body.data
  return { shop, browser, list, all }
}

/** Returns the hidden fields of the form with the button. */
function formOf({ text }: Response, action: string): Record<string, string> {
  return hiddenFields(text.split('<form').find((one) => one.includes(`value="${action}"`)) ?? '')
}

describe('invoices in the dashboard', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('are listed by status, by customer, and those that are overdue', async () => {
    const { shop, browser, list } = await givenShop()
    setClock(() => new Date('2026-08-12T00:00:00Z'))
    const customerId = (await shop.post('/customers', { email: 'bat@example.com' }).expect(201)).body.data
      .id as number
    const { id } = await givenInvoice(shop, { due_date: '2026-08-13T00:00:00Z', customer_id: customerId })
    const page = `href="${list}/${id}"`
    for (const query of ['', '?status=open', `?customer_id=${customerId}`])
      expect((await browser.get(list + query)).text, query).to.include(page)
    for (const query of ['?status=paid', '?overdue=yes'])
      expect((await browser.get(list + query)).text, query).not.to.include(page)
    setClock(() => new Date('2026-08-14T00:00:00Z'))
    const overdue = await browser.get(`${list}?overdue=yes`)
    expect(overdue.text).to.include(page)
    expect(textOf(overdue)).to.include('Overdue')
    expect((await browser.get(`${list}.csv?overdue=yes`)).text).to.include('INV-0001')
  })

  it('are created from what was typed, once for each form, and show their link', async () => {
    const { browser, list, all } = await givenShop()
    const form = {
      ...hiddenFields((await browser.get(`${list}/new`)).text),
      ...{ amount: '₮150,000', description: 'Consulting', customer_email: 'saraa@example.com' },
      ...{ due: '2026-12-31', action: 'save' },
    }
    const twice = await Promise.all([browser.post(`${list}/new`, form), browser.post(`${list}/new`, form)])
    const [invoice, ...others] = await all()
    expect(others).to.deep.equal([])
    expect(invoice).to.include({ amount: 150_000, description: 'Consulting', status: 'open' })
    expect(new Set(twice.map(({ headers }) => headers.location))).to.deep.equal(
      new Set([`${list}/${invoice!.id}`]),
    )
    const shown = await browser.get(`${list}/${invoice!.id}`)
    expect(shown.text).to.include(invoice!.url!).and.include('class="qr"')
  })

  it('have a due day in a week filled in, unless the customer is on a test clock', async () => {
    const { browser, shop, list } = await givenShop()
    const dueOf = async (query = '') => {
      const { text } = await browser.get(`${list}/new${query}`)
      return /name="due" value="([^"]*)"/.exec(text)?.[1]
    }
    expect(await dueOf()).to.equal(daysLater(dayOf(now(), 'UTC'), 7))
    const clock = await givenClock(shop, '2030-01-12T04:00:00Z')
    const customer = await shop
      .post('/customers', { email: 'bat@example.mn', test_clock_id: clock.id })
      .expect(201)
    expect(await dueOf(`?customer_id=${customer.body.data.id}`)).to.equal('')
  })

  it('keep what was typed wrongly, with the errors', async () => {
    const { browser, list, all } = await givenShop()
    const wrong = await browser.press(`${list}/new`, 'save', { amount: 'much', description: 'Tea' })
    expect(wrong.status).to.equal(422)
    expect(wrong.text).to.include('value="much"').and.include('value="Tea"').and.include('id="amount')
    const email = await browser.press(`${list}/new`, 'save', { amount: '5', customer_email: 'saraa@' })
    expect(textOf(email)).to.include('Check the email address')
    for (const [fields, sentence] of [
      [{ amount: '' }, 'Write the amount in digits, such as ₮25,000.'],
      [{ amount: '12,50' }, 'Write a whole amount, without decimals, such as ₮25,000.'],
      [{ amount: '0' }, 'Enter an amount above zero.'],
      [{ amount: '99999999999999999999' }, 'Enter ₮999,999,999,999 or less.'],
    ] as const)
      expect(textOf(await browser.press(`${list}/new`, 'save', fields))).to.include(sentence)
    expect(await all()).to.deep.equal([])
  })

  it('are opened from a draft, or deleted', async () => {
    const { browser, list, all } = await givenShop()
    const draft = { amount: '5', draft: '1' }
    const first = (await browser.press(`${list}/new`, 'save', draft)).headers.location!
    expect(textOf(await browser.get(first))).to.include('Draft')
    await browser.press(first, 'finalize', {}, await browser.get(first))
    expect((await all()).map(({ status, number }) => [status, number])).to.deep.equal([['open', 'INV-0001']])
    const second = (await browser.press(`${list}/new`, 'save', draft)).headers.location!
    expect((await browser.press(second, 'delete')).headers.location).to.equal(list)
    expect(await all()).to.have.length(1)
  })

  describe('created as a draft', () => {
    afterEach(() => setClock())

    it('have no due day if it is still the filled-in one, and are not overdue if they are issued later', async () => {
      const { shop, browser, list, all } = await givenShop()
      const saved = async (fields: Record<string, string>) => {
        const form = { ...typedIn(await browser.get(`${list}/new`)), amount: '5', ...fields, action: 'save' }
        return (await browser.post(`${list}/new`, form)).headers.location!
      }
      expect(textOf(await browser.get(`${list}/new`))).to.include(
        'If you keep the suggested day, a draft is due a day after you issue it.',
      )
      const page = await saved({ draft: '1' })
      expect(textOf(await browser.get(page))).to.include('A day after it is issued')
      const issued = new Date(now().getTime() + 10 * 86_400_000)
      setClock(() => issued)
      await shop.post(`/invoices/${page.split('/').at(-1)}/finalize`).expect(200)
      expect((await shop.get('/invoices?overdue=true').expect(200)).body.data).to.deep.equal([])
      setClock()
      const chosen = daysLater(dayOf(now(), 'UTC'), 9)
      await saved({ draft: '1', due: chosen })
      await saved({ due: daysLater(dayOf(now(), 'UTC'), 7) })
      expect((await all()).map(({ due_date: due }) => due.slice(0, 10))).to.have.members([
        daysLater(dayOf(issued, 'UTC'), 1),
        ...[chosen, daysLater(dayOf(now(), 'UTC'), 7)],
      ])
    })
  })

  describe('changed as a draft', () => {
    afterEach(() => setClock())

    async function givenDraft(body: object = {}, role: Role = 'staff') {
      const { shop, browser, list } = await givenShop(role)
      const { id, retrieve } = await givenInvoice(shop, { auto_advance: false, ...body })
      const page = `${list}/${id}`
      const form = `${page}/edit`
      const save = async (fields: Record<string, string>, opened?: Response) => {
        const shown = opened ?? (await browser.get(form))
        return browser.post(form, { ...typedIn(shown), ...fields, action: 'save' })
      }
      return { shop, browser, id, retrieve, page, form, save }
    }

    it('begin with what they have, and are saved as typed', async () => {
      const given = { description: 'Tea', customer_email: 'bat@example.com' }
      const { browser, page, form, save, retrieve } = await givenDraft({
        ...{ ...given, due_date: '2036-12-24T09:00:00Z', metadata: { order: '7' }, locale: 'mn' },
      })
      const before = await retrieve()
      expect((await browser.get(page)).text).to.include(`href="${form}"`)
      const shown = typedIn(await browser.get(form))
      expect(shown).to.include({ ...given, amount: '180,000', due: '2036-12-24' })
      const same = await save({})
      expect([same.status, same.headers.location]).to.deep.equal([303, page])
      expect(await retrieve()).to.deep.include({ ...before, updated_at: (await retrieve()).updated_at })
      await save({ amount: '₮5,000', description: '', due: '2036-12-25' })
      expect(await retrieve()).to.deep.include({
        ...{ amount: 5_000, description: null, due_date: '2036-12-25T23:59:59.000000Z' },
        ...{ customer_id: before.customer_id, metadata: { order: '7' }, locale: 'mn', status: 'draft' },
      })
      expect(textOf(await browser.get(page)))
        .to.include('Saved.')
        .and.include('₮5,000')
    })

    it('keep what was typed wrongly, with the errors', async () => {
      const { save, retrieve } = await givenDraft({ customer_email: 'bat@example.com' })
      const before = await retrieve()
      const wrong = await save({ amount: 'much', description: 'Tea', due: '2020-01-01' })
      expect(wrong.status).to.equal(422)
      expect(wrong.text)
        .to.include('value="much"')
        .and.include('value="Tea"')
        .and.include('value="2020-01-01"')
      expect(textOf(wrong)).to.include('Choose today or a later day')
      const email = await save({ customer_email: 'saraa@', description: 'Tea' })
      expect(textOf(email)).to.include('Check the email address')
      expect(email.text).to.include('value="saraa@"').and.include('value="Tea"')
      expect(await retrieve()).to.deep.equal(before)
    })

    it('go to the customer of another address, or to no one, and keep a customer who has no address', async () => {
      const { shop, save, retrieve, browser, form } = await givenDraft({ customer_email: 'bat@example.com' })
      expect(textOf(await browser.get(form))).to.include(
        'Another address makes it an invoice of the customer',
      )
      const { id: saraa } = (await shop.post('/customers', { email: 'saraa@example.com' })).body.data
      await save({ customer_email: 'saraa@example.com' })
      expect(await retrieve()).to.include({ customer_id: saraa, customer_email: 'saraa@example.com' })
      await save({ customer_email: '' })
      expect(await retrieve()).to.include({ customer_id: null, customer_email: null })
      const { id } = (await shop.post('/customers', { name: 'Bold', client_reference_id: 'bold' })).body.data
      await shop.patch(form.replace(/.*(\/invoices\/\d+).*/, '$1'), { customer_id: id }).expect(200)
      expect(textOf(await browser.get(form))).to.include('It stays an invoice of Bold')
      await save({ customer_email: 'bold@example.com' })
      expect(await retrieve()).to.include({ customer_id: id, customer_email: 'bold@example.com' })
    })

    it('keep their customer on a test clock', async () => {
      const { shop, browser, list } = await givenShop()
      const clock = await givenClock(shop, '2030-01-12T04:00:00Z')
      const { id: customer_id } = await clock.givenCustomer()
      const { id, retrieve } = await givenInvoice(shop, { customer_id, auto_advance: false })
      const form = `${list}/${id}/edit`
      const save = async (fields: Record<string, string>) =>
        browser.post(form, { ...typedIn(await browser.get(form)), ...fields, action: 'save' })
      expect(textOf(await save({ due: '2029-12-31' }))).to.include('Choose today or a later day')
      expect((await save({ customer_email: 'saraa@example.com' })).status).to.equal(303)
      expect(await retrieve()).to.include({ customer_id, customer_email: 'saraa@example.com' })
    })

    it('keep the line breaks of a description, and a due date that is set when they open', async () => {
      const { shop, id, save, retrieve, browser, page } = await givenDraft({ description: 'Tea\nand cake' })
      expect(textOf(await browser.get(page))).to.include('A day after it is issued')
      await save({ description: 'Tea\r\nand coffee' })
      expect(await retrieve()).to.include({ description: 'Tea\nand coffee' })
      const opening = new Date('2036-08-12T11:04:00Z')
      setClock(() => opening)
      const { body } = await shop.post(`/invoices/${id}/finalize`).expect(200)
      expect(body.data.due_date).to.equal('2036-08-13T11:04:00.000000Z')
    })

    it('warn about a due date that has passed, until it is changed', async () => {
      const { browser, page, save } = await givenDraft({ due_date: '2020-01-01T00:00:00Z' })
      expect(textOf(await browser.get(page))).to.include('Choose a later day before you issue')
      expect((await save({ description: 'Tea' })).status, 'another field').to.equal(303)
      await save({ due: '2036-12-24' })
      expect(textOf(await browser.get(page))).not.to.include('Edit it and choose a later day')
    })

    it('are not changed once they have a number: the form says what to do, and keeps what was typed', async () => {
      const { shop, id, browser, page, form, save, retrieve } = await givenDraft()
      const opened = await browser.get(form)
      await shop.post(`/invoices/${id}/finalize`).expect(200)
      const before = await retrieve()
      const first = await save({ description: 'Mine' }, opened)
      expect(textOf(first)).to.include('Someone else has changed this meanwhile')
      const second = await save({ description: 'Mine' }, first)
      expect(second.status).to.equal(422)
      expect(textOf(second)).to.include('To correct it, void it on its page')
      expect(second.text).to.include('value="Mine"')
      expect(await retrieve()).to.deep.equal(before)
      expect((await browser.get(page)).text).not.to.include(`href="${form}"`)
    })

    it('have their old and new values in the audit log of the owner', async () => {
      const { browser, page, save } = await givenDraft({ description: 'Tea' }, 'owner')
      await save({ amount: '5000', description: 'Green tea' })
      const shown = textOf(await browser.get(page))
      expect(shown).to.include('Amount: ₮180,000 → ₮5,000').and.include('Tea → Green tea')
    })

    it('have no button for a viewer, who cannot save the form', async () => {
      const { browser, page, form, retrieve } = await givenDraft({}, 'viewer')
      const before = await retrieve()
      const shown = await browser.get(page)
      expect(shown.text).not.to.include(form)
      const forced = { ...hiddenFields(shown.text), amount: '5', action: 'save' }
      expect((await browser.post(form, forced)).status).to.equal(403)
      expect(await retrieve()).to.deep.equal(before)
    })
  })

  it('become void with one press, and a second person reads that the invoice has changed', async () => {
    const { shop, browser, list, all } = await givenShop()
    const { id } = await givenInvoice(shop)
    const page = await browser.get(`${list}/${id}`)
    const form = { ...formOf(page, 'void'), action: 'void' }
    expect((await browser.post(`${list}/${id}`, form)).status).to.equal(303)
    expect((await all())[0]!.status).to.equal('void')
    const late = await browser.post(`${list}/${id}`, form)
    expect(late.status).to.equal(422)
    expect(textOf(late)).to.include('The invoice has changed meanwhile').and.include('Void')
  })

  describe('sent by email', () => {
    const NOW = new Date('2026-08-12T11:04:00Z')
    const later = (hours: number) => setClock(() => new Date(NOW.getTime() + hours * 3_600_000))
    beforeEach(() => setClock(() => NOW))
    afterEach(() => setClock())

    const emailsOf = ({ projectId }: Merchant) =>
      onConnection((sql) =>
        sql.rows<{ recipient: string; status: string }>(
          "SELECT recipient, status FROM emails WHERE project_id = ? AND kind = 'invoice' ORDER BY id",
          [projectId],
        ),
      )

    async function givenPage(role: Role = 'staff', body: object = { customer_email: 'saraa@example.com' }) {
      const { shop, browser, list } = await givenShop(role)
      const { id } = await givenInvoice(shop, { due_date: '2026-08-14T00:00:00Z', ...body })
      const path = `${list}/${id}`
      const press = async () => browser.press(path, 'send', {}, await browser.get(path))
      return { shop, browser, id, path, press }
    }

    it('name the address before the press, and the time and the address after it', async () => {
      const { shop, browser, path, press } = await givenPage()
      const before = textOf(await browser.get(path))
      expect(before)
        .to.include('Send by email')
        .and.include('We email the invoice with its link to saraa@example.com')
      expect(before).not.to.include('Last emailed')
      expect((await press()).status).to.equal(303)
      const after = textOf(await browser.get(path))
      expect(after).to.include('The email to saraa@example.com is on its way').and.include('Last emailed')
      expect(after)
        .to.include('The invoice has not been sent to saraa@example.com yet')
        .and.not.include('Send by email')
      expect(await emailsOf(shop)).to.deep.equal([{ recipient: 'saraa@example.com', status: 'pending' }])
    })

    it('are sent again after an hour, and as a reminder after the due date', async () => {
      const { shop, browser, path, press } = await givenPage()
      await press()
      later(1)
      expect(textOf(await browser.get(path)))
        .to.include('Send again by email')
        .and.not.include('on its way')
      later(48)
      expect(textOf(await browser.get(path))).to.include('Send a reminder')
      await press()
      expect(await emailsOf(shop)).to.have.length(2)
    })

    it('are sent once by two presses of the same page, at once or hours apart', async () => {
      const { shop, browser, path } = await givenPage()
      const form = { ...formOf(await browser.get(path), 'send'), action: 'send' }
      const twice = await Promise.all([browser.post(path, form), browser.post(path, form)])
      expect(twice.map(({ status }) => status)).to.deep.equal([303, 303])
      later(2)
      expect((await browser.post(path, form)).status).to.equal(303)
      expect(await emailsOf(shop)).to.have.length(1)
    })

    it('are sent again at the time of the customer’s test clock', async () => {
      setClock()
      const { shop, browser, list } = await givenShop()
      const clock = await givenClock(shop, '2030-01-12T04:00:00Z')
      const { id: customerId } = await clock.givenCustomer()
      const { id } = await givenInvoice(shop, { customer_id: customerId })
      const path = `${list}/${id}`
      await browser.press(path, 'send', {}, await browser.get(path))
      expect((await browser.get(path)).text).not.to.include('value="send"')
      await clock.advance('2030-01-14T04:00:00Z')
      expect(textOf(await browser.get(path)))
        .to.include('Send a reminder')
        .and.include('Overdue')
    })

    it('name the member in the audit log', async () => {
      const { shop, id, press } = await givenPage()
      await press()
      const { body } = await shop.get(`/audit-log?object=invoice&object_id=${id}`).expect(200)
      const [entry] = body.data as Record<string, unknown>[]
      expect(entry).to.include({ actor: 'member', operation: 'dashboard/invoices.send', change: 'updated' })
    })

    it('have no button without an address: the page leads to the customer, or to the link', async () => {
      const { browser, shop, path } = await givenPage('staff', {})
      expect(textOf(await browser.get(path)))
        .to.include('None. Copy the link')
        .and.not.include('Send by email')
      const { id: customerId } = (await shop.post('/customers', { client_reference_id: 'saraa' })).body.data
      const { id } = await givenInvoice(shop, { customer_id: customerId })
      const known = await browser.get(path.replace(/\d+$/, String(id)))
      expect(textOf(known)).to.include('None yet. Add one to the customer')
      expect(known.text).to.include(`/customers/${customerId}/edit"`).and.not.include('value="send"')
    })

    it('have no button while a payment waits, and a late press says that something has changed', async () => {
      const { shop, browser, id, path } = await givenPage()
      await acceptTransfers(shop)
      const form = { ...formOf(await browser.get(path), 'send'), action: 'send' }
      const { url } = (await shop.get(`/invoices/${id}`)).body.data as { url: string }
      const customer = new Customer(url)
      await customer.pay({ payment_method: 'bank_transfer' })
      await customer.press('claim_transfer')
      expect((await browser.get(path)).text).not.to.include('value="send"')
      const late = await browser.post(path, form)
      expect(late.status).to.equal(422)
      expect(textOf(late)).to.include('a payment waits for your decision')
      expect(await emailsOf(shop)).to.deep.equal([])
    })

    it('say when the customer has had enough emails today', async () => {
      const { shop, browser, path } = await givenPage()
      const page = await browser.get(path)
      for (let count = 0; count < 20; count += 1) {
        const { id } = await givenInvoice(shop, { customer_email: 'saraa@example.com' })
        await shop.post(`/invoices/${id}/send`).expect(200)
      }
      const refused = await browser.press(path, 'send', {}, page)
      expect(refused.status).to.equal(422)
      expect(textOf(refused)).to.include('You can send it from 13 Aug 2026, 11:04')
      expect(await emailsOf(shop)).to.have.length(20)
    })

    it('say that the email was not delivered, until the address is corrected', async () => {
      const { shop, browser, id, path, press } = await givenPage()
      await press()
      await onConnection((sql) =>
        sql.run(
          "UPDATE emails SET status = 'failed', due_at = NULL WHERE project_id = ? AND kind = 'invoice'",
          [shop.projectId],
        ),
      )
      expect(textOf(await browser.get(path))).to.include(
        'The email to saraa@example.com could not be delivered',
      )
      const { customer_id: customerId } = (await shop.get(`/invoices/${id}`)).body.data as InvoiceObject
      await shop.patch(`/customers/${customerId}`, { email: 'right@example.com' }).expect(200)
      const corrected = textOf(await browser.get(path))
      expect(corrected).not.to.include('could not be delivered')
      expect(corrected).to.include('Emailed to saraa@example.com').and.include('link to right@example.com')
      await press()
      expect((await emailsOf(shop)).at(-1)!.recipient).to.equal('right@example.com')
    })

    it('are not sent by a viewer, who sees when they were', async () => {
      const { shop, browser, id, path } = await givenPage('viewer')
      const page = await browser.get(path)
      expect(page.text).not.to.include('value="send"')
      const forced = await browser.post(path, { ...hiddenFields(page.text), sent_at: '', action: 'send' })
      expect(forced.status).to.equal(403)
      expect(await emailsOf(shop)).to.deep.equal([])
      await shop.post(`/invoices/${id}/send`).expect(200)
      expect(textOf(await browser.get(path))).to.include('Last emailed')
    })
  })

  it('are only looked at by a viewer', async () => {
    const { shop, browser, list } = await givenShop('viewer')
    const { id } = await givenInvoice(shop)
    const shown = await browser.get(`${list}/${id}`)
    expect(shown.status).to.equal(200)
    expect(shown.text).not.to.include('value="void"')
    expect(textOf(await browser.get(`${list}/new`))).not.to.include('Create the invoice')
  })

  it('take as many statements for a long list as for a short one', async () => {
    const { shop, browser, list } = await givenShop()
    await givenInvoice(shop)
    await browser.get(list)
    const few = await statementsOf(() => browser.get(list))
    for (let count = 0; count < 3; count += 1) await givenInvoice(shop)
    const many = await statementsOf(() => browser.get(list))
    expect(outlineOf(many)).to.deep.equal(outlineOf(few))
  })
})
