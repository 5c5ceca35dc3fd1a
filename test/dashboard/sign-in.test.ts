import { expect } from 'chai'
import type { Response } from 'supertest'
import { readGoal } from '../../common/domain/members/sign-in.ts'
import { DAY, HOUR, later, MINUTE } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { maskPath } from '../../common/runtime/log.ts'
import { createDirectLink } from '../../common/services/members/direct-link.ts'
import { onConnection } from '../../db/sql.ts'
import { ask } from '../support/ask.ts'
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
import { roundTripsOf } from '../support/statements.ts'

const T0 = new Date('2026-08-12T11:04:00Z')
const at = (milliseconds: number) => setClock(() => later(T0, milliseconds))
const CODE_PAGE = '/dashboard/sign-in/code'

let members = 0

/** Creates a shop with an owner of its own address. */
async function givenOwner() {
  const shop = await givenMerchant()
  const email = `owner-${(members += 1)}@example.com`
  const id = await givenMember(shop.projectId, email)
  return { shop, email, id, home: `/dashboard/${shop.projectId}/live` }
}

/** A browser of its own network: limits count networks. */
function otherBrowser(): MemberBrowser {
  return new MemberBrowser()
}

/** Returns a page without the parts that are random. */
function withoutSecrets({ text }: Response): string {
  return text.replace(/name="form_token" value="[^"]+"/g, '')
}

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')

describe('signing in to the dashboard', () => {
  beforeEach(() => {
    at(0)
    return forgetSignIns()
  })

  it('takes the button behind the link in the email', async () => {
    const { email, home } = await givenOwner()
    const browser = otherBrowser()
    const sent = await browser.request(email.toUpperCase())
    expect([sent.status, sent.headers.location]).to.deep.equal([303, CODE_PAGE])
    const [{ url } = { url: '' }] = await signInEmailsTo(email)
    const page = await browser.get(url)
    expect([page.status, stateOf(page)]).to.deep.equal([200, 'dashboard_link'])
    expect(textOf(page)).to.include(`Sign in as ${email}?`)
    const pressed = await browser.press(url, '', {}, page)
    expect([pressed.status, pressed.headers.location]).to.deep.equal([303, '/dashboard'])
    expect((await browser.get('/dashboard')).headers.location).to.equal(home)
    expect(stateOf(await browser.get(home))).to.equal('dashboard_home')
  })

  it('says in the browser that is signed in that a used link is not needed, and only there', async () => {
    const { email, shop } = await givenOwner()
    const browser = otherBrowser()
    await browser.request(email)
    const [{ url } = { url: '' }] = await signInEmailsTo(email)
    await browser.press(url, '')
    const again = await browser.get(url)
    expect([again.status, stateOf(again)]).to.deep.equal([200, 'dashboard_link_signed_in'])
    expect(textOf(again)).to.include('You are signed in').and.not.include(email)
    expect(again.text).to.include('href="/dashboard"')
    await givenMember(shop.projectId, 'someone-else@example.com')
    for (const other of [otherBrowser(), await MemberBrowser.of('someone-else@example.com')]) {
      const used = await other.get(url)
      expect([used.status, stateOf(used)]).to.deep.equal([410, 'dashboard_link_used'])
    }
    await browser.press('/dashboard/sessions', 'end_all')
    expect(stateOf(await browser.get(url))).to.equal('dashboard_link_used')
  })

  it('takes the code, with spaces too, in the browser that requested it', async () => {
    const { email, home } = await givenOwner()
    const browser = otherBrowser()
    await browser.request(email)
    const [{ code } = { code: '' }] = await signInEmailsTo(email)
    expect(code).to.match(/^\d{6}$/)
    expect(textOf(await browser.get(CODE_PAGE)), 'to notice a typing error').to.include(
      `If ${email} belongs to a member`,
    )
    browser.cookies.set('tolbor_sign_in_address', 'stranger@example.com')
    expect(textOf(await browser.get(CODE_PAGE))).to.include('If your address belongs to a member')
    const pressed = await browser.press(CODE_PAGE, '', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
    expect(pressed.headers.location).to.equal('/dashboard')
    expect((await browser.get(home)).status).to.equal(200)
  })

  it('opens the page that was asked for first, and never another site', async () => {
    const { shop, home } = await givenOwner()
    const browser = otherBrowser()
    const away = await browser.get(home)
    expect(away.headers.location).to.equal(`/dashboard/sign-in?next=${encodeURIComponent(home)}`)
    const cases: [next: string, goal: string][] = [
      [home, home],
      ['//evil.example/dashboard', '/dashboard'],
      ['https://evil.example/', '/dashboard'],
      ['/dashboard/../../evil', '/dashboard'],
      ['/dashboard/sign-in', '/dashboard'],
      ['/portal', '/dashboard'],
      [`${home}/payments?status=pending&q=Бат`, `${home}/payments?status=pending&q=%D0%91%D0%B0%D1%82`],
    ]
    const goals = cases.map(async ([next], index) => {
      const email = `goal-${index}@example.com`
      await givenMember(shop.projectId, email)
      const visitor = otherBrowser()
      await visitor.request(email, `?next=${encodeURIComponent(next)}`)
      const [{ url } = { url: '' }] = await signInEmailsTo(email)
      return [next, (await visitor.press(url, '')).headers.location]
    })
    expect(await Promise.all(goals)).to.deep.equal(cases)
  })

  it('keeps the query of a shared link, by the code, in another language, and after a second email', async () => {
    const { email, home } = await givenOwner()
    const browser = otherBrowser()
    const link = `${home}/payments?status=pending&q=%22saruul+1%22&lang=mn`
    const goal = `${home}/payments?status=pending&q=%22saruul+1%22`
    const { location: signIn } = (await browser.get(link)).headers
    expect(signIn).to.equal(
      `/dashboard/sign-in?${new URLSearchParams({ next: goal, lang: 'mn' }).toString()}`,
    )
    const { text } = await browser.get(signIn!)
    const other = /href="([^"]+lang=en)"/.exec(text)![1]!.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=')
    expect(new URLSearchParams(other.slice(1)).get('next')).to.equal(goal)
    await browser.request(email, `?${signIn!.split('?')[1]!}`)
    const [, again = ''] = /class="quiet" href="([^"]+)"/.exec((await browser.get(CODE_PAGE)).text) ?? []
    expect(again.replaceAll('&#x3D;', '=')).to.equal(
      `/dashboard/sign-in?${new URLSearchParams({ next: goal }).toString()}`,
    )
    const { code } = (await signInEmailsTo(email)).at(-1)!
    expect((await browser.press(CODE_PAGE, '', { code })).headers.location).to.equal(goal)
    expect((await browser.get(again.replaceAll('&#x3D;', '='))).headers.location).to.equal(goal)
  })

  it('leads to pages of the dashboard only, whatever the query has', () => {
    const filtered = '/dashboard/1/live/payments?status=pending'
    const cases: [given: string | undefined, goal: string | null][] = [
      [filtered, filtered],
      ['/dashboard/1/live/payments.csv?status=pending', filtered],
      [`${filtered}&lang=mn`, filtered],
      ['/dashboard/1/live/payments?', '/dashboard/1/live/payments'],
      ['/dashboard/1/live?next=//evil.example', '/dashboard/1/live?next=%2F%2Fevil.example'],
      ['/dashboard/1/live?a=b\r\nLocation: //evil', '/dashboard/1/live?a=b%0D%0ALocation%3A+%2F%2Fevil'],
      ['/dashboard/1/live?a=\\b#c', '/dashboard/1/live?a=%5Cb%23c'],
      [`/dashboard/1/live?q=${'x'.repeat(2_000)}`, '/dashboard/1/live'],
      [`/dashboard/1/live?q=${'Б'.repeat(200)}`, '/dashboard/1/live'],
      ...[
        ...[
          '//evil.example',
          '//evil.example/dashboard?a=b',
          '/\\evil.example',
          '\\\\evil.example',
          'javascript:alert(1)',
        ],
        ...[
          '/dashboard//evil.example',
          '/dashboard\\evil',
          '/dashboard/1\n',
          '/dashboard/%2e%2e/portal',
          '/dashboard@evil',
        ],
        ...[
          '/dashboard.evil.example',
          '/dashboard/sign-in?next=/dashboard',
          '/%64ashboard',
          ' /dashboard',
          '',
          undefined,
        ],
        `/dashboard/${'x'.repeat(300)}`,
      ].map((given): [string | undefined, null] => [given, null]),
    ]
    for (const [given, goal] of cases) expect(readGoal(given), given).to.equal(goal)
  })

  it('changes nothing when a mail scanner opens the link, by GET or HEAD, ten times', async () => {
    const { email } = await givenOwner()
    await otherBrowser().request(email)
    const [{ url } = { url: '' }] = await signInEmailsTo(email)
    const { pathname } = new URL(url)
    for (let round = 0; round < 10; round += 1) {
      const got = await ask(round % 2 === 0 ? 'get' : 'head', pathname)
      expect([got.status, got.headers['set-cookie']]).to.deep.equal([200, undefined])
    }
    const sessions = await onConnection((sql) => sql.rows('SELECT id FROM dashboard_sessions'))
    const pressed = await otherBrowser().press(url, '')
    expect(pressed.status).to.equal(303)
    const after = await onConnection((sql) => sql.rows('SELECT id FROM dashboard_sessions'))
    expect(after.length).to.equal(sessions.length + 1)
  })

  it('works once: the page of a used link says that it was used, and sets no cookie', async () => {
    const { email } = await givenOwner()
    await otherBrowser().request(email)
    const [{ url, code } = { url: '', code: '' }] = await signInEmailsTo(email)
    const [first, second] = [otherBrowser(), otherBrowser()]
    const pages = [await first.get(url), await second.get(url)]
    const answers = await Promise.all([
      first.press(url, '', {}, pages[0]),
      second.press(url, '', {}, pages[1]),
    ])
    expect(answers.map(({ status }) => status)).to.deep.equal([303, 303])
    const signedIn = [first, second].filter(({ cookies }) => cookies.has('tolbor_dashboard'))
    expect(signedIn).to.have.length(1)
    const late = await otherBrowser().get(url)
    expect([late.status, stateOf(late)]).to.deep.equal([410, 'dashboard_link_used'])
    expect(textOf(late)).to.include('Each link works once').and.include('Get a new link')
    expect(textOf(late)).not.to.include(email)
    expect(code).not.to.equal('')
  })

  it('ends after 15 minutes, and says what to do', async () => {
    const { email } = await givenOwner()
    const browser = otherBrowser()
    await browser.request(email)
    const [{ url, code } = { url: '', code: '' }] = await signInEmailsTo(email)
    const page = await browser.get(url)
    at(15 * MINUTE)
    await browser.press(url, '', {}, page)
    const over = await browser.get(url)
    expect([over.status, stateOf(over)]).to.deep.equal([410, 'dashboard_link_expired'])
    expect(textOf(over)).to.include('older than 15 minutes')
    const typed = await browser.press(CODE_PAGE, '', { code })
    expect([typed.status, textOf(typed).includes('older than 15 minutes')]).to.deep.equal([422, true])
    expect(browser.cookies.has('tolbor_dashboard')).to.equal(false)
  })

  it('ends after five wrong codes: the sixth is refused even if it is right, and so is the link', async () => {
    const { email } = await givenOwner()
    const browser = otherBrowser()
    await browser.request(email)
    const [{ url, code } = { url: '', code: '' }] = await signInEmailsTo(email)
    const type = (typed: string) => browser.press(CODE_PAGE, '', { code: typed })
    for (const typed of ['', '12', 'abcdef', '1234567'])
      expect(textOf(await type(typed)), 'not a guess').to.include('Enter the 6 digits')
    for (let tries = 1; tries <= 4; tries += 1)
      expect(textOf(await type(wrongFor(code)))).to.include('This is not the code')
    expect(textOf(await type(wrongFor(code)))).to.include('Five wrong codes')
    const right = await type(code)
    expect([right.status, textOf(right).includes('Ask for another email')]).to.deep.equal([422, true])
    expect(stateOf(await browser.get(url))).to.equal('dashboard_link_guessed')
    await browser.press(url, '', {}, await browser.get('/dashboard/sign-in'))
    expect(browser.cookies.has('tolbor_dashboard')).to.equal(false)
  })

  it('counts wrong codes that are sent at the same moment', async () => {
    const { email } = await givenOwner()
    const browser = otherBrowser()
    await browser.request(email)
    const [{ code } = { code: '' }] = await signInEmailsTo(email)
    const page = await browser.get(CODE_PAGE)
    const guesses = Array.from({ length: 12 }, () =>
      browser.press(CODE_PAGE, '', { code: wrongFor(code) }, page),
    )
    const texts = (await Promise.all(guesses)).map(textOf)
    expect(texts.filter((text) => text.includes('This is not the code'))).to.have.length(4)
  })

  it('refuses codes for an address after 20 wrong ones in a day, but not its links', async () => {
    const { email } = await givenOwner()
    for (let round = 0; round < 4; round += 1) {
      at(round * 20 * MINUTE)
      const guesser = otherBrowser()
      await guesser.request(email)
      const wrong = wrongFor((await signInEmailsTo(email)).at(-1)!.code)
      for (let tries = 0; tries < 5; tries += 1) await guesser.press(CODE_PAGE, '', { code: wrong })
    }
    at(2 * HOUR)
    const browser = otherBrowser()
    await browser.request(email)
    const { url, code } = (await signInEmailsTo(email)).at(-1)!
    expect(textOf(await browser.press(CODE_PAGE, '', { code }))).to.include('Use the link in the email')
    expect((await browser.press(url, '')).status).to.equal(303)
    at(2 * DAY)
    await browser.request(email)
    const newest = (await signInEmailsTo(email)).at(-1)!
    const other = otherBrowser()
    await other.request(email)
    const last = (await signInEmailsTo(email)).at(-1)!
    expect(newest.code.length + last.code.length).to.equal(12)
    expect((await other.press(CODE_PAGE, '', { code: last.code })).status).to.equal(303)
  })

  it('accepts a code only in the browser that requested it', async () => {
    const { email } = await givenOwner()
    const [victim, attacker] = [otherBrowser(), otherBrowser()]
    await victim.request(email)
    const [{ code } = { code: '' }] = await signInEmailsTo(email)
    expect((await attacker.get(CODE_PAGE)).headers.location).to.equal('/dashboard/sign-in')
    await attacker.request('other@example.com')
    expect((await attacker.press(CODE_PAGE, '', { code })).status).to.equal(422)
    expect(attacker.cookies.has('tolbor_dashboard')).to.equal(false)
  })

  it('shows the same pages for a known and an unknown address', async () => {
    const { email } = await givenOwner()
    const pagesFor = async (address: string) => {
      const browser = otherBrowser()
      const sent = await browser.request(address)
      const code = await browser.get(CODE_PAGE)
      const wrong = await browser.press(CODE_PAGE, '', { code: 'x' })
      const shown = [code, wrong].map((page) =>
        withoutSecrets(page).replaceAll('<wbr>', '').replaceAll(address, 'ADDRESS'),
      )
      return [sent.status, sent.headers.location, ...shown]
    }
    expect(await pagesFor(email)).to.deep.equal(await pagesFor('nobody@example.com'))
    expect(await signInEmailsTo('nobody@example.com')).to.deep.equal([])
  })

  it('makes the same calls to the database for a known and an unknown address', async () => {
    const { email } = await givenOwner()
    const browser = otherBrowser()
    const page = await browser.get('/dashboard/sign-in')
    const callsFor = (address: string) =>
      roundTripsOf(() => browser.press('/dashboard/sign-in', '', { email: address }, page))
    await callsFor(email) // fills the caches
    const [known, unknown] = [await callsFor(email), await callsFor('nobody@example.com')]
    expect(known.length).to.equal(unknown.length)
    // Only the row of the email is one more, in a call that both make.
    expect(known.flat().length).to.equal(unknown.flat().length + 1)
  })

  it('takes the same time for a known and an unknown address', async () => {
    const { email } = await givenOwner()
    const timeFor = async (address: string) => {
      const times: number[] = []
      for (let round = 0; round < 4; round += 1) {
        const browser = otherBrowser()
        const page = await browser.get('/dashboard/sign-in')
        const begun = performance.now()
        await browser.press('/dashboard/sign-in', '', { email: address }, page)
        times.push(performance.now() - begun)
      }
      return Math.min(...times)
    }
    const [known, unknown] = [await timeFor(email), await timeFor('nobody@example.com')]
    expect(known).to.be.at.least(299)
    expect(unknown).to.be.at.least(299)
    expect(Math.abs(known - unknown)).to.be.below(30)
  })

  it('sends at most five emails an hour to an address, also when many requests arrive at once', async () => {
    const { email } = await givenOwner()
    const browser = otherBrowser()
    const page = await browser.get('/dashboard/sign-in')
    const toUnknown = Array.from({ length: 8 }, () =>
      browser.press('/dashboard/sign-in', '', { email: 'nobody@example.com' }, page),
    )
    const accepted = (await Promise.all(toUnknown)).filter(({ status }) => status === 303)
    expect(accepted, 'the same for an unknown address').to.have.length(5)
    const requests = Array.from({ length: 8 }, () => browser.press('/dashboard/sign-in', '', { email }, page))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 303)).to.have.length(5)
    expect(await signInEmailsTo(email)).to.have.length(5)
    const refused = await browser.request(email)
    expect(textOf(refused)).to.include('Use the newest one in your inbox')
    expect(refused.text).to.include(`value="${email}"`)
    at(HOUR)
    expect((await browser.request(email)).status).to.equal(303)
  })

  it('refuses the 31st request an hour from one network, whatever the addresses', async () => {
    const browser = otherBrowser()
    const page = await browser.get('/dashboard/sign-in')
    const statusFor = async (n: number) =>
      (await browser.press('/dashboard/sign-in', '', { email: `x${n}@example.com` }, page)).status
    // Ten at a time: each takes 300 ms.
    const statuses: number[] = []
    for (let first = 0; first < 30; first += 10) {
      const ten = Array.from({ length: 10 }, (_, index) => statusFor(first + index))
      statuses.push(...(await Promise.all(ten)))
    }
    expect(statuses).to.deep.equal(Array(30).fill(303))
    expect(await statusFor(30)).to.equal(422)
  })

  it('asks for an address that looks like one', async () => {
    for (const email of ['', 'x', 'a@b', 'a@b.mn\r\nBcc: c@d.mn']) {
      const answer = await otherBrowser().request(email)
      expect([answer.status, textOf(answer).includes('name@example.com')], email).to.deep.equal([422, true])
    }
  })

  it('refuses forms of other sites, without a token, and of another browser', async () => {
    const { email } = await givenOwner()
    const [browser, other] = [otherBrowser(), otherBrowser()]
    const page = await browser.get('/dashboard/sign-in')
    const fields = { ...hiddenFields(page.text), email }
    const statuses = [
      await browser.post('/dashboard/sign-in', { email }),
      await browser.post('/dashboard/sign-in', fields, { 'Sec-Fetch-Site': 'cross-site' }),
      await other.post('/dashboard/sign-in', fields),
      await browser.post('/dashboard/sign-in', fields, { 'Sec-Fetch-Site': 'same-origin' }),
    ].map(({ status }) => status)
    expect(statuses).to.deep.equal([403, 403, 403, 303])
    const [{ url } = { url: '' }] = await signInEmailsTo(email)
    expect((await browser.post(url, {})).status).to.equal(403)
    expect((await browser.post(url, fields)).status).to.equal(403)
  })

  it('gives a new secret to a browser that holds a planted one', async () => {
    const [attacker, victim] = [await givenOwner(), await givenOwner()]
    const planted = await MemberBrowser.byEmail(attacker.email)
    const secret = planted.cookies.get('tolbor_dashboard')!
    const browser = otherBrowser()
    browser.cookies.set('tolbor_dashboard', secret)
    await otherBrowser().request(victim.email)
    const [{ url } = { url: '' }] = await signInEmailsTo(victim.email)
    await browser.press(url, '')
    expect(browser.cookies.get('tolbor_dashboard')).not.to.equal(secret)
    expect((await browser.get(victim.home)).status).to.equal(200)
    expect((await planted.get(attacker.home)).status, 'the planted session has ended').to.equal(303)
  })

  it('returns one page for every wrong link', async () => {
    const { email } = await givenOwner()
    await otherBrowser().request(email)
    const [{ url } = { url: '' }] = await signInEmailsTo(email)
    const { pathname } = new URL(url)
    const wrong = [
      pathname.slice(0, -1) + (pathname.endsWith('A') ? 'B' : 'A'),
      pathname.replace(/\/\d+\//, '/999999999/'),
      pathname.replace(/\/\d+\//, '/x/'),
      `${pathname}x`,
    ]
    const pages = await Promise.all(wrong.map((address) => ask('get', address)))
    expect(pages.map(({ status }) => status)).to.deep.equal(wrong.map(() => 404))
    expect(new Set(pages.map(withoutSecrets)).size).to.equal(1)
  })

  it('signs in at once by a link that bin/dev printed, once and within 30 minutes', async () => {
    const { projectId } = await givenMerchant()
    const linkOf = () => atomically((tx) => createDirectLink(tx, projectId, 'owner@demo.test'))
    const [address, late] = [await linkOf(), await linkOf()]
    expect((await ask('head', new URL(address).pathname)).headers['set-cookie']).to.equal(undefined)
    at(30 * MINUTE - 1)
    const browser = otherBrowser()
    const { headers } = await browser.get(address)
    expect(headers.location).to.equal(`/dashboard/${projectId}/test`)
    expect((await browser.get(headers.location!)).status).to.equal(200)
    expect(stateOf(await otherBrowser().get(address))).to.equal('dashboard_link_used')
    at(30 * MINUTE)
    expect(stateOf(await otherBrowser().get(late))).to.equal('dashboard_link_expired')
  })

  it('keeps its link out of the log, and neither link nor code in the database', async () => {
    const { email } = await givenOwner()
    await otherBrowser().request(email)
    const [{ url, code } = { url: '', code: '' }] = await signInEmailsTo(email)
    expect(maskPath(new URL(url).pathname)).to.match(/^\/dashboard\/sign-in\/\d+\/\*\*\*$/)
    const stored = await onConnection(async (sql) =>
      JSON.stringify([
        await sql.rows('SELECT * FROM sign_ins'),
        await sql.rows("SELECT words FROM emails WHERE kind = 'sign_in'"),
      ]),
    )
    expect(stored).not.to.include(url.split('/').at(-1)!)
    expect(stored).not.to.include(`"${code}"`)
    expect(stored).not.to.include(email)
  })

  it('cannot be framed, and loads nothing from elsewhere', async () => {
    const page = await otherBrowser().get('/dashboard/sign-in')
    expect(page.headers['x-frame-options']).to.equal('DENY')
    expect(page.headers['content-security-policy'])
      .to.include("frame-ancestors 'none'")
      .and.include("default-src 'none'")
    expect(page.headers['cache-control']).to.equal('no-store')
    expect(page.text).not.to.match(/(?:src|href)="https?:/)
  })

  it('does not exist with DASHBOARD=0', async () => {
    const { home } = await givenOwner()
    config().dashboard = false
    try {
      for (const path of ['/dashboard', '/dashboard/sign-in', home, CODE_PAGE])
        expect((await ask('get', path)).status, path).to.equal(404)
    } finally {
      config().dashboard = true
    }
  })
})
