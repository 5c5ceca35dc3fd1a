import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Response } from 'supertest'
import { typedFields } from '../../api/dashboard/kept-press.ts'
import { typedTexts } from '../../api/dashboard/sign-in/typed-texts.ts'
import { render } from '../../api/pages/render.ts'
import { later, MINUTE } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { removeMember } from '../../common/services/members/remove.ts'
import { endAllSessions } from '../../common/services/members/sessions.ts'
import { translate } from '../../common/services/text/translate.ts'
import { hiddenFields } from '../support/customer.ts'
import {
  forgetSignIns,
  givenMember,
  MemberBrowser,
  signInEmailsTo,
  stateOf,
  typedIn,
} from '../support/given/member.ts'
import { givenMerchant, givenTransferShop, type Merchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { givenReported } from '../support/given/transfer.ts'
import { dashboardStates } from './states.ts'

const T0 = new Date('2026-08-12T11:04:00Z')
const at = (milliseconds: number) => setClock(() => later(T0, milliseconds))
const COOKIE = 'tolbor_kept'
const NOTICE = 'You were signed out before this was saved.'
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' }

let members = 0

/** Opens a browser of a member whose session is then ended from elsewhere. */
async function given(own?: Merchant) {
  const shop = own ?? (await givenMerchant())
  const email = `kept-${(members += 1)}@example.com`
  const id = await givenMember(shop.projectId, email)
  const browser = await MemberBrowser.of(email)
  return {
    ...{ shop, email, id, browser, home: `/dashboard/${shop.projectId}/test` },
    end: () => atomically((tx) => endAllSessions(tx, id)),
  }
}

/** Follows the link "Sign in" of a page, and signs in by the link in the email. Returns the page that it leads to. */
async function signInAt(browser: MemberBrowser, page: Response, email: string): Promise<string> {
  const [, href = ''] = /class="primary" href="([^"]+)"/.exec(page.text) ?? []
  const signIn = href.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&')
  expect(signIn).to.match(/^\/dashboard\/sign-in/)
  await browser.request(email, signIn.slice('/dashboard/sign-in'.length))
  return (await browser.press((await signInEmailsTo(email)).at(-1)!.url, '')).headers.location!
}

/** Returns the length of a response's status line and headers. */
function headerBytesOf({ headers }: Response): number {
  const lines = Object.entries(headers as Record<string, string | string[]>).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  )
  return `HTTP/1.1 403 Forbidden\r\n${lines.join('')}\r\n`.length
}

const countOf = async (shop: Merchant, path: string) =>
  ((await shop.get(path).expect(200)).body as { data: object[] }).data.length

const LINK = { 'item[0][name]': 'Ном "A" & <b>', 'item[0][amount]': '20000' }

describe('a press after its session has ended', () => {
  beforeEach(() => {
    at(0)
    return forgetSignIns()
  })

  it('shows what was typed after the sign-in, saves nothing by itself, and creates one object', async () => {
    const { shop, browser, home, email, end } = await given()
    const page = `${home}/payment-links/new?from=1`
    const opened = await browser.get(page)
    await end()
    const late = await browser.press(page, 'save', { ...typedIn(opened), ...LINK }, opened)
    expect([late.status, stateOf(late)]).to.deep.equal([403, 'dashboard_signed_out'])
    expect(textOf(late)).to.include('What you entered is kept for 30 minutes')
    const back = await signInAt(browser, late, email)
    expect(back).to.equal(page)
    const shown = await browser.get(back)
    expect([shown.status, textOf(shown).includes(NOTICE)]).to.deep.equal([200, true])
    expect(shown.text).to.include('value="Ном &quot;A&quot; &amp; &lt;b&gt;"').and.include('value="20000"')
    expect(hiddenFields(shown.text).form_key, 'the guard against two presses').to.equal(
      hiddenFields(opened.text).form_key,
    )
    expect(await countOf(shop, '/payment-links')).to.equal(0)
    const again = await browser.get(`${page}&lang=mn`)
    expect(again.text, 'in another language').to.include('value="20000"')
    const form = { ...typedIn(shown), ...LINK, action: 'save' }
    for (let press = 0; press < 2; press += 1) expect((await browser.post(page, form)).status).to.equal(303)
    expect(await countOf(shop, '/payment-links')).to.equal(1)
    expect(textOf(await browser.get(page))).not.to.include(NOTICE)
  })

  it('shows the typed reason of a button, and the boxes that were ticked', async () => {
    const { shop, paymentId } = await givenReported()
    const { browser, home, email, end } = await given(shop)
    const payment = `${home}/payments/${paymentId}`
    const opened = await browser.get(payment)
    await end()
    const reject = { reason_choice: 'other', reason: 'Not in the account' }
    const late = await browser.press(payment, 'reject', reject, opened)
    expect(await signInAt(browser, late, email)).to.equal(payment)
    const shown = await browser.get(payment)
    expect(shown.text)
      .to.include('Not in the account')
      .and.match(/<details id="action-reject"[^>]* open>/)
    browser.cookies.delete(COOKIE)
    const list = await browser.get(`${home}/payments/waiting`)
    await end()
    const [, box = '', value = ''] = /name="(payment_\d+)" value="(\d+)"/.exec(list.text) ?? []
    const ticked = await browser.press(`${home}/payments/waiting`, 'confirm', { [box]: value }, list)
    const back = await browser.get(await signInAt(browser, ticked, email))
    expect(back.text).to.include(`name="${box}" value="${value}" checked`)
    expect(await countOf(shop, '/payments?status=pending')).to.equal(1)
  })

  it('does not overwrite what someone else has changed meanwhile', async () => {
    const { shop, browser, home, email, end } = await given()
    const page = `${home}/settings/shop`
    const opened = await browser.get(page)
    await end()
    const late = await browser.post(page, { ...typedIn(opened), legal_name: 'Mine', action: 'save' })
    at(MINUTE)
    await shop.patch('', { legal_name: 'Hers' }).expect(200)
    const shown = await browser.get(await signInAt(browser, late, email))
    expect(shown.text).to.include('value="Mine"')
    const pressed = await browser.post(page, { ...typedIn(shown), action: 'save' })
    expect([pressed.status, textOf(pressed)].join())
      .to.include('422')
      .and.include('Someone else has changed')
  })

  it('keeps no passwords and codes, and asks for them again', async () => {
    const { browser, home, email, end } = await given(await givenTransferShop())
    const page = `${home}/settings/methods/qpay`
    const opened = await browser.get(page)
    const secret = /<input type="password"[^>]* name="([^"]+)"/.exec(opened.text)![1]!
    const [, plain = ''] = /<input type="text"[^>]* name="([^"]+)"/.exec(opened.text) ?? []
    await end()
    const form = { ...typedIn(opened), [secret]: 's3cret-of-qpay', [plain]: 'T_USER', proof_code: '482913' }
    const late = await browser.post(page, { ...form, action: 'save' })
    const shown = await browser.get(await signInAt(browser, late, email))
    expect(shown.text).to.include('value="T_USER"').and.not.include('s3cret').and.not.include('482913')
    expect(textOf(shown)).to.include('Files and passwords are not kept')
  })

  it('shows a very long text for copying, which is not kept, and opens the sign-in in another tab', async () => {
    const { browser, home, email, end } = await given()
    const page = `${home}/customers/new`
    const opened = await browser.get(page)
    await end()
    const textOfLength = (length: number) =>
      Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
    const name = `<b>${textOfLength(3_000)}`
    const isShownIn = (page: Response) =>
      expect(page.text)
        .to.include(` readonly>&lt;b&gt;${name.slice(3)}</textarea>`)
        .and.match(/class="primary" href="[^"]+" target="_blank" rel="noopener"/)
        .and.not.include(hiddenFields(opened.text).form_token)
    const late = await browser.press(page, 'save', { name }, opened)
    expect(textOf(late)).to.include('too long to be kept').and.include('the sign-in opens in a new tab')
    isShownIn(late)
    await signInAt(browser, late, email)
    const form = { ...hiddenFields(opened.text), name, action: 'save' }
    const again = await browser.post(page, form, SAME_ORIGIN)
    expect([again.status, stateOf(again)]).to.deep.equal([403, 'dashboard_not_kept'])
    expect(textOf(again)).to.include('too long to be kept').and.include('open the form again')
    isShownIn(again)
    expect(browser.cookies.get(COOKIE)).to.equal(undefined)
  })

  it('numbers the texts of forged fields that are named like parts of every object', () => {
    const names = ['constructor', 'toString', '__proto__', '__proto__[0]', 'item[0][name]']
    const typed = names.map((name) => ({ name, value: 'text' }))
    const labels = typedTexts(typed, translate('en')).map(({ label }) => label)
    expect(labels).to.deep.equal(['Text 1', 'Text 2', 'Text 3', 'Text 4', 'Name of the item'])
  })

  it('does not replace a kept form by one of another page or tab, whose text is shown', async () => {
    const { browser, home, email, end } = await given()
    const page = `${home}/payment-links/new`
    const opened = await browser.get(page)
    const otherTab = await browser.get(page)
    await end()
    await browser.press(page, 'save', { ...typedIn(opened), ...LINK }, opened)
    const kept = browser.cookies.get(COOKIE)
    const others = [
      await browser.press(`${home}/customers/new`, 'save', { name: 'Second' }, opened),
      await browser.press(page, 'save', { ...typedIn(otherTab), 'item[0][name]': 'Second' }, otherTab),
    ]
    for (const late of others) {
      expect(textOf(late)).to.include('Another form is already kept')
      expect(late.text).to.include(' readonly>Second</textarea>')
    }
    expect(browser.cookies.get(COOKIE)).to.equal(kept)
    const late = await browser.press(page, 'save', { ...typedIn(opened), ...LINK, note: 'New' }, opened)
    expect(textOf(late), 'the same form again').to.include('is kept for 30 minutes')
    await signInAt(browser, late, email)
    const long = randomBytes(4_000).toString('base64')
    const open = { ...hiddenFields(opened.text), name: 'Second', action: 'save' }
    const again = await browser.post(`${home}/customers/new`, open, SAME_ORIGIN)
    expect([stateOf(again), textOf(again).includes('Another form is already kept')]).to.deep.equal([
      'dashboard_not_kept',
      true,
    ])
    expect((await browser.get(page)).text).to.include('value="20000"')
    await browser.post(page, { ...typedIn(opened), ...LINK, note: long, action: 'save' }, SAME_ORIGIN)
    expect((await browser.get(page)).text, 'an older version').not.to.include('value="20000"')
  })

  it('is discarded by the button of the notice', async () => {
    const { browser, home, email, end } = await given()
    const page = `${home}/payment-links/new?from=1`
    const opened = await browser.get(page)
    await end()
    const late = await browser.press(page, 'save', { ...typedIn(opened), ...LINK }, opened)
    await signInAt(browser, late, email)
    const shown = await browser.get(page)
    const [, action = ''] = /name="action" value="(discard\w+)"/.exec(shown.text) ?? []
    const { form_token } = hiddenFields(shown.text)
    const pressed = await browser.post(page, { form_token, action })
    expect([pressed.status, pressed.headers.location]).to.deep.equal([303, page])
    const empty = await browser.get(page)
    expect(empty.text).not.to.include('value="20000"')
    expect(textOf(empty)).not.to.include(NOTICE)
  })

  it('stays kept until its press has succeeded', async () => {
    const { browser, home, email, end } = await given()
    const page = `${home}/payment-links/new`
    const opened = await browser.get(page)
    await end()
    const late = await browser.press(page, 'save', { ...typedIn(opened), ...LINK }, opened)
    await signInAt(browser, late, email)
    const form = { ...typedIn(await browser.get(page)), ...LINK }
    const presses = [
      { ...form, 'item[0][amount]': '', action: 'save' },
      { ...form, action: 'redraw find item[0][price]' },
    ]
    for (const press of presses) {
      const pressed = await browser.post(page, press)
      expect(pressed.status, press.action).not.to.equal(303)
      expect((await browser.get(page)).text, press.action).to.include('value="20000"')
    }
    expect((await browser.post(page, { ...form, action: 'save' })).status).to.equal(303)
    expect((await browser.get(page)).text).not.to.include('value="20000"')
  })

  it('does not keep a form of more than 32 KiB, even if it is small when compressed', async () => {
    const { browser, home, end } = await given()
    const page = `${home}/payment-links/new`
    const opened = await browser.get(page)
    await end()
    const late = await browser.press(page, 'save', { ...LINK, note: 'x'.repeat(40_000) }, opened)
    expect(textOf(late)).to.include('too long to be kept')
    expect(browser.cookies.get(COOKIE)).to.equal(undefined)
  })

  it('does not keep a form of some MB', async () => {
    const { browser, home, end } = await given()
    const page = `${home}/settings/brand`
    const { form_token = '' } = hiddenFields((await browser.get(page)).text)
    await end()
    const fields = { form_token, note: randomBytes(3_000_000).toString('base64') }
    const late = await browser.upload(page, 'save', ['logo', Buffer.from('picture'), 'logo.png'], fields)
    expect(textOf(late)).to.include('too long to be kept')
  })

  it('has headers that fit into the 4 KiB that nginx reads by default', async () => {
    const { browser, home, end } = await given()
    const page = `${home}/payment-links/new`
    const opened = await browser.get(page)
    await end()
    let longest = 0
    for (let bytes = 1_000, isKept = true; isKept; bytes += 100) {
      browser.cookies.delete('tolbor_sign_in') // so that the response sets this cookie, too
      const name = randomBytes(bytes).toString('base64')
      const late = await browser.press(page, 'save', { ...typedIn(opened), 'item[0][name]': name }, opened)
      isKept = textOf(late).includes('is kept for 30 minutes')
      if (isKept) longest = headerBytesOf(late)
    }
    expect(longest).to.be.within(3_000, 3_900)
  })

  it('is shown at the page to which the sign-in leads, whatever its query has', async () => {
    const { browser, home, email, end } = await given()
    for (const query of [
      'from=1?2',
      'from=a%20b&lang=mn',
      "from='(~)",
      'from',
      `from=${'9'.repeat(1_100)}`,
    ]) {
      await forgetSignIns()
      browser.cookies.delete(COOKIE)
      const page = `${home}/payment-links/new?${query}`
      const opened = await browser.get(page)
      await end()
      const late = await browser.press(page, 'save', { ...typedIn(opened), ...LINK }, opened)
      const shown = await browser.get(await signInAt(browser, late, email))
      expect(shown.text, query.slice(0, 30)).to.include('value="20000"')
    }
  })

  it('survives a press of another page, and ends with a sign-out', async () => {
    const { browser, home, email, end } = await given()
    const page = `${home}/payment-links/new`
    const opened = await browser.get(page)
    await end()
    const late = await browser.press(page, 'save', { ...typedIn(opened), ...LINK }, opened)
    await signInAt(browser, late, email)
    await browser.press(`${home}/payments/waiting`, 'confirm', {})
    expect((await browser.get(page)).text).to.include('value="20000"')
    await browser.press('/dashboard/sessions', 'sign_out', {})
    expect(browser.cookies.get(COOKIE)).to.equal('')
  })

  it('has no notice at a page that does not exist any more', async () => {
    const { browser, home, email, end } = await given()
    const page = `${home}/payments/999999`
    const opened = await browser.get(home)
    await end()
    const late = await browser.press(page, 'reject', { reason: 'Not in the account' }, opened)
    const shown = await browser.get(await signInAt(browser, late, email))
    expect([shown.status, stateOf(shown)]).to.deep.equal([404, 'dashboard_missing'])
    expect(textOf(shown)).not.to.include(NOTICE)
  })

  it('tells a removed member that the access has ended, and keeps nothing', async () => {
    const { shop, browser, home, id } = await given()
    await givenMember(shop.projectId, `other-${id}@example.com`)
    const opened = await browser.get(`${home}/payment-links/new`)
    await atomically((tx) => removeMember(tx, shop.projectId, id))
    for (const form of [
      { ...typedIn(opened), ...LINK },
      { form_token: 'foreign', ...LINK },
    ]) {
      const late = await browser.post(`${home}/payment-links/new`, { ...form, action: 'save' }, SAME_ORIGIN)
      expect([late.status, stateOf(late)]).to.deep.equal([403, 'dashboard_removed'])
      expect(textOf(late)).to.include('Your access to the dashboard has ended')
    }
    expect(browser.cookies.get(COOKIE)).to.equal(undefined)
  })

  it('keeps a form whose page is older than the present session, and asks for another press', async () => {
    const { shop, browser, home, email, end } = await given()
    const page = `${home}/payment-links/new`
    const opened = await browser.get(page)
    await end()
    await browser.request(email)
    await browser.press((await signInEmailsTo(email)).at(-1)!.url, '')
    const form = { ...typedIn(opened), ...LINK, action: 'save' }
    const late = await browser.post(page, form, SAME_ORIGIN)
    expect([late.status, late.headers.location]).to.deep.equal([303, page])
    const shown = await browser.get(page)
    expect(shown.text).to.include('value="20000"')
    expect(textOf(shown)).to.include(NOTICE)
    expect(await countOf(shop, '/payment-links')).to.equal(0)
  })

  it('signs out by the button of a page that is older than the present session, and forgets a kept form', async () => {
    for (const action of ['sign_out', 'end_all']) {
      const { browser, home, email, end } = await given()
      const opened = await browser.get(`${home}/payment-links/new`)
      await end()
      const late = await browser.press(`${home}/payment-links/new`, 'save', LINK, opened)
      await signInAt(browser, late, email)
      const other = await MemberBrowser.of(email)
      const { form_token } = hiddenFields(opened.text)
      const foreign = await browser.post('/dashboard/sessions', { form_token, action })
      expect([foreign.status, (await browser.get(home)).status], 'not from our page').to.deep.equal([
        403, 200,
      ])
      const out = await browser.post('/dashboard/sessions', { form_token, action }, SAME_ORIGIN)
      expect([out.status, out.headers.location], action).to.deep.equal([303, '/dashboard/sign-in'])
      expect((await browser.get(home)).status, 'this browser').to.equal(303)
      expect((await other.get(home)).status, 'another one').to.equal(action === 'end_all' ? 303 : 200)
      expect(browser.cookies.get(COOKIE)).to.equal('')
    }
  })

  it('does not keep a press without a typed value', async () => {
    const { browser, home, email, end } = await given()
    const payment = `${home}/payments/1`
    const press = { ...hiddenFields((await browser.get(home)).text), action: 'confirm' }
    const shown = { amount_total: '25000', status: 'pending', form_key: 'k', form_version: 'v', note: '' }
    await end()
    const late = await browser.post(payment, { ...press, ...shown })
    expect([late.status, textOf(late).includes('Sign in, then do it again')]).to.deep.equal([403, true])
    await signInAt(browser, late, email)
    const again = await browser.post(payment, { ...press, ...shown }, SAME_ORIGIN)
    expect([again.status, stateOf(again)]).to.deep.equal([403, 'error_expired_form'])
    expect(browser.cookies.get(COOKIE)).to.equal(undefined)
  })

  it('takes the hidden fields of no page for something that a member typed', () => {
    const names = Object.entries(dashboardStates).flatMap(([state, page]) => {
      const { template, view } = page('en')
      // The page that asks for a proof sends a typed form again, in hidden fields.
      if (template === 'dashboard/proof') return []
      const forms = render(template, view).match(/<form method="post".*?<\/form>/gs) ?? []
      return forms.flatMap((form) =>
        Array.from(form.matchAll(/<input type="hidden" name="([^"]+)"/g), ([, name]) => ({
          state,
          name: name!,
        })),
      )
    })
    expect(names.map(({ name }) => name)).to.include.members(['form_version', 'session_id', 'amount_total'])
    const typed = names.filter(({ name }) => typedFields({ [name]: 'x' }, []).length > 0)
    expect(typed).to.deep.equal([])
  })

  it('keeps a form if the browser has no session at all any more', async () => {
    const { browser, home, email } = await given()
    const page = `${home}/payment-links/new`
    const form = { ...typedIn(await browser.get(page)), ...LINK, action: 'save' }
    browser.cookies.clear()
    const late = await browser.post(page, form, SAME_ORIGIN)
    expect([late.status, stateOf(late)]).to.deep.equal([403, 'dashboard_signed_out'])
    expect((await browser.get(await signInAt(browser, late, email))).text).to.include('value="20000"')
  })

  it('does not keep the fields of another site', async () => {
    const { browser, home, email, end } = await given()
    const page = `${home}/payment-links/new`
    const opened = await browser.get(page)
    const foreign = async (form: object, headers: Record<string, string> = {}) => {
      const late = await browser.post(page, { ...LINK, action: 'save', ...form }, headers)
      expect([late.status, stateOf(late)]).to.deep.equal([403, 'error_expired_form'])
      expect(browser.cookies.get(COOKIE)).to.equal(undefined)
    }
    const sites = [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ]
    for (const site of sites) await foreign({}, site)
    await end()
    for (const site of sites) await foreign({}, site)
    await foreign(hiddenFields(opened.text), { 'Sec-Fetch-Site': 'cross-site' })
    browser.cookies.clear()
    for (const site of sites) await foreign({}, site)
    await browser.request(email)
    await browser.press((await signInEmailsTo(email)).at(-1)!.url, '')
    expect((await browser.get(page)).text).not.to.include('value="20000"')
  })

  it('shows the form in its own browser, to its own member, at its own page and for 30 minutes', async () => {
    const { shop, browser, home, email, end } = await given()
    const page = `${home}/payment-links/new`
    const opened = await browser.get(page)
    await end()
    const late = await browser.press(page, 'save', { ...typedIn(opened), ...LINK }, opened)
    const kept = browser.cookies.get(COOKIE)!
    expect(kept.length).to.be.below(2_500)
    const other = await given(shop)
    other.browser.cookies.set(COOKIE, kept)
    const sees = async (one: MemberBrowser, path = page) =>
      (await one.get(path)).text.includes('value="20000"')
    expect(await sees(other.browser), 'in another browser').to.equal(false)
    const secret = browser.cookies.get('tolbor_sign_in')!
    other.browser.cookies.set('tolbor_sign_in', secret)
    expect(await sees(other.browser), 'another member in the same browser').to.equal(false)
    await signInAt(browser, late, email)
    expect(await sees(browser, `${home}/checkouts/new`), 'at another page').to.equal(false)
    browser.cookies.set(COOKIE, `${kept.slice(0, -2)}AA`)
    expect(await sees(browser), 'changed').to.equal(false)
    browser.cookies.set(COOKIE, kept)
    expect(await sees(browser)).to.equal(true)
    at(30 * MINUTE)
    expect(await sees(browser), 'later').to.equal(false)
  })

  it('has a cookie that no script and no other site reads', async () => {
    const { browser, home, end } = await given()
    const opened = await browser.get(`${home}/payment-links/new`)
    await end()
    const { baseUrl } = config()
    const late = await browser.press(`${home}/payment-links/new`, 'save', LINK, opened)
    expect(baseUrl).to.match(/^http:/)
    const cookie = (late.headers['set-cookie'] as unknown as string[]).find((one) => one.startsWith(COOKIE))
    expect(cookie).to.match(/; Max-Age=1800; Path=\/dashboard; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.to.include('20000')
  })

  it('leads a sign-out to the sign-in page', async () => {
    const { browser, home, end } = await given()
    const opened = await browser.get(home)
    await end()
    const out = await browser.press('/dashboard/sessions', 'sign_out', {}, opened)
    expect([out.status, out.headers.location]).to.deep.equal([303, '/dashboard/sign-in'])
  })
})
