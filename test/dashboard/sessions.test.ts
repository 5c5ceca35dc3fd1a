import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { DAY, later } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { addMember } from '../../common/services/members/add.ts'
import { beginSession } from '../../common/services/members/begin-session.ts'
import { removeMember } from '../../common/services/members/remove.ts'
import { onConnection } from '../../db/sql.ts'
import { hiddenFields } from '../support/customer.ts'
import {
  forgetSignIns,
  givenMember,
  MemberBrowser,
  signInEmailsTo,
  stateOf,
} from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { separately } from '../support/separately.ts'
import { until } from '../support/service.ts'

const T0 = new Date('2026-08-12T11:04:00Z')
const at = (milliseconds: number) => setClock(() => later(T0, milliseconds))
const SESSIONS = '/dashboard/sessions'

let members = 0

async function givenOwner() {
  const shop = await givenMerchant()
  const email = `member-${(members += 1)}@example.com`
  const id = await givenMember(shop.projectId, email)
  const browser = await MemberBrowser.of(email)
  return { shop, email, id, browser, home: `/dashboard/${shop.projectId}/live` }
}

const endedAt = async (browser: MemberBrowser, path: string) => {
  const { headers } = await browser.get(path)
  return headers.location === undefined ? null : textOf(await browser.get(headers.location))
}

describe('a session of the dashboard', () => {
  beforeEach(() => {
    at(0)
    return forgetSignIns()
  })

  it('cannot be used through a frame of another site', async () => {
    const { browser, home } = await givenOwner()
    const pages = ['', '/payments/waiting', '/payments/import', '/members', '/settings', '/settings/brand']
    for (const path of [...pages.map((page) => home + page), SESSIONS]) {
      const { status, headers } = await browser.get(path)
      expect([status, headers['x-frame-options']], path).to.deep.equal([200, 'DENY'])
      expect(headers['content-security-policy'], path)
        .to.include("frame-ancestors 'none'")
        .and.include("default-src 'none'")
    }
  })

  it('is a cookie that scripts and other sites cannot use, whose hash alone is stored', async () => {
    const { email } = await givenOwner()
    const browser = new MemberBrowser()
    await browser.request(email)
    const pressed = await browser.press((await signInEmailsTo(email)).at(-1)!.url, '')
    const [cookie = ''] = pressed.headers['set-cookie'] as unknown as string[]
    expect(cookie).to.match(
      /^tolbor_dashboard=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    )
    const stored = await onConnection((sql) =>
      sql.rows<{ hash: Buffer }>('SELECT hash FROM dashboard_sessions'),
    )
    expect(stored.every(({ hash }) => !cookie.includes(hash.toString('base64url')))).to.equal(true)
  })

  it('has a __Host- cookie if the service uses https', async () => {
    const { email } = await givenOwner()
    const { baseUrl } = config()
    config().baseUrl = 'https://pay.example'
    try {
      const browser = await MemberBrowser.byEmail(email)
      expect([...browser.cookies.keys()]).to.have.members([
        '__Host-tolbor_sign_in',
        '__Host-tolbor_dashboard',
        'tolbor_sign_in_address', // not a secret, and only of use with the first one
      ])
      expect((await browser.get('/dashboard')).status).to.equal(303)
    } finally {
      config().baseUrl = baseUrl
    }
  })

  it('ends after 7 days without use, and after 30 days of daily use', async () => {
    const { browser, home } = await givenOwner()
    for (let day = 1; day < 30; day += 1) {
      at(day * DAY)
      expect((await browser.get(home)).status, `day ${day}`).to.equal(200)
      await noted(day)
    }
    at(30 * DAY)
    expect(await endedAt(browser, home)).to.include('Your session ended because some time has passed')

    const other = await givenOwner()
    at(37 * DAY - 1)
    expect((await other.browser.get(other.home)).status).to.equal(200)
    await noted(37)
    at(45 * DAY)
    expect(await endedAt(other.browser, other.home)).to.include('some time has passed')
  })

  /** Waits until the last use is stored, which pages do not wait for. */
  async function noted(day: number): Promise<void> {
    await until(async () => {
      const row = await onConnection((sql) =>
        sql.row<{ used: Date }>('SELECT MAX(last_used_at) AS used FROM dashboard_sessions'),
      )
      return row!.used >= later(T0, (day - 1) * DAY + 1)
    })
  }

  it('is listed with its device and last use, and can be ended from another browser', async () => {
    const { email, home } = await givenOwner()
    const phone = new MemberBrowser({
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604',
    })
    await phone.request(email)
    await phone.press((await signInEmailsTo(email)).at(-1)!.url, '')
    const desk = await MemberBrowser.of(email)
    const page = await desk.get(SESSIONS)
    expect(textOf(page)).to.include('Safari, iPhone').and.include('This browser').and.include('12 Aug 2026')
    const ids = Array.from(page.text.matchAll(/name="session_id" value="(\d+)"/g), ([, id]) => Number(id))
    expect(ids).to.have.length(3)
    const [, before] = ids.toSorted((one, other) => other - one)
    await desk.press(SESSIONS, 'end', { session_id: String(before) }, page)
    expect(await endedAt(phone, home)).to.include('You are signed out')
    expect((await desk.get(home)).status).to.equal(200)
  })

  it('cannot be ended by another member', async () => {
    const [own, foreign] = [await givenOwner(), await givenOwner()]
    const page = await foreign.browser.get(SESSIONS)
    const [, id = ''] = /name="session_id" value="(\d+)"/.exec(page.text) ?? []
    await own.browser.press(SESSIONS, 'end', { session_id: id })
    expect((await foreign.browser.get(foreign.home)).status).to.equal(200)
  })

  it('ends with the button, and everywhere with the other', async () => {
    const { email, home, browser } = await givenOwner()
    const [one, two] = [await MemberBrowser.of(email), await MemberBrowser.of(email)]
    expect((await one.press(home, '', {})).status).to.equal(404)
    const out = await one.press(SESSIONS, 'sign_out', {}, await one.get(home))
    expect(out.headers.location).to.equal('/dashboard/sign-in')
    expect(await endedAt(one, home)).to.include('You are signed out')
    expect((await two.get(home)).status).to.equal(200)
    await two.press(SESSIONS, 'end_all')
    for (const each of [two, browser]) expect(await endedAt(each, home)).to.include('You are signed out')
  })

  it('refuses forms of other sites and of other sessions', async () => {
    const { email, browser, home } = await givenOwner()
    const other = await MemberBrowser.of(email)
    const page = await browser.get(SESSIONS)
    const fields = { ...hiddenFields(page.text), action: 'end_all' }
    const statuses = [
      await browser.post(SESSIONS, { action: 'end_all' }),
      await other.post(SESSIONS, fields),
      await browser.post(SESSIONS, fields, { 'Sec-Fetch-Site': 'cross-site' }),
      await browser.post(SESSIONS, fields, { 'Sec-Fetch-Site': 'same-site' }),
    ].map(({ status }) => status)
    expect(statuses).to.deep.equal([403, 403, 403, 403])
    expect((await browser.get(home)).status).to.equal(200)
  })

  it('ends at once when its member is removed, and an open page says why', async () => {
    const { shop, id, browser, home } = await givenOwner()
    await givenMember(shop.projectId, 'last@example.com')
    const open = await browser.get(SESSIONS)
    await atomically((tx) => removeMember(tx, shop.projectId, id))
    expect(await endedAt(browser, home)).to.include('Your access to the dashboard has ended')
    const pressed = await browser.press(SESSIONS, 'end_all', {}, open)
    expect([pressed.status, stateOf(pressed)]).to.deep.equal([403, 'dashboard_removed'])
    expect(textOf(pressed)).to.include('ask an owner of the shop').and.include('was not saved')
    await atomically((tx) => addMember(tx, shop.projectId, { email: 'a@b.mn', role: 'viewer' }))
    await atomically((tx) =>
      addMember(tx, shop.projectId, { email: `member-${members}@example.com`, role: 'viewer' }),
    )
    expect(await endedAt(browser, home), 'old browsers stay signed out').to.include('You are signed out')
  })

  it('does not begin while its member is being removed', async () => {
    const { shop, id } = await givenOwner()
    await givenMember(shop.projectId, 'stays@example.com')
    const signIn = () =>
      atomically((tx) => beginSession(tx, id, { userAgent: 'A second phone', session: null }))
    const during = await atomically(async (tx) => {
      await removeMember(tx, shop.projectId, id)
      const begun = separately(signIn)
      await pause(100) // it reaches the lock
      return [begun]
    })
    expect(await during[0]).to.equal(null)
  })

  it('opens only the projects of its member: others look as if they did not exist', async () => {
    const { browser, email } = await givenOwner()
    const foreign = await givenMerchant()
    const pages = await Promise.all(
      [`/dashboard/${foreign.projectId}/live`, '/dashboard/999999999/live', '/dashboard/x/live'].map((path) =>
        browser.get(path),
      ),
    )
    expect(pages.map(({ status }) => status)).to.deep.equal([404, 404, 404])
    expect(new Set(pages.map(({ text }) => text)).size).to.equal(1)
    await givenMember(foreign.projectId, email, 'viewer')
    expect((await browser.get(`/dashboard/${foreign.projectId}/test`)).status).to.equal(200)
    expect(textOf(await browser.get('/dashboard'))).to.include('Your shops')
  })

  it('has the pages of the shop around the pages of the account, if the member came from it', async () => {
    const { browser, home, shop } = await givenOwner()
    const foreign = await givenMerchant()
    const [, href = ''] = /href="(\/dashboard\/sessions[^"]*)"/.exec((await browser.get(home)).text) ?? []
    expect(href.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=')).to.equal(
      `${SESSIONS}?shop=${shop.projectId}&mode=live`,
    )
    for (const path of [SESSIONS, '/dashboard/passkeys'])
      for (const [query, has] of [
        [`?shop=${shop.projectId}&mode=live`, true],
        [`?shop=${foreign.projectId}&mode=live`, false],
        ['', false],
      ] as const) {
        const { text, status } = await browser.get(path + query)
        expect([status, text.includes(`href="${home}/payments"`), path + query]).to.deep.equal([
          200,
          has,
          path + query,
        ])
      }
  })

  it('keeps the pages of the shop at an address that leads to no page', async () => {
    const { browser, home } = await givenOwner()
    for (const path of [`${home}/nothing`, `${home}/payments/1/nothing`]) {
      const page = await browser.get(path)
      expect([page.status, stateOf(page)]).to.deep.equal([404, 'dashboard_missing'])
      expect(page.text).to.include(`href="${home}/payments"`)
    }
  })

  it('shows test and live mode as different pages', async () => {
    const { browser, home } = await givenOwner()
    const live = await browser.get(home)
    const test = await browser.get(home.replace('live', 'test'))
    expect([live.text.includes('class="band"'), test.text.includes('class="band"')]).to.deep.equal([
      false,
      true,
    ])
    expect((await browser.get(home.replace('live', 'other'))).status).to.equal(404)
  })
})
