import { expect } from 'chai'
import request from 'supertest'
import { DAY, HOUR, later, MINUTE } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { maskPath } from '../../common/runtime/log.ts'
import { portalUrl } from '../../common/services/links/portal.ts'
import { onConnection } from '../../db/sql.ts'
import { app } from '../support/ask.ts'
import { hiddenFields } from '../support/customer.ts'
import { givenClub } from '../support/given/club.ts'
import { givenLink, textOf, Visitor } from '../support/given/portal-visitor.ts'

const T0 = new Date('2026-08-12T11:04:00Z')
const at = (milliseconds: number) => setClock(() => later(T0, milliseconds))
const path = (url: string) => new URL(url).pathname

describe('a portal link', () => {
  beforeEach(() => at(0))

  it('is created for a customer by id or reference, and works for half an hour', async () => {
    const club = await givenClub()
    const return_url = 'https://shop.example/account'
    const link = await givenLink(club, { return_url })
    expect(link).to.include({ customer_id: club.customerId, return_url })
    expect(link.expires_at).to.equal('2026-08-12T11:34:00.000000Z')
    expect(Object.keys(link)).to.have.members(['id', 'url', 'customer_id', 'return_url', 'expires_at'])
    await club.shop.patch(`/customers/${club.customerId}`, { client_reference_id: 'user-7' }).expect(200)
    const { body } = await club.shop.post('/billing-portal/sessions', { client_reference_id: 'user-7' })
    expect(body.data).to.include({ customer_id: club.customerId, return_url: null })
  })

  it('is also created at the address without the project, which the token identifies', async () => {
    const { shop, customerId } = await givenClub()
    const send = (token: string) =>
      request(app)
        .post('/api/v1/billing-portal/sessions')
        .set('Authorization', `Bearer ${token}`)
        .send({ customer_id: customerId })
    expect((await send(shop.tokens.test)).body.data.customer_id).to.equal(customerId)
    expect((await send(shop.tokens.live)).body.code).to.equal('customer_not_found')
    expect((await send('sk_test_none')).status).to.equal(401)
  })

  it('is refused with all validation errors at once', async () => {
    const club = await givenClub()
    const other = await givenClub()
    const { id: foreign } = await other.buy('basic')
    const cases: [body: object, errors: string[], code: string][] = [
      [{}, ['customer_id'], 'validation_failed'],
      [{ customer_id: other.customerId }, ['customer_id'], 'customer_not_found'],
      [{ client_reference_id: 'unknown' }, ['client_reference_id'], 'customer_not_found'],
      [
        { customer_id: club.customerId, client_reference_id: 'user-7' },
        ['customer_id', 'client_reference_id'],
        'validation_failed',
      ],
      [{ customer_id: club.customerId, flow: 'renew' }, ['subscription_id'], 'validation_failed'],
      [
        { customer_id: club.customerId, subscription_id: 1 },
        ['flow', 'subscription_id'],
        'validation_failed',
      ],
      [
        { customer_id: club.customerId, flow: 'cancel', subscription_id: foreign },
        ['subscription_id'],
        'subscription_not_found',
      ],
      [
        { customer_id: club.customerId, return_url: 'javascript:alert(1)', locale: 'fr' },
        ['return_url', 'locale'],
        'validation_failed',
      ],
    ]
    for (const [body, errors, code] of cases) {
      const refused = await club.shop.post('/billing-portal/sessions', body).expect(422)
      expect(Object.keys(refused.body.errors as object), JSON.stringify(body)).to.have.members(errors)
      expect(refused.body.code).to.equal(code)
    }
  })

  it('redirects to an address without the secret, and signs in the browser', async () => {
    const club = await givenClub()
    const { url } = await givenLink(club)
    const opened = await request(app).get(path(url)).expect(303)
    expect(opened.headers.location).to.equal('/portal')
    const [cookie = ''] = opened.headers['set-cookie'] as unknown as string[]
    expect(cookie).to.match(/^tolbor_portal=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.to.include(path(url).split('/').at(-1)!)
    const page = await request(app).get('/portal').set('Cookie', cookie.split(';')[0]!).expect(200)
    expect(page.headers['cache-control']).to.equal('no-store')
    expect(page.headers['referrer-policy']).to.equal('no-referrer')
    const stored = await onConnection((sql) => sql.rows<{ hash: Buffer }>('SELECT hash FROM portal_sessions'))
    expect(stored.every(({ hash }) => !cookie.includes(hash.toString('base64url')))).to.equal(true)
  })

  it('sets a secure cookie if the service uses https', async () => {
    const club = await givenClub()
    const { url } = await givenLink(club)
    const { baseUrl } = config()
    config().baseUrl = 'https://pay.example'
    try {
      const opened = await request(app).get(path(url)).expect(303)
      const [cookie = ''] = opened.headers['set-cookie'] as unknown as string[]
      expect(cookie).to.match(/^__Host-tolbor_portal=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      const { status } = await request(app).get('/portal').set('Cookie', cookie.split(';')[0]!)
      expect(status).to.equal(200)
    } finally {
      config().baseUrl = baseUrl
    }
  })

  it('is masked in the log', async () => {
    const club = await givenClub()
    for (const url of [(await givenLink(club)).url, portalUrl(club.customerId, 0)])
      expect(maskPath(path(url))).to.match(/^\/portal\/(\d+\/)?\*\*\*$/)
  })

  it('opens the page of its flow in its language', async () => {
    const club = await givenClub()
    const { id } = await club.buy('basic')
    for (const [flow, step] of Object.entries({ renew: 'renew', change_plan: 'plans', cancel: 'cancel' })) {
      const { url } = await givenLink(club, { flow, subscription_id: id, locale: 'mn' })
      const visitor = new Visitor()
      const opened = await visitor.get(url)
      expect(opened.headers.location).to.equal(`/portal/subscriptions/${String(id)}/${step}`)
      expect((await visitor.open(opened.headers.location!)).text).to.include('<html lang="mn" dir="ltr">')
    }
  })

  it('still works after HEAD and GET requests', async () => {
    const club = await givenClub()
    const { url } = await givenLink(club)
    const head = await request(app).head(path(url)).expect(303)
    expect(head.headers).not.to.have.property('set-cookie')
    for (let round = 0; round < 3; round += 1) await request(app).get(path(url)).expect(303)
    expect(textOf(await new Visitor().open(url))).to.include('Your subscriptions')
  })

  it('returns the same 404 for every wrong secret', async () => {
    const { customerId } = await givenClub()
    const other = await givenClub()
    const good = path(portalUrl(customerId, 0))
    const wrong = [
      `/portal/${'A'.repeat(43)}`,
      '/portal/short',
      good.replace(String(customerId), String(other.customerId)),
      good.slice(0, -1) + (good.endsWith('A') ? 'B' : 'A'),
      `/portal/${String(customerId)}/x`,
      `/portal/x/${good.split('/').at(-1)!}`,
    ]
    for (const address of wrong) {
      const { status, text } = await request(app).get(address)
      expect([status, text.includes('data-state="error_not_found"')], address).to.deep.equal([404, true])
    }
  })

  it('shows no customer data after it expired, and offers to email a new link', async () => {
    const club = await givenClub()
    await club.shop.patch(`/customers/${club.customerId}`, { name: 'Bat Erdene' }).expect(200)
    const { url } = await givenLink(club)
    for (const address of [url, portalUrl(club.customerId, 0)]) {
      at(31 * DAY)
      const visitor = new Visitor()
      const old = await visitor.open(address)
      expect(old.status).to.equal(410)
      expect(old.text).to.include('data-state="portal_old_link"')
      expect(old.text).not.to.match(/bat@example\.com|Erdene/)
      expect(visitor.cookie).to.equal('')
      const pressed = await visitor.press(address, 'send_link')
      expect(pressed.status).to.equal(303)
      expect((await visitor.open(pressed.headers.location!)).text).to.include('data-state="portal_sent"')
      at(0)
    }
    const emails = await onConnection((sql) =>
      sql.rows('SELECT recipient, customer_id FROM emails WHERE kind = ? AND customer_id = ?', [
        'portal_link',
        club.customerId,
      ]),
    )
    expect(emails).to.deep.equal(
      Array(2).fill({ recipient: 'bat@example.com', customer_id: club.customerId }),
    )
  })

  it('shows the same page for a customer without an address and for a deleted customer', async () => {
    const known = await givenClub()
    const { shop } = known
    const { body: silent } = await shop.post('/customers', { phone: '+97699112233' }).expect(201)
    const { body: gone } = await shop.post('/customers', { email: 'gone@example.com' }).expect(201)
    const addresses = [known.customerId, silent.data.id, gone.data.id].map((id) => portalUrl(id as number, 0))
    await shop.delete(`/customers/${gone.data.id}`).expect(200)
    at(31 * DAY)
    const pages: string[] = []
    for (const address of addresses) {
      const visitor = new Visitor()
      const old = await visitor.get(address)
      const pressed = await visitor.press(address, 'send_link', {}, old)
      const sent = await visitor.open(pressed.headers.location!)
      const secret = hiddenFields(old.text).form_token!
      pages.push(old.text.replace(secret, '') + sent.text)
    }
    expect(new Set(pages).size).to.equal(1)
    const emails = await onConnection((sql) =>
      sql.rows<{ customer_id: number }>(
        "SELECT customer_id FROM emails WHERE kind = 'portal_link' AND customer_id IN (?)",
        [[known.customerId, silent.data.id, gone.data.id]],
      ),
    )
    expect(emails.map(({ customer_id: id }) => id)).to.deep.equal([known.customerId])
  })

  it('is emailed at most five times an hour', async () => {
    const { customerId } = await givenClub()
    const address = portalUrl(customerId, 0)
    const count = () =>
      onConnection((sql) =>
        sql.rows("SELECT id FROM emails WHERE kind = 'portal_link' AND customer_id = ?", [customerId]),
      )
    at(31 * DAY)
    const visitor = new Visitor()
    const page = await visitor.get(address)
    await Promise.all(Array.from({ length: 7 }, () => visitor.press(address, 'send_link', {}, page)))
    expect(await count()).to.have.length(5)
    at(31 * DAY + 59 * MINUTE)
    await visitor.press(address, 'send_link', {}, page)
    expect(await count()).to.have.length(5)
    at(31 * DAY + HOUR)
    await visitor.press(address, 'send_link', {}, page)
    expect(await count()).to.have.length(6)
  })

  it('is not emailed for a form from another page', async () => {
    const { customerId } = await givenClub()
    const other = await givenClub()
    const address = portalUrl(customerId, 0)
    const elsewhere = portalUrl(other.customerId, 0)
    at(31 * DAY)
    const visitor = new Visitor()
    const foreign = await visitor.get(elsewhere)
    expect((await visitor.press(address, 'send_link', {}, foreign)).status).to.equal(403)
    const own = await visitor.get(address)
    const crossSite = await request(app)
      .post(path(address))
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({ ...hiddenFields(own.text), action: 'send_link' })
    expect(crossSite.status).to.equal(403)
  })
})

describe('a portal session', () => {
  beforeEach(() => at(0))

  it('lasts an hour, and then only offers a new link', async () => {
    const club = await givenClub()
    await club.buy('basic')
    const visitor = await Visitor.of(club)
    at(HOUR - 1)
    const open = await visitor.get('/portal')
    expect(textOf(open)).to.include('Club')
    at(HOUR)
    const over = await visitor.get('/portal')
    expect([over.status, over.text.includes('data-state="portal_over"')]).to.deep.equal([403, true])
    expect(textOf(over)).not.to.match(/Club|30,000|bat@/)
    const pressed = await visitor.press('/portal', 'send_link', {}, over)
    expect((await visitor.open(pressed.headers.location!)).text).to.include('data-state="portal_sent"')
  })

  it('ends on the server when the customer signs out, including pages that are still open', async () => {
    const club = await givenClub()
    const { id } = await club.buy('basic')
    const visitor = await Visitor.of(club)
    const cancel = `/portal/subscriptions/${String(id)}/cancel`
    const page = await visitor.get(cancel)
    const out = await visitor.press('/portal', 'sign_out')
    const left = (await visitor.open(out.headers.location!)).text
    expect(left).to.include('data-state="portal_signed_out"')
    expect(left, 'a new link is a secondary action').to.include(
      'class="secondary" name="action" value="send_link"',
    )
    expect((await visitor.get('/portal')).text).to.include('data-state="portal_signed_out"')
    expect((await visitor.get(cancel)).text).not.to.include('Club')
    await visitor.press(cancel, 'cancel', {}, page)
    expect((await club.subscription(id)).canceled_at).to.equal(null)
  })

  it('ends in every browser, with all emailed links, when the customer signs out everywhere', async () => {
    const club = await givenClub()
    await club.buy('basic')
    const [one, other] = [await Visitor.of(club), await Visitor.of(club)]
    const emailed = portalUrl(club.customerId, 0)
    expect((await new Visitor().get(emailed)).status).to.equal(303)
    const out = await one.press('/portal', 'sign_out_everywhere')
    expect((await one.open(out.headers.location!)).text).to.include('data-state="portal_signed_out"')
    for (const visitor of [one, other])
      expect((await visitor.get('/portal')).text).to.include('data-state="portal_signed_out"')
    const old = await new Visitor().get(emailed)
    expect([old.status, old.headers['set-cookie']]).to.deep.equal([410, undefined])
    expect(old.text).to.include('send_link').and.not.to.include('Club')
    expect((await new Visitor().get(portalUrl(club.customerId, 1))).status).to.equal(303)
    expect(textOf(await (await Visitor.of(club)).get('/portal'))).to.include('Club')
    // A signed-out browser cannot end newer sessions.
    await other.press('/portal', 'sign_out_everywhere', {}, await other.get('/portal'))
    expect((await new Visitor().get(portalUrl(club.customerId, 1))).status).to.equal(303)
  })

  it('ends with all links to the old address when the email address changes', async () => {
    const club = await givenClub()
    await club.shop.patch(`/customers/${club.customerId}`, { client_reference_id: 'u1' }).expect(200)
    const changes = [
      () => club.shop.patch(`/customers/${club.customerId}`, { email: 'new@example.com' }),
      () => club.shop.post('/customers', { client_reference_id: 'u1', email: 'newer@example.com' }),
    ]
    for (const [version, change] of changes.entries()) {
      const visitor = await Visitor.of(club)
      await change().expect(200)
      expect((await visitor.get('/portal')).text).to.include('data-state="portal_signed_out"')
      expect((await new Visitor().get(portalUrl(club.customerId, version))).status).to.equal(410)
    }
    const visitor = await Visitor.of(club)
    await club.shop
      .patch(`/customers/${club.customerId}`, { email: 'newer@example.com', name: 'B' })
      .expect(200)
    expect(textOf(await visitor.get('/portal'))).to.include('B')
    expect((await visitor.get('/portal')).text).to.not.include('portal_signed_out')
    expect((await new Visitor().get(portalUrl(club.customerId, 2))).status).to.equal(303)
  })

  it('is not started by a link with a forged version', async () => {
    const club = await givenClub()
    const forged = portalUrl(club.customerId, 0).replace(/\.([^.]+)$/, '-1.$1')
    expect((await new Visitor().get(forged)).status).to.equal(404)
  })

  it('is required: no cookie or an unknown one shows a page that asks for a link', async () => {
    for (const cookie of ['', `tolbor_portal=${'A'.repeat(43)}`, 'tolbor_portal=x', 'other=1']) {
      const { status, text } = await request(app).get('/portal').set('Cookie', cookie)
      expect([status, text.includes('data-state="portal_unknown"')], cookie).to.deep.equal([403, true])
    }
    await request(app).post('/portal').type('form').send({ action: 'sign_out' }).expect(403)
  })

  it('refuses a form from another session or site, or without a token', async () => {
    const club = await givenClub()
    const { id } = await club.buy('basic')
    const visitor = await Visitor.of(club)
    const again = await Visitor.of(club)
    const cancel = `/portal/subscriptions/${String(id)}/cancel`
    const page = await visitor.get(cancel)
    expect((await again.press(cancel, 'cancel', {}, page)).status).to.equal(403)
    const send = (headers: Record<string, string>, fields: object) =>
      request(app)
        .post(cancel)
        .set({ Cookie: visitor.cookie, ...headers })
        .type('form')
        .send(fields)
    const fields = { ...hiddenFields(page.text), action: 'cancel' }
    await send({ 'Sec-Fetch-Site': 'cross-site' }, fields).expect(403)
    await send({ 'Sec-Fetch-Site': 'same-site' }, fields).expect(403)
    await send({}, { action: 'cancel' }).expect(403)
    expect((await club.subscription(id)).canceled_at).to.equal(null)
    await send({ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, fields).expect(303)
  })

  it('cannot read or change subscriptions of other customers', async () => {
    const club = await givenClub()
    const { id: own } = await club.buy('basic')
    const { body } = await club.shop.post('/customers', { email: 'dorj@example.com' }).expect(201)
    const { id: foreign } = await club.buy('basic', { customer_id: body.data.id })
    const elsewhere = await givenClub()
    const { id: far } = await elsewhere.buy('basic')
    const visitor = await Visitor.of(club)
    const neighbour = await Visitor.of(club, { customer_id: body.data.id })
    expect(foreign).not.to.equal(own)
    for (const id of [foreign, far, 999_999, '0', 'x']) {
      for (const step of ['renew', 'plans', 'cancel']) {
        const address = `/portal/subscriptions/${String(id)}/${step}`
        expect((await visitor.get(address)).status, address).to.equal(404)
        const page = await visitor.get('/portal')
        expect((await visitor.press(address, 'cancel', {}, page)).status, address).to.equal(404)
      }
    }
    await visitor.get(`/portal/subscriptions/${String(own)}/nothing`).then(({ status }) => {
      expect(status).to.equal(404)
    })
    expect((await club.subscription(foreign)).canceled_at).to.equal(null)
    expect(textOf(await neighbour.get('/portal'))).to.include('Club')
  })
})
