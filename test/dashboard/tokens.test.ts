import { expect } from 'chai'
import type { Response } from 'supertest'
import type { Role } from '../../common/domain/members/role.ts'
import { later, MINUTE } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { tolbor } from '../cli/tolbor.ts'
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
import { until } from '../support/service.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

async function givenTokens(role: Role = 'owner') {
  const shop = await givenMerchant()
  const email = `tokens-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  return { shop, email, browser, list: `/dashboard/${shop.projectId}/test/developers/tokens` }
}

/** Creates a token with the form, and returns the page to which it leads. */
async function create(browser: MemberBrowser, list: string, fields: Record<string, string> = {}) {
  const { status, headers } = await browser.press(`${list}/new`, 'save', fields)
  expect(status).to.equal(303)
  return browser.get(headers.location!)
}

const tokenIn = ({ text }: Response) => /data-copy="(sk_[^"]+)"/.exec(text)?.[1]

function statusWith(token: string, projectId: number): Promise<number> {
  return ask('get', `/v1/projects/${projectId}/prices`)
    .set('authorization', `Bearer ${token}`)
    .then(({ status }) => status)
}

function tokensOf(
  projectId: number,
): Promise<{ id: number; mode: string; last4: string; last_used_at: string | null }[]> {
  return tolbor('token', 'list', '--project', String(projectId))
}

describe('API tokens in the dashboard', () => {
  beforeEach(forgetSignIns)
  afterEach(() => {
    setClock()
  })

  it('are created for the mode of the page, shown once, and work', async () => {
    const { shop, browser, list } = await givenTokens()
    const created = await create(browser, list)
    expect([created.status, stateOf(created)]).to.deep.equal([200, 'dashboard_token_created'])
    expect(created.headers['cache-control']).to.equal('no-store')
    const token = tokenIn(created)!
    expect(token).to.match(/^sk_test_/)
    expect(textOf(created)).to.include('give it only to them, and safely')
    expect(await statusWith(token, shop.projectId)).to.equal(200)
    const { id } = (await tokensOf(shop.projectId)).at(-1)!
    for (const page of [list, `${list}/new`, `${list}/${id}`, `${list}/${id}/secret`]) {
      const { text } = await browser.get(page)
      expect(text, page).not.to.include(token)
    }
    expect(textOf(await browser.get(list))).to.include(`Token …${token.slice(-4)}`)
    const rows = await onConnection((sql) =>
      sql.rows("SELECT * FROM audit_log WHERE object = 'token' AND object_id = ?", [id]),
    )
    expect(rows).to.have.length(1)
    expect(JSON.stringify(rows)).to.include('"actor":"member"').and.not.include(token.slice(8, -4))
  })

  it('have the time of their last use, which a request does not wait for', async () => {
    const { shop, browser, list } = await givenTokens()
    const token = tokenIn(await create(browser, list))!
    const lastUse = async () => (await tokensOf(shop.projectId)).at(-1)!.last_used_at
    expect(await lastUse()).to.equal(null)
    await statusWith(token, shop.projectId)
    await until(async () => (await lastUse()) !== null)
  })

  it('have a name, and say how a server sends them', async () => {
    const { shop, browser, list } = await givenTokens()
    const long = await browser.press(`${list}/new`, 'save', { name: 'x'.repeat(101) })
    expect([long.status, long.text.includes('x'.repeat(101))]).to.deep.equal([422, true])
    const created = await create(browser, list, { name: 'Website' })
    expect(textOf(created)).to.include(`Authorization: Bearer ${tokenIn(created)!}`)
    expect(textOf(await browser.get(list))).to.include('Website')
    const { id } = (await tokensOf(shop.projectId)).at(-1)!
    const log = await browser.get(list.replace('/developers/tokens', '/audit-log?object=token'))
    expect(textOf(log)).to.include('created the API token Website')
    expect(log.text).to.include(`${list}/${id}"`)
  })

  it('are created after a fresh proof only', async () => {
    setClock(() => later(new Date(), -20 * MINUTE))
    const { shop, browser, email, list } = await givenTokens()
    setClock()
    const asked = await browser.press(`${list}/new`, 'save')
    expect([asked.status, stateOf(asked)]).to.deep.equal([403, 'dashboard_proof'])
    expect(await tokensOf(shop.projectId)).to.have.length(2)
    const [{ code } = { code: '' }] = await signInEmailsTo(email, 'proof_code')
    const proof = { ...hiddenFields(asked.text), proof_code: code, proof_step: 'check' }
    const { headers } = await browser.post(`${list}/new`, proof)
    expect(tokenIn(await browser.get(headers.location!))).to.match(/^sk_test_/)
    expect(await tokensOf(shop.projectId)).to.have.length(3)
  })

  it('are created once per form, and say afterwards that the token was shown once', async () => {
    const { shop, browser, list } = await givenTokens()
    const form = { ...hiddenFields((await browser.get(`${list}/new`)).text), action: 'save', name: 'Website' }
    const first = await browser.post(`${list}/new`, form)
    const [, page] = /^(.*)\/secret$/.exec(first.headers.location!)!
    // The answer is lost: the browser has no cookie of it, and sends the form again.
    browser.cookies.delete('tolbor_new_token')
    const second = await browser.post(`${list}/new`, form)
    expect([second.status, second.headers.location]).to.deep.equal([303, page])
    expect(await tokensOf(shop.projectId)).to.have.length(3)
    const shown = await browser.get(page!)
    expect(textOf(shown)).to.include('The token was shown once').and.include('The token was created.')
    expect(tokenIn(shown)).to.equal(undefined)
    const secret = await browser.get(`${page!}/secret`)
    expect([secret.status, secret.headers.location]).to.deep.equal([303, page])
  })

  it('are created once if a form arrives twice at the same time', async () => {
    const { shop, browser, list } = await givenTokens()
    const form = { ...hiddenFields((await browser.get(`${list}/new`)).text), action: 'save' }
    const pressed = await Promise.all([1, 2].map(() => browser.post(`${list}/new`, form)))
    expect(await tokensOf(shop.projectId)).to.have.length(3)
    const ways = pressed.map(({ headers }) => headers.location!.replace(/\d+(?=\/secret$|$)/, 'ID')).sort()
    expect(ways).to.deep.equal([`${list}/ID`, `${list}/ID/secret`])
  })

  it('are shown for a minute only to the member who created them', async () => {
    const { browser, list, shop } = await givenTokens()
    const { headers } = await browser.press(`${list}/new`, 'save')
    await givenMember(shop.projectId, 'second-owner@example.com')
    const other = await MemberBrowser.of('second-owner@example.com')
    other.cookies.set('tolbor_new_token', browser.cookies.get('tolbor_new_token')!)
    expect((await other.get(headers.location!)).status).to.equal(303)
    setClock(() => later(new Date(), 2 * MINUTE))
    expect((await browser.get(headers.location!)).status).to.equal(303)
    setClock()
    expect(tokenIn(await browser.get(headers.location!))).to.match(/^sk_test_/)
  })

  it('are revoked after a tick, and lead to their requests', async () => {
    const { shop, browser, list } = await givenTokens()
    const { id } = (await tokensOf(shop.projectId)).find(({ mode }) => mode === 'test')!
    const page = `${list}/${id}`
    expect((await browser.get(page)).text).to.include(`token_id&#x3D;${id}"`)
    expect((await browser.press(page, 'revoke')).status).to.equal(422)
    expect((await browser.press(page, 'revoke', { agreed: '1' })).headers.location).to.equal(page)
    expect(await statusWith(shop.tokens.test, shop.projectId)).to.equal(401)
    expect(await statusWith(shop.tokens.live, shop.projectId)).to.equal(200)
    const shown = await browser.get(page)
    expect(textOf(shown)).to.include('Revoked')
    expect(shown.text).not.to.include('value="revoke"')
  })

  it('of the other mode or of another shop are not shown and cannot be revoked', async () => {
    const [one, other] = [await givenTokens(), await givenTokens()]
    const { id: live } = (await tokensOf(one.shop.projectId)).find(({ mode }) => mode === 'live')!
    const { id: theirs } = (await tokensOf(other.shop.projectId)).find(({ mode }) => mode === 'test')!
    const form = hiddenFields((await one.browser.get(`${one.list}/new`)).text)
    for (const id of [live, theirs]) {
      expect((await one.browser.get(`${one.list}/${id}`)).status).to.equal(404)
      await one.browser.post(`${one.list}/${id}`, { ...form, action: 'revoke', agreed: '1' })
    }
    expect(await statusWith(one.shop.tokens.live, one.shop.projectId)).to.equal(200)
    expect(await statusWith(other.shop.tokens.test, other.shop.projectId)).to.equal(200)
  })

  it('are seen, created and revoked by owners only', async () => {
    for (const role of ['staff', 'viewer'] as const) {
      const { shop, browser, list } = await givenTokens(role)
      const { id } = (await tokensOf(shop.projectId)).find(({ mode }) => mode === 'test')!
      for (const path of [list, `${list}.csv`, `${list}/new`, `${list}/${id}`])
        expect([(await browser.get(path)).status, path]).to.deep.equal([403, path])
      const form = hiddenFields((await browser.get('/dashboard/sessions')).text)
      await browser.post(`${list}/new`, { ...form, action: 'save' })
      await browser.post(`${list}/${id}`, { ...form, action: 'revoke', agreed: '1' })
      expect(await tokensOf(shop.projectId)).to.have.length(2)
      expect(await statusWith(shop.tokens.test, shop.projectId)).to.equal(200)
      const overview = await browser.get(list.replace('/tokens', ''))
      expect(overview.text)
        .to.include('/developers/requests')
        .and.include('href="/docs"')
        .and.not.include('/developers/tokens')
    }
  })
})

describe('the list of tokens in the dashboard', () => {
  forgetNothing()

  it('takes one statement', async () => {
    await forgetSignIns()
    const { browser, list } = await givenTokens()
    await browser.get(list)
    const outline = outlineOf(await statementsOf(() => browser.get(list)))
    expect(outline).to.deep.equal(['SELECT dashboard_sessions', 'SELECT api_tokens'])
  })
})
