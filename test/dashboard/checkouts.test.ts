import { expect } from 'chai'
import type { Response } from 'supertest'
import { onConnection } from '../../db/sql.ts'
import { hiddenFields } from '../support/customer.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenTransferShop, tea } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

/** Creates a shop with an open checkout, and a browser of an owner. */
async function givenOpen() {
  const shop = await givenTransferShop()
  const checkout = await givenCheckout(shop, { ...tea(), client_reference_id: 'order-7' })
  const email = `checkouts-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email)
  const list = `/dashboard/${shop.projectId}/test/checkouts`
  const browser = await MemberBrowser.of(email)
  return { shop, ...checkout, browser, list, page: `${list}/${checkout.id}` }
}

function expireForm({ text }: Response): Record<string, string> {
  const form = text.split('<form').find((one) => one.includes('value="expire"')) ?? ''
  return { ...hiddenFields(form), action: 'expire' }
}

describe('a checkout in the dashboard', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('is found on the list by its reference and its status', async () => {
    const { browser, list, page } = await givenOpen()
    for (const query of ['', '?q=order-7', '?status=open'])
      expect((await browser.get(list + query)).text, query).to.include(`href="${page}"`)
    expect((await browser.get(`${list}?status=complete`)).text).not.to.include(`href="${page}"`)
  })

  it('shows its link to send and its code while it can be paid, then its payment and receipt', async () => {
    const { browser, page, url, customer } = await givenOpen()
    const open = await browser.get(page)
    expect(open.text).to.include(url).and.include('class="qr"')
    expect(textOf(open)).to.include('please pay ₮25,000 here').and.include('has not begun to pay')
    for (const [lang, first, second] of [
      ['en', 'please pay', 'энд төлнө үү'],
      ['mn', 'энд төлнө үү', 'please pay'],
    ] as const) {
      const text = textOf(await browser.get(`${page}?lang=${lang}`))
      expect(text.indexOf(first), `first in the language of the member: ${lang}`).to.be.within(
        1,
        text.indexOf(second),
      )
    }
    await customer.pay()
    const paid = await browser.get(page)
    expect(paid.text).not.to.include(url)
    expect(textOf(paid))
      .to.include('bat@example.com')
      .and.include('The order was paid')
      .and.match(/The receipt (was|has not been) sent to \S+@/)
    expect(paid.text).to.match(/href="[^"]*\/payments\/\d+"/)
  })

  it('expires by a button, but not if it was paid after the page was opened', async () => {
    for (const isPaid of [false, true]) {
      const { browser, page, customer, retrieve } = await givenOpen()
      const form = expireForm(await browser.get(page))
      if (isPaid) await customer.pay()
      const pressed = await browser.post(page, form)
      expect(pressed.status).to.equal(isPaid ? 422 : 303)
      if (isPaid) expect(textOf(pressed)).to.include('no longer open, so this changed nothing')
      expect((await retrieve()).status).to.equal(isPaid ? 'complete' : 'expired')
      expect((await browser.get(page)).text).not.to.include('value="expire"')
    }
  })

  it('is neither shown nor expired in another mode', async () => {
    const { browser, page, retrieve } = await givenOpen()
    const live = page.replace('test', 'live')
    expect((await browser.get(live)).status).to.equal(404)
    await browser.post(live, expireForm(await browser.get(page)))
    expect((await retrieve()).status).to.equal('open')
  })

  it('takes at most fourteen statements, also with several payments', async () => {
    const { browser, page, customer, id } = await givenOpen()
    await customer.pay()
    await browser.get(page)
    const few = await statementsOf(() => browser.get(page))
    for (let n = 0; n < 3; n += 1)
      await onConnection((sql) =>
        sql.run(
          `INSERT INTO payments (project_id, is_test, method, status, amount, currency, payable_type, payable_id, created_at,
             updated_at)
           SELECT project_id, is_test, method, 'failed', amount, currency, payable_type, payable_id, created_at, updated_at
           FROM payments WHERE payable_type = 'checkout' AND payable_id = ? LIMIT 1`,
          [id],
        ),
      )
    const many = await statementsOf(() => browser.get(page))
    expect(outlineOf(many)).to.deep.equal(outlineOf(few))
    expect(few.length).to.be.at.most(14)
  })
})
