import { expect } from 'chai'
import type { Response } from 'supertest'
import type { Role } from '../../common/domain/members/role.ts'
import { onConnection } from '../../db/sql.ts'
import { hiddenFields } from '../support/customer.ts'
import { explain } from '../support/explain.ts'
import { forgetSignIns, givenMember, MemberBrowser, stateOf } from '../support/given/member.ts'
import type { Merchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { givenReported } from '../support/given/transfer.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

async function givenBrowser({ projectId }: Merchant, role: Role = 'owner') {
  const email = `payments-${(members += 1)}@example.com`
  await givenMember(projectId, email, role)
  return { browser: await MemberBrowser.of(email), email }
}

/** Creates a shop with a reported transfer of ₮25,000, and a browser of an owner on its page. */
async function givenPayment() {
  const transfer = await givenReported()
  const { shop, paymentId } = transfer
  const home = `/dashboard/${shop.projectId}/test`
  return { ...transfer, ...(await givenBrowser(shop)), home, page: `${home}/payments/${paymentId}` }
}

/** Returns the hidden fields of the form of one button. */
function fieldsOf({ text }: Response, action: string): Record<string, string> {
  const form = text.split('<form').find((one) => one.includes(`value="${action}"`)) ?? ''
  return { ...hiddenFields(form), action }
}

describe('a payment in the dashboard', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('is found on the list, and shows its order, its emails and its events in one history', async () => {
    const { browser, home, page, payment, confirm } = await givenPayment()
    const { reference } = await payment()
    expect((await browser.get(`${home}/payments?q=${reference}`)).text).to.include(`href="${page}"`)
    await confirm().expect(200)
    const shown = await browser.get(page)
    const { payable } = await payment()
    expect(shown.text).to.match(new RegExp(`href="[^"]*/checkouts/${payable.id}">[^<]+</a>`))
    const text = textOf(shown)
    expect(text)
      .to.match(/For\s+Tea/)
      .and.include(reference!)
      .and.include('₮25,000')
      .and.include('Your software confirmed')
    for (const moment of [
      'The customer chose to pay by Bank transfer',
      'The customer reported the payment',
      'The payment was added to the payments to check',
      'The order was paid',
      'The receipt has not been sent to',
    ])
      expect(text, moment).to.include(moment)
  })

  it('is confirmed with one press', async () => {
    const { browser, page, payment, email } = await givenPayment()
    const pressed = await browser.post(page, fieldsOf(await browser.get(page), 'confirm'))
    expect(pressed.status).to.equal(303)
    expect(await payment()).to.include({ status: 'paid', verified_by: email })
    expect(textOf(await browser.get(page))).to.include('You confirmed it on')
  })

  it('tells the second of two people who decided and when, and keeps the first decision', async () => {
    const { shop, browser, page, payment } = await givenPayment()
    const colleague = await givenBrowser(shop, 'staff')
    const shown = await browser.get(page)
    await colleague.browser.post(page, fieldsOf(await colleague.browser.get(page), 'reject'))
    const late = await browser.post(page, fieldsOf(shown, 'confirm'))
    expect(late.status).to.equal(303)
    expect(await payment()).to.include({ status: 'failed', verified_by: colleague.email })
    expect(textOf(await browser.get(page))).to.match(
      new RegExp(`${colleague.email} rejected it on \\d+ \\w+ \\d{4}, \\d\\d:\\d\\d`),
    )
  })

  it('is confirmed in part, and then only with the amount that was shown', async () => {
    const { browser, page, payment } = await givenPayment()
    const shown = await browser.get(page)
    const part = { ...fieldsOf(shown, 'confirm_sum'), amount_received: '10,000' }
    expect((await browser.post(page, part)).status).to.equal(303)
    expect(await payment()).to.include({ status: 'pending', amount_received: 10_000 })
    const again = await browser.post(page, part)
    expect([again.status, (await payment()).amount_received]).to.deep.equal([422, 10_000])
    const unreadable = await browser.post(page, { ...part, amount_received: 'all' })
    expect(unreadable.text).to.include('value="all"').and.include('id="amount_received-error"')
  })

  it('is rejected with one of the usual reasons or with a typed one, which is kept if it is too long', async () => {
    const { browser, page, payment } = await givenPayment()
    const form = fieldsOf(await browser.get(page), 'reject')
    const reason = 'x'.repeat(501)
    const long = await browser.post(page, { ...form, reason_choice: 'other', reason })
    expect([long.status, long.text.includes(reason)]).to.deep.equal([422, true])
    expect((await payment()).status).to.equal('pending')
    await browser.post(page, { ...form, reason_choice: 'not_found' })
    const { status, failure_message: message } = await payment()
    expect(status).to.equal('failed')
    expect(message).to.include('No payment with this amount')
  })

  it('is confirmed after all, although it was rejected', async () => {
    const { browser, page, payment, reject } = await givenPayment()
    await reject().expect(200)
    const shown = await browser.get(page)
    expect(textOf(shown)).to.include('Money arrived after all')
    await browser.post(page, fieldsOf(shown, 'confirm'))
    expect((await payment()).status).to.equal('paid')
  })

  it('is refunded by an owner, once for each amount that was shown as left', async () => {
    const { shop, browser, page, payment, confirm } = await givenPayment()
    await confirm().expect(200)
    const staff = await givenBrowser(shop, 'staff')
    const shown = await browser.get(page)
    expect((await staff.browser.get(page)).text).not.to.include('value="refund"')
    const form = {
      ...fieldsOf(shown, 'refund'),
      refund_amount: '5,000',
      refund_reason: 'late',
      refund_note: 'Sorry',
    }
    const token = hiddenFields((await staff.browser.get(page)).text).form_token!
    expect((await staff.browser.post(page, { ...form, form_token: token })).status).to.equal(403)
    for (const [status, refunded] of [
      [303, 5_000],
      [422, 5_000],
    ]) {
      const pressed = await browser.post(page, form)
      expect([pressed.status, (await payment()).amount_refunded]).to.deep.equal([status, refunded])
    }
    expect((await payment()).refunds[0]).to.include({ reason: 'late', note: 'Sorry', status: 'succeeded' })
    const part = textOf(await browser.get(page))
    expect(part)
      .to.include('Partly refunded')
      .and.match(/₮5,000 was refunded on \d/)
      .and.not.include('confirmed it')
    const much = { ...fieldsOf(await browser.get(page), 'refund'), refund_amount: '25000' }
    expect(textOf(await browser.post(page, much))).to.include('At most ₮20,000 is left to refund.')
    const none = await browser.post(page, { ...much, refund_amount: '' })
    expect([none.status, (await payment()).amount_refunded]).to.deep.equal([422, 5_000])
    // The whole rest is filled in, so that it is seen.
    expect((await browser.get(page)).text).to.match(/name="refund_amount" value="20,000"/)
    await browser.post(page, { ...much, refund_amount: '20000' })
    expect(await payment()).to.include({ status: 'refunded', amount_refunded: 25_000 })
    expect((await browser.get(page)).text).not.to.include('value="refund"')
    expect(textOf(await browser.post(page, much))).to.include('All of it has been refunded meanwhile.')
  })

  it('asks an owner who they are before a refund, if their last proof is old', async () => {
    const { browser, page, payment, confirm, email } = await givenPayment()
    await confirm().expect(200)
    const form = fieldsOf(await browser.get(page), 'refund')
    await onConnection((sql) =>
      sql.run(
        `UPDATE dashboard_sessions SET proved_at = NOW(6) - INTERVAL 20 MINUTE, created_at = proved_at
         WHERE member_id = (SELECT id FROM members WHERE email = ?)`,
        [email],
      ),
    )
    const faulty = await browser.post(page, { ...form, refund_amount: '99,999' })
    expect([faulty.status, stateOf(faulty)]).to.deep.equal([422, 'dashboard_payment'])
    expect(textOf(faulty))
      .to.include('At most ₮25,000 is left to refund.')
      .and.not.include('To refund a part')
    const asked = await browser.post(page, { ...form, refund_amount: '5,000' })
    expect([asked.status, stateOf(asked)]).to.deep.equal([403, 'dashboard_proof'])
    expect((await payment()).amount_refunded).to.equal(0)
  })

  it('is neither shown nor changed in another project or mode', async () => {
    const { browser, page, payment } = await givenPayment()
    const other = await givenPayment()
    const form = fieldsOf(await browser.get(page), 'confirm')
    for (const place of [page.replace('test', 'live'), `${other.home}/payments/${page.split('/').at(-1)}`]) {
      const visitor = place.startsWith(other.home) ? other.browser : browser
      expect((await visitor.get(place)).status, place).to.equal(404)
      await visitor.post(place, { ...form, ...fieldsOf(await other.browser.get(other.page), 'confirm') })
    }
    expect((await payment()).status).to.equal('pending')
  })

  it('is listed behind the task on the first page if it must be refunded', async () => {
    const { browser, home, page, shop, customer, confirm } = await givenPayment()
    const { id } = (await shop.get('/checkouts')).body.data[0] as { id: number }
    await customer.get()
    await onConnection((sql) =>
      sql.run(
        "UPDATE payments SET status = 'refund_required', amount_received = 25000 WHERE payable_id = ?",
        [id],
      ),
    )
    await confirm().expect(409)
    const first = await browser.get(home)
    const link = `${home}/payments?status=refund_required`
    expect(first.text.replaceAll('&#x3D;', '=')).to.include(`href="${link}"`)
    expect((await browser.get(link)).text).to.include(`href="${page}"`)
  })

  it('takes eight statements, each by an index', async () => {
    const { browser, page } = await givenPayment()
    await browser.get(page)
    const statements = await statementsOf(() => browser.get(page))
    expect(outlineOf(statements)).to.deep.equal([
      'SELECT dashboard_sessions',
      'SELECT payments',
      'SELECT events',
      'SELECT webhook_deliveries',
      'SELECT emails',
      'SELECT checkout_items',
      'SELECT audit_log',
      'SELECT payments',
    ])
    for (const text of statements) {
      for (const { type } of await explain(text))
        expect(type, text).to.be.oneOf(['const', 'eq_ref', 'ref', 'range', 'system'])
    }
  })
})
