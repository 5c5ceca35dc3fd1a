import { expect } from 'chai'
import type { Response } from 'supertest'
import type { Role } from '../../common/domain/members/role.ts'
import { startRequestLog } from '../../common/services/request-log/record.ts'
import { ask, type Method } from '../support/ask.ts'
import { forgetSignIns, givenMember, MemberBrowser, stateOf } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

/** Creates a shop whose server made requests, and the browser of a member. */
async function givenRequests(role: Role = 'viewer') {
  const shop = await givenMerchant()
  const { projectId, tokens } = shop
  const stop = startRequestLog()
  const send = (method: Method, path: string, id: string, body?: object) =>
    ask(method, `/v1/projects/${projectId}${path}`)
      .set({ authorization: `Bearer ${tokens.test}`, 'x-request-id': id })
      .send(body)
  const created = await send('post', '/customers', 'created-1', { email: 'saraa@example.com' })
  const { id: customerId } = (created.body as { data: { id: number } }).data
  await send('get', `/customers/${customerId}`, 'read-1')
  await send('post', '/customers', 'bad-1', { name: 'Saraa', email: 'nobody' })
  await send('delete', '/customers/999999', 'bad-2')
  await stop()
  const email = `requests-${(members += 1)}@example.com`
  await givenMember(projectId, email, role)
  const browser = await MemberBrowser.of(email)
  const page = `/dashboard/${projectId}/test/developers/requests`
  return { shop, customerId, browser, page }
}

const idsIn = ({ text }: Response) =>
  Array.from(text.matchAll(/<span class="hint">((?:created|read|bad)-\d)<\/span>/g), ([, id]) => id)

/** Returns the address of the request with this id, as the list links to it. */
function addressOf({ text }: Response, id: string): string {
  const rows = text.split('<tr role="row"')
  return /href="([^"]+)"/.exec(rows.find((row) => row.includes(`>${id}<`))!)![1]!
}

describe('API requests in the dashboard', () => {
  beforeEach(forgetSignIns)
  forgetNothing()

  it('are listed, the newest first, with their status, duration and token', async () => {
    const { shop, browser, page } = await givenRequests()
    const list = await browser.get(page)
    expect(stateOf(list)).to.equal('dashboard_requests')
    expect(idsIn(list)).to.deep.equal(['bad-2', 'bad-1', 'read-1', 'created-1'])
    expect(textOf(list))
      .to.include('POST /customers')
      .and.match(/422.* ms.*…/)
      .and.include(`…${shop.tokens.test.slice(-4)}`)
    expect(list.text).not.to.include(shop.tokens.test)
  })

  it('are filtered by result, method and token, alone and together', async () => {
    const { browser, page } = await givenRequests()
    const ids = async (query: string) => idsIn(await browser.get(`${page}?${query}`))
    const all = await browser.get(page)
    const detail = await browser.get(addressOf(all, 'bad-1'))
    const [, token] = /token_id&#x3D;(\d+)/.exec(detail.text)!
    expect(await ids('result=failed')).to.deep.equal(['bad-2', 'bad-1'])
    expect(await ids('result=succeeded')).to.deep.equal(['read-1', 'created-1'])
    expect(await ids('method=POST')).to.deep.equal(['bad-1', 'created-1'])
    expect(await ids('method=POST&result=failed')).to.deep.equal(['bad-1'])
    expect(await ids(`token_id=${token!}`)).to.have.length(4)
    expect(await ids(`token_id=${token!}&method=GET&result=succeeded`)).to.deep.equal(['read-1'])
    expect(await ids('token_id=999999')).to.deep.equal([])
  })

  it('are found by exactly their request id', async () => {
    const { browser, page } = await givenRequests()
    const ids = async (text: string) => idsIn(await browser.get(`${page}?q=${encodeURIComponent(text)}`))
    expect(await ids('bad-1')).to.deep.equal(['bad-1'])
    expect(await ids(' bad-1 ')).to.deep.equal(['bad-1'])
    for (const other of ['bad', 'BAD-1', 'bad-11', 'дугаар', 'x'.repeat(200)])
      expect(await ids(other), other).to.deep.equal([])
  })

  it('show why they failed, without personal data', async () => {
    const { browser, page } = await givenRequests()
    const shown = await browser.get(addressOf(await browser.get(page), 'bad-1'))
    expect(stateOf(shown)).to.equal('dashboard_request')
    expect(textOf(shown))
      .to.include('validation_failed')
      .and.include('&quot;email&quot;: &quot;***&quot;')
      .and.include('bad-1')
    expect(shown.text).not.to.include('Saraa').and.not.include('nobody')
  })

  it('lead to the objects that they changed or named', async () => {
    const { browser, page, customerId } = await givenRequests()
    const list = await browser.get(page)
    const link = `href="${page.replace('developers/requests', 'customers')}/${customerId}"`
    for (const [id, change] of [
      ['created-1', 'Created'],
      ['read-1', 'Not changed'],
    ] as const) {
      const shown = await browser.get(addressOf(list, id))
      expect(textOf(shown), id).to.include(`Customer ${customerId}`).and.include(change)
      expect(shown.text, id).to.include(link)
    }
  })

  it('are read as a file', async () => {
    const { browser, page } = await givenRequests()
    const { text } = await browser.get(`${page}.csv?result=failed`)
    expect(text.trimEnd().split('\r\n')).to.have.length(3)
    expect(text).to.include(',DELETE,').and.not.include('Saraa')
  })

  it('of another shop or mode are not shown', async () => {
    const [one, other] = [await givenRequests(), await givenRequests()]
    const theirs = addressOf(await other.browser.get(other.page), 'bad-1')
    const id = theirs.split('/').at(-1)!
    expect((await one.browser.get(theirs)).status).to.equal(404)
    expect((await one.browser.get(`${one.page}/${id}`)).status).to.equal(404)
    const live = one.page.replace('/test/', '/live/')
    expect(textOf(await one.browser.get(live))).to.include('No requests in the last 7 days.')
    expect(idsIn(await one.browser.get(`${live}?q=bad-1`))).to.deep.equal([])
  })

  it('take two statements for the list, and two for a request', async () => {
    const { browser, page } = await givenRequests()
    const list = await browser.get(page)
    const detail = addressOf(list, 'created-1')
    const outline = async (address: string) =>
      outlineOf(await statementsOf(() => browser.get(address))).filter((one) => one.startsWith('SELECT'))
    expect(await outline(page)).to.deep.equal([
      'SELECT dashboard_sessions',
      'SELECT api_requests',
      'SELECT api_requests',
    ])
    expect(await outline(`${page}?q=bad-1`)).to.deep.equal([
      'SELECT dashboard_sessions',
      'SELECT api_requests',
    ])
    expect(await outline(detail)).to.deep.equal([
      'SELECT dashboard_sessions',
      'SELECT api_requests',
      'SELECT audit_log',
    ])
  })
})

describe('the section for developers', () => {
  it('leads every member to the request log', async () => {
    const { browser, page } = await givenRequests()
    const shown = await browser.get(page.replace('/requests', ''))
    expect([stateOf(shown), shown.text.includes(`href="${page}"`)]).to.deep.equal([
      'dashboard_developers',
      true,
    ])
  })
})
