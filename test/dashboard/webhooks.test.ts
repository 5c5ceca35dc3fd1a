import { expect } from 'chai'
import type { Response } from 'supertest'
import type { Role } from '../../common/domain/members/role.ts'
import { DAY, later, MINUTE } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
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
import {
  closeReceivers,
  deliveriesOf,
  drain,
  givenEndpoint,
  givenReceiver,
  says,
  somethingHappens,
} from '../support/given/receiver.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let members = 0

/** Creates a shop with an endpoint, and the browser of a member. */
async function givenWebhooks(role: Role = 'owner') {
  const shop = await givenMerchant()
  const receiver = await givenReceiver(says(200, { 'x-trace': 'abc' }))
  const endpoint = await givenEndpoint(shop, receiver.url, { description: 'Main server' })
  const email = `webhooks-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  const section = `/dashboard/${shop.projectId}/test/developers`
  const list = `${section}/webhooks`
  return { shop, receiver, endpoint, browser, email, section, list, page: `${list}/${endpoint.id}` }
}

const secretIn = ({ text }: Response) =>
  /data-copy="(whsec_[^"]+)"/.exec(text)?.[1]?.replaceAll('&#x3D;', '=')

describe('webhook endpoints in the dashboard', () => {
  beforeEach(forgetSignIns)
  afterEach(() => {
    setClock()
    closeReceivers()
  })

  it('are listed with their health, and those that fail alone', async () => {
    const { shop, receiver, endpoint, browser, list } = await givenWebhooks('viewer')
    receiver.behave = says(500)
    for (let n = 0; n < 5; n += 1) await somethingHappens(shop)
    const works = await givenEndpoint(shop, 'https://works.example.org/hooks')
    await drain(endpoint)
    const shown = await browser.get(list)
    expect(textOf(shown)).to.include(receiver.url).and.include('Main server').and.include('Failing')
    expect(textOf(shown)).to.match(/works\.example\.org\/hooks\s+On/)
    const failing = await browser.get(`${list}?health=failing`)
    expect(failing.text).to.include(`${list}/${endpoint.id}"`).and.not.include(`${list}/${works.id}"`)
    const detail = textOf(await browser.get(`${list}/${endpoint.id}`))
    expect(detail).to.include('Failing since').and.include('It failed several times in a row.')
    expect(detail).to.match(/Waiting deliveries\s+5/)
  })

  it('are saved as a file without their secrets, and those that fail alone', async () => {
    const { shop, receiver, browser, list } = await givenWebhooks('viewer')
    await givenEndpoint(shop, 'https://works.example.org/hooks', { description: '=1+1' })
    expect((await browser.get(list)).text).to.include(`href="${list}.csv"`)
    const { text } = await browser.get(`${list}.csv`)
    expect(text.trimEnd().split('\r\n')).to.have.length(3)
    expect(text).to.include(receiver.url).and.include("https://works.example.org/hooks,'=1+1,true,")
    expect(text).not.to.include('whsec_')
    expect((await browser.get(`${list}.csv?health=failing`)).text.trimEnd().split('\r\n')).to.have.length(1)
  })

  it('are created with some events, lead to the secret, and sign with it', async () => {
    const { shop, receiver, browser, list } = await givenWebhooks()
    const url = `${receiver.url}/new`
    const fields = { url, description: 'Second', 'events[checkout.expired]': '1', signature_header: '' }
    const form = hiddenFields((await browser.get(`${list}/new`)).text)
    const saved = await browser.post(`${list}/new`, { ...form, ...fields, action: 'save' })
    const [, id] = /\/webhooks\/(\d+)\/secret$/.exec(saved.headers.location!)!
    const again = await browser.post(`${list}/new`, { ...form, ...fields, action: 'save' })
    expect(again.headers.location).to.equal(saved.headers.location)
    const secret = secretIn(await browser.get(saved.headers.location!))!
    const { body } = await shop.get(`/webhook-endpoints/${id!}`).expect(200)
    expect(body.data).to.include({ url, description: 'Second', secret: secret.slice(-4) })
    expect(body.data.events).to.deep.equal(['checkout.expired'])
  })

  it('are refused with a wrong address, and what was typed stays', async () => {
    const { browser, list, page } = await givenWebhooks()
    const fields = { url: 'shop.example.org', description: 'Mine', signature_header: 'Host' }
    for (const path of [`${list}/new`, `${page}/edit`]) {
      const wrong = await browser.press(path, 'save', { ...fields, 'events[invoice.paid]': '1' })
      expect([wrong.status, path]).to.deep.equal([422, path])
      expect(wrong.text).to.include('value="shop.example.org"').and.include('value="Mine"')
      expect(wrong.text).to.include('id="url-error"').and.include('id="signature_header-error"')
      expect(textOf(wrong)).to.include('“shop.example.org” does not begin with https://.')
      expect(wrong.text).to.match(/name="events\[invoice\.paid\]" value="1" checked/)
    }
    for (const [url, sentence] of [
      ['https://me:secret@shop.example.org/hooks', 'Leave the user name and the password out'],
      ['https://shop.example.org:22/hooks', 'This port belongs to another kind of service'],
    ] as const)
      expect(textOf(await browser.press(`${list}/new`, 'save', { url }))).to.include(sentence)
    const empty = await browser.press(`${list}/new`, 'save', { url: '' })
    expect([empty.status, empty.text.includes('id="url-error"')]).to.deep.equal([422, true])
  })

  it('are changed, turned off and on again, and deleted after a tick', async () => {
    const { shop, receiver, endpoint, browser, list, page } = await givenWebhooks()
    const found = async () => (await shop.get(`/webhook-endpoints/${endpoint.id}`)).body.data
    const fields = { url: receiver.url, description: '', 'events[checkout.expired]': '1' }
    expect((await browser.press(`${page}/edit`, 'save', fields)).headers.location).to.equal(page)
    expect(await found()).to.deep.include({ description: null, events: ['checkout.expired'] })
    await browser.press(page, 'disable')
    expect((await found()).active).to.equal(false)
    await somethingHappens(shop)
    await browser.press(page, 'enable', { missed: '1' })
    await drain(endpoint)
    expect((await found()).active).to.equal(true)
    expect(receiver.received).to.have.length(1)
    expect((await browser.press(page, 'delete')).status).to.equal(422)
    expect((await browser.press(page, 'delete', { agreed: '1' })).headers.location).to.equal(list)
    expect((await browser.get(page)).status).to.equal(404)
  })

  it('keep a choice of events that the form does not offer', async () => {
    const { shop, receiver, endpoint, browser, page } = await givenWebhooks()
    const path = `/webhook-endpoints/${endpoint.id}`
    await shop.patch(path, { events: ['test'] }).expect(200)
    const form = (await browser.get(`${page}/edit`)).text
    expect(form).to.match(/name="events\[test\]" value="1" checked/)
    await browser.press(`${page}/edit`, 'save', {
      url: receiver.url,
      description: 'Mine',
      'events[test]': '1',
    })
    expect((await shop.get(path)).body.data).to.deep.include({ description: 'Mine', events: ['test'] })
  })

  it('get the events since the last one that arrived, also if they were changed while they were off', async () => {
    const { shop, receiver, endpoint, browser, page } = await givenWebhooks()
    await browser.press(page, 'disable')
    await somethingHappens(shop)
    setClock(() => later(new Date(), 3 * DAY))
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { description: 'Mine' }).expect(200)
    await browser.press(page, 'enable', { missed: '1' })
    await drain(endpoint)
    expect(receiver.received).to.have.length(1)
  })

  it('get another address after a fresh proof only', async () => {
    setClock(() => later(new Date(), -20 * MINUTE))
    const { shop, receiver, endpoint, browser, page } = await givenWebhooks()
    setClock()
    const fields = { url: `${receiver.url}/other`, description: '' }
    expect((await browser.press(`${page}/edit`, 'save', fields)).status).to.equal(403)
    expect((await shop.get(`/webhook-endpoints/${endpoint.id}`)).body.data.url).to.equal(receiver.url)
  })

  it('show and replace the secret after a fresh proof, on a page that nothing stores', async () => {
    setClock(() => later(new Date(), -20 * MINUTE))
    const { endpoint, browser, email, page } = await givenWebhooks()
    setClock()
    const asked = await browser.get(`${page}/secret`)
    expect([asked.status, stateOf(asked)]).to.deep.equal([403, 'dashboard_proof'])
    expect(asked.text).not.to.include('whsec_')
    const sent = await browser.post(`${page}/secret`, { ...hiddenFields(asked.text), proof_step: 'send' })
    const [{ code } = { code: '' }] = await signInEmailsTo(email, 'proof_code')
    const proof = { ...hiddenFields(sent.text), proof_code: code, proof_step: 'check' }
    await browser.post(`${page}/secret`, proof)
    const shown = await browser.get(`${page}/secret`)
    expect(secretIn(shown)).to.equal(endpoint.secret)
    expect(shown.headers['cache-control']).to.equal('no-store')
    const rotated = await browser.press(page, 'rotate')
    expect(rotated.headers.location).to.equal(`${page}/secret`)
    const now = secretIn(await browser.get(`${page}/secret`))!
    expect(now)
      .to.match(/^whsec_/)
      .and.not.equal(endpoint.secret)
    expect((await browser.get(page)).text).not.to.include(now)
    const rows = await onConnection((sql) =>
      sql.rows("SELECT * FROM audit_log WHERE object = 'webhook_endpoint' AND object_id = ?", [endpoint.id]),
    )
    expect(rows).to.have.length(2)
    expect(JSON.stringify(rows)).not.to.include(now).and.not.include('whsec_')
  })

  it('are tested and rehearsed, which leads to the deliveries', async () => {
    const { shop, receiver, endpoint, browser, section, page } = await givenWebhooks('staff')
    const tested = await browser.press(page, 'test')
    expect(tested.headers.location).to.include(`${section}/deliveries?event_id=`)
    await drain(endpoint)
    expect(textOf(await browser.get(tested.headers.location!))).to.match(
      /test\s+evt_\d+\s+http\S+\s+Delivered/,
    )
    await browser.press(page, 'rehearse', { reorder: '1' })
    expect(await deliveriesOf(shop, endpoint)).to.have.length(13)
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: false })
    const open = hiddenFields((await browser.get(`${section}/deliveries`)).text)
    const refused = await browser.post(page, { ...open, action: 'test' })
    expect(textOf(refused)).to.include('The endpoint is off.')
    expect(receiver.received).to.have.length(1)
  })

  it('are changed, and their secrets seen, by owners only', async () => {
    for (const role of ['staff', 'viewer'] as const) {
      const { shop, endpoint, browser, list, page } = await givenWebhooks(role)
      for (const path of [`${list}/new`, `${page}/edit`, `${page}/secret`])
        expect([(await browser.get(path)).status, path]).to.deep.equal([403, path])
      const form = hiddenFields((await browser.get('/dashboard/sessions')).text)
      for (const action of ['rotate', 'disable', 'delete'])
        await browser.post(page, { ...form, action, agreed: '1' })
      const { body } = await shop.get(`/webhook-endpoints/${endpoint.id}`).expect(200)
      expect(body.data).to.include({ active: true, secret: endpoint.secret.slice(-4) })
      const shown = await browser.get(page)
      expect(shown.text.includes('value="test"')).to.equal(role === 'staff')
      expect(shown.text).not.to.include('value="rotate"').and.not.include('/secret"')
    }
  })

  it('of another shop have no page here', async () => {
    const [one, other] = [await givenWebhooks(), await givenWebhooks()]
    for (const path of ['', '/edit', '/secret'])
      expect((await one.browser.get(`${one.list}/${other.endpoint.id}${path}`)).status).to.equal(404)
  })
})

describe('webhook deliveries in the dashboard', () => {
  beforeEach(forgetSignIns)
  afterEach(closeReceivers)
  forgetNothing()

  it('show each attempt down to the bytes, and are sent again', async () => {
    const { shop, receiver, endpoint, browser, section } = await givenWebhooks('staff')
    receiver.behave = (response) => response.destroy()
    await somethingHappens(shop)
    await drain(endpoint)
    receiver.behave = says(503, { 'x-trace': 'abc' })
    const [delivery] = await deliveriesOf(shop, endpoint)
    const page = `${section}/deliveries/${delivery!.id}`
    expect((await browser.press(page, 'resend')).headers.location).to.equal(page)
    const pressed = await browser.get(page)
    expect(textOf(pressed)).to.include('It is being sent now.')
    expect(pressed.text).to.include('class="notice neutral"').and.not.include('class="confirmation')
    await drain(endpoint)
    const shown = await browser.get(page)
    const text = textOf(shown).replaceAll('&quot;', '"')
    expect(text).to.include('Sent again: the endpoint answered 503.')
    expect(shown.text).to.include('class="notice"').and.not.include('class="confirmation')
    const sent = receiver.received.at(-1)!
    expect(text)
      .to.include('Attempt 1: No response')
      .and.include('Attempt 2: 503')
      .and.include(
        `webhook-signature: ${String(sent.headers['webhook-signature']).replaceAll('=', '&#x3D;')}`,
      )
      .and.include('x-trace: abc')
      .and.include('thanks')
      .and.include('"type": "checkout.expired"')
    expect(shown.text).not.to.include(endpoint.secret.slice(6))
  })

  it('say that one without an attempt is being sent', async () => {
    const { shop, endpoint, browser, list, section } = await givenWebhooks()
    await somethingHappens(shop)
    await browser.press(`${list}/${endpoint.id}`, 'disable')
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect(delivery).to.include({ status: 'canceled' })
    expect(delivery!.attempts).to.deep.equal([])
    await browser.press(`${list}/${endpoint.id}`, 'enable', { missed: '' })
    const page = `${section}/deliveries/${delivery!.id}`
    await browser.press(page, 'resend')
    expect(textOf(await browser.get(page))).to.include('It is being sent now.')
  })

  it('are listed by status, endpoint and event, and as a file', async () => {
    const { shop, endpoint, browser, section } = await givenWebhooks('viewer')
    await somethingHappens(shop)
    await drain(endpoint)
    await somethingHappens(shop)
    const [first] = await deliveriesOf(shop, endpoint)
    const page = `${section}/deliveries`
    const count = async (query: string) =>
      (await browser.get(`${page}?${query}`)).text.split('<tr role="row"').length - 2
    expect(await count('')).to.equal(2)
    expect(await count('status=succeeded')).to.equal(1)
    expect(await count(`event_id=${first!.event_id}`)).to.equal(1)
    expect(await count(`endpoint_id=${endpoint.id}&status=pending`)).to.equal(1)
    const { text } = await browser.get(`${page}.csv?status=succeeded`)
    expect(text.trimEnd().split('\r\n')).to.have.length(2)
  })

  it('are neither shown to members of another shop nor sent again by viewers', async () => {
    const { shop, endpoint, browser, section } = await givenWebhooks('viewer')
    await somethingHappens(shop)
    await drain(endpoint)
    const [delivery] = await deliveriesOf(shop, endpoint)
    const page = `${section}/deliveries/${delivery!.id}`
    const form = hiddenFields((await browser.get('/dashboard/sessions')).text)
    expect(stateOf(await browser.post(page, { ...form, action: 'resend' }))).to.equal('dashboard_denied')
    const [after] = await deliveriesOf(shop, endpoint)
    expect(after!.status).to.equal('succeeded')
    const other = await givenWebhooks()
    expect((await other.browser.get(`${other.section}/deliveries/${delivery!.id}`)).status).to.equal(404)
  })

  it('are shown by at most five queries, and endpoints by at most six', async () => {
    const { shop, endpoint, browser, section, list, page } = await givenWebhooks('viewer')
    for (const n of [1, 2, 3]) await givenEndpoint(shop, `https://example.org/${n}`)
    await somethingHappens(shop)
    const [delivery] = await deliveriesOf(shop, endpoint)
    const count = async (address: string) => {
      await browser.get(address)
      const outline = outlineOf(await statementsOf(() => browser.get(address)))
      return outline.filter((one) => /select/i.test(one)).length
    }
    expect({
      endpoints: await count(list),
      endpoint: await count(page),
      deliveries: await count(`${section}/deliveries`),
      delivery: await count(`${section}/deliveries/${delivery!.id}`),
    }).to.deep.equal({ endpoints: 4, endpoint: 6, deliveries: 5, delivery: 4 })
  })
})
