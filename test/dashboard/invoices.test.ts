import { expect } from 'chai'
import type { Response } from 'supertest'
import type { InvoiceObject } from '../../common/domain/invoices/object.ts'
import type { Role } from '../../common/domain/members/role.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { hiddenFields } from '../support/customer.ts'
import { givenInvoice } from '../support/given/invoice.ts'
import { givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
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

const plain = (response: Response) => textOf(response).replaceAll('\u00a0', ' ')

describe('invoices in the dashboard', () => {
  forgetNothing()
  beforeEach(() => onConnection((sql) => sql.run('DELETE FROM sign_ins')))

  it('are listed by status, by customer, and those that are overdue', async () => {
    const { shop, browser, list } = await givenShop()
    setClock(() => new Date('2026-08-12T00:00:00Z'))
    const customerId = (await shop.post('/customers', { email: 'bat@example.com' }).expect(201)).body.data
      .id as number
    const { id } = await givenInvoice(shop, { due_date: '2026-08-13T00:00:00Z', customer_id: customerId })
    const page = `href="${list}/${id}"`
    for (const query of ['', '?status=open', `?customer_id=${customerId}`])
      expect((await browser.look(list + query)).text, query).to.include(page)
    for (const query of ['?status=paid', '?overdue=yes'])
      expect((await browser.look(list + query)).text, query).not.to.include(page)
    setClock(() => new Date('2026-08-14T00:00:00Z'))
    const overdue = await browser.look(`${list}?overdue=yes`)
    expect(overdue.text).to.include(page)
    expect(plain(overdue)).to.include('Overdue')
    expect((await browser.look(`${list}.csv?overdue=yes`)).text).to.include('INV-0001')
  })

  it('are created from what was typed, once for each form, and show their link', async () => {
    const { browser, list, all } = await givenShop()
    const form = {
      ...hiddenFields((await browser.look(`${list}/new`)).text),
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
    const shown = await browser.look(`${list}/${invoice!.id}`)
    expect(shown.text).to.include(invoice!.url!).and.include('class="qr"')
  })

  it('keep what was typed wrongly, with the errors', async () => {
    const { browser, list, all } = await givenShop()
    const wrong = await browser.press(`${list}/new`, 'save', { amount: 'much', description: 'Tea' })
    expect(wrong.status).to.equal(422)
    expect(wrong.text).to.include('value="much"').and.include('value="Tea"').and.include('id="amount')
    const email = await browser.press(`${list}/new`, 'save', { amount: '5', customer_email: 'saraa@' })
    expect(plain(email)).to.include('Check the email address')
    expect(await all()).to.deep.equal([])
  })

  it('are opened from a draft, or deleted', async () => {
    const { browser, list, all } = await givenShop()
    const draft = { amount: '5', draft: '1' }
    const first = (await browser.press(`${list}/new`, 'save', draft)).headers.location!
    expect(plain(await browser.look(first))).to.include('Draft')
    await browser.press(first, 'finalize', {}, await browser.look(first))
    expect((await all()).map(({ status, number }) => [status, number])).to.deep.equal([['open', 'INV-0001']])
    const second = (await browser.press(`${list}/new`, 'save', draft)).headers.location!
    expect((await browser.press(second, 'delete')).headers.location).to.equal(list)
    expect(await all()).to.have.length(1)
  })

  it('become void with one press, and a second person reads that the invoice has changed', async () => {
    const { shop, browser, list, all } = await givenShop()
    const { id } = await givenInvoice(shop)
    const page = await browser.look(`${list}/${id}`)
    const form = { ...formOf(page, 'void'), action: 'void' }
    expect((await browser.post(`${list}/${id}`, form)).status).to.equal(303)
    expect((await all())[0]!.status).to.equal('void')
    const late = await browser.post(`${list}/${id}`, form)
    expect(late.status).to.equal(422)
    expect(plain(late)).to.include('The invoice has changed meanwhile').and.include('Void')
  })

  it('are only looked at by a viewer', async () => {
    const { shop, browser, list } = await givenShop('viewer')
    const { id } = await givenInvoice(shop)
    const shown = await browser.look(`${list}/${id}`)
    expect(shown.status).to.equal(200)
    expect(shown.text).not.to.include('value="void"')
    expect(plain(await browser.look(`${list}/new`))).not.to.include('Create the invoice')
  })

  it('take as many statements for a long list as for a short one', async () => {
    const { shop, browser, list } = await givenShop()
    await givenInvoice(shop)
    await browser.look(list)
    const few = await statementsOf(() => browser.look(list))
    for (let count = 0; count < 3; count += 1) await givenInvoice(shop)
    const many = await statementsOf(() => browser.look(list))
    expect(outlineOf(many)).to.deep.equal(outlineOf(few))
  })
})
