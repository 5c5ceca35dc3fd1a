import { expect } from 'chai'
import type { Role } from '../../common/domain/members/role.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { givenReported } from '../support/given/transfer.ts'

let members = 0

/** Creates a shop with a confirmed transfer, and a browser of a member. */
async function givenConfirmed(role: Role = 'owner') {
  const { shop, paymentId } = await givenReported()
  await shop.post(`/payments/${paymentId}/confirm`).expect(200)
  const email = `changes-${(members += 1)}@example.com`
  const id = await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  return { shop, paymentId, email, id, browser, home: `/dashboard/${shop.projectId}/test` }
}

/** Returns a file as lines of cells. No cell of these files has a comma. */
function linesOf(text: string): string[][] {
  return text
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(','))
}

describe('the changes of an object in the dashboard', () => {
  beforeEach(forgetSignIns)

  it('are on its page for owners, newest first, with a link to all of them', async () => {
    const { browser, home, paymentId } = await givenConfirmed()
    const page = await browser.get(`${home}/payments/${paymentId}`)
    const [, section = ''] = page.text.split('>Changes</h2>')
    const moments = section.match(/<li>.*?<\/li>/gs) ?? []
    expect(moments[0])
      .to.match(/A program with the API token \S+ confirmed the payment of ₮25,000/)
      .and.not.include('confirmPayment')
    expect(moments.at(-1)).to.include('A customer created the payment of ₮25,000')
    const [, href = ''] = /href="([^"]*audit-log[^"]*)"/.exec(section) ?? []
    const all = textOf(await browser.get(href.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&')))
    expect(all)
      .to.include('confirmed the payment of ₮25,000')
      .and.not.match(/(Checkout|Member) \d/)
  })

  it('say how much of the money arrived, and how much was refunded', async () => {
    const { shop, paymentId } = await givenReported()
    const email = `changes-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email)
    const browser = await MemberBrowser.of(email)
    const confirm = (body: object) => shop.post(`/payments/${paymentId}/confirm`, body).expect(200)
    const shown = async () =>
      textOf(await browser.get(`/dashboard/${shop.projectId}/test/payments/${paymentId}`))
    await confirm({ amount_received: 15_000 })
    expect(await shown())
      .to.include('recorded that ₮15,000 arrived for the payment of ₮25,000')
      .and.include('₮15,000 arrived, a part of the money')
      .and.not.include('confirmed the payment of ₮25,000')
    await confirm({})
    expect(await shown()).to.include('confirmed the payment of ₮25,000: the missing ₮10,000 arrived')
    await shop.post(`/payments/${paymentId}/refunds`, { amount: 6_000 }).expect(201)
    expect(await shown())
      .to.include('refunded ₮6,000 of the payment of ₮25,000')
      .and.include('₮6,000 was refunded')
      .and.not.include('Money was refunded')
  })

  it('say who accepted less money as enough, at once or after a part had arrived', async () => {
    for (const bodies of [
      [{ amount_received: 20_000, accept_partial: true }],
      [{ amount_received: 20_000 }, { accept_partial: true }],
      [{ amount_received: 15_000 }, { amount_received: 5_000, accept_partial: true }],
    ]) {
      const { shop, paymentId } = await givenReported()
      const email = `changes-${(members += 1)}@example.com`
      await givenMember(shop.projectId, email)
      const browser = await MemberBrowser.of(email)
      for (const body of bodies) await shop.post(`/payments/${paymentId}/confirm`, body).expect(200)
      const page = `/dashboard/${shop.projectId}/test/payments/${paymentId}`
      expect(textOf(await browser.get(page)), JSON.stringify(bodies)).to.match(
        /A program with the API token \S+ confirmed the payment of ₮25,000 with ₮20,000/,
      )
    }
  })

  it('lead from the audit log to the object, which says where changes of both modes are', async () => {
    const { browser, home, paymentId } = await givenConfirmed()
    const log = await browser.get(`${home}/audit-log`)
    expect(log.text).to.include(
      `<a href="${home}/payments/${paymentId}">A customer reported <span class="linked">the payment of ₮25,000</span></a>`,
    )
    const shared = 'are in the audit log of live mode'
    expect(textOf(log)).to.include(shared)
    expect(textOf(await browser.get(`${home.replace('/test', '/live')}/audit-log`))).not.to.include(shared)
  })

  it('have a page that the keyboard enters without the menu', async () => {
    const { browser, home } = await givenConfirmed()
    const { text } = await browser.get(home)
    const first = text.indexOf('<a class="skip" href="#content">')
    expect(first).to.be.within(0, text.indexOf('sign_out'))
    expect(text).to.include('id="content" tabindex="-1"')
  })

  it('are on its page for staff without network addresses and the audit log, and not for viewers', async () => {
    const { browser, home, shop, paymentId } = await givenConfirmed()
    const pageFor = async (role: Role) => {
      const email = `changes-${(members += 1)}@example.com`
      await givenMember(shop.projectId, email, role)
      return browserPage(await MemberBrowser.of(email))
    }
    const browserPage = async (of: MemberBrowser) => textOf(await of.get(`${home}/payments/${paymentId}`))
    const change = 'A program with the API token'
    const [owner, staff, viewer] = [
      await browserPage(browser),
      await pageFor('staff'),
      await pageFor('viewer'),
    ]
    expect(owner)
      .to.include(change)
      .and.include('From the address')
      .and.include('All changes in the audit log')
    expect(staff).to.include(change).and.not.include('From the address').and.not.include('All changes')
    expect(viewer).to.include('History').and.not.include(change).and.not.include('From the address')
  })

  it('are on the page of a token, and the settings lead to theirs', async () => {
    const { shop, browser, home } = await givenConfirmed()
    const { text } = await browser.get(`${home}/developers/tokens`)
    const [, token] = new RegExp(`href="(${home}/developers/tokens/\\d+)"`).exec(text)!
    expect((await browser.get(token!)).text).to.match(/Changes<\/h2>.*?created the API token/s)
    expect((await browser.get(`${home}/settings`)).text).to.include(
      `href="/dashboard/${shop.projectId}/live/audit-log?object&#x3D;project"`,
    )
  })

  it('are the live-mode entries for a member, because members have no mode', async () => {
    const { browser, home, id, email } = await givenConfirmed()
    const { text } = await browser.get(`${home}/members/${id}`)
    expect(textOf({ text })).to.include(`added ${email} as an owner`)
    expect(text).to.include(`/live/audit-log?object&#x3D;member&amp;object_id&#x3D;${id}`)
  })
})

describe('lists as files in the dashboard', () => {
  beforeEach(forgetSignIns)

  it('have the audit log, for owners only', async () => {
    const { browser, home, paymentId, shop } = await givenConfirmed()
    const [headings, ...lines] = linesOf((await browser.get(`${home}/audit-log.csv?object=payment`)).text)
    expect(headings!.slice(0, 5)).to.deep.equal(['id', 'created_at (UTC)', 'object', 'object_id', 'change'])
    expect(new Set(lines.map((line) => line[2]))).to.deep.equal(new Set(['payment']))
    expect(lines[0]!.slice(3, 7)).to.deep.equal([String(paymentId), 'updated', 'confirmPayment', 'token'])
    const email = `changes-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email, 'staff')
    const staff = await MemberBrowser.of(email)
    expect((await staff.get(`${home}/audit-log.csv`)).status).to.equal(403)
  })

  it('have checkouts, with their items and amounts', async () => {
    const { browser, home } = await givenConfirmed()
    const [headings, line] = linesOf((await browser.get(`${home}/checkouts.csv?status=complete`)).text)
    const row = Object.fromEntries(headings!.map((name, at) => [name, line![at]]))
    expect(row).to.include({ status: 'complete', amount_total: '25000', currency: 'MNT' })
    expect(row.items).to.match(/^1 × \S/)
    expect(linesOf((await browser.get(`${home}/checkouts.csv?status=expired`)).text)).to.have.length(1)
  })

  it('have refunds, which have a list too', async () => {
    const { browser, home, shop, paymentId } = await givenConfirmed()
    const page = `${home}/payments/refunds`
    const none = await browser.get(page)
    expect(textOf(none)).to.include('Refunds appear here')
    expect(none.text).to.include(`href="${page}" data-key="f" aria-current="page"`)
    await shop
      .post(`/payments/${paymentId}/refunds`, { amount: 5_000, reason: 'late', note: '=1+1' })
      .expect(201)
    expect(textOf(await browser.get(page)))
      .to.include('Refunded')
      .and.include('₮5,000')
      .and.include('On this page: ₮5,000 refunded')
    const { body } = await shop.get(`/payments/${paymentId}`).expect(200)
    const { reference } = body.data as { reference: string }
    expect((await browser.get(`${page}?q=${reference}`)).text).to.include(
      `href="${home}/payments/${paymentId}"`,
    )
    expect(textOf(await browser.get(`${page}?q=nobody`))).to.include('Nothing matches')
    const [headings, line] = linesOf((await browser.get(`${page}.csv?payment_id=${paymentId}`)).text)
    const row = Object.fromEntries(headings!.map((name, at) => [name, line![at]]))
    expect(row).to.include({ payment_id: String(paymentId), amount: '5000', reason: 'late', note: "'=1+1" })
  })
})
