import { expect } from 'chai'
import request, { type Response } from 'supertest'
import { STARTER_LIMIT } from '../../common/domain/projects/plan.ts'
import type { TrialLinkObject } from '../../common/domain/subscriptions/trial-link.ts'
import { proof } from '../../common/kit/secrets.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { maskPath } from '../../common/runtime/log.ts'
import { onConnection } from '../../db/sql.ts'
import { app } from '../support/ask.ts'
import { Customer } from '../support/customer.ts'
import { BASIC, Club, givenClub, newCustomer, refusal } from '../support/given/club.ts'
import { textOf } from '../support/given/portal-visitor.ts'

const stateOf = ({ text }: Response) => /data-state="(\w+)"/.exec(text)?.[1]
const pathOf = (url: string) => new URL(url).pathname

describe('a trial link', () => {
  beforeEach(() => {
    setClock(() => new Date('2026-08-12T11:04:00Z')) // 19:04 in Ulaanbaatar
  })

  function create(club: Club, more: object = {}) {
    return club.shop.post('/trial-links', {
      ...{ customer_id: club.customerId, price: 'basic', trial_days: 14 },
      ...more,
    })
  }

  async function linked(given?: Club) {
    const club = given ?? (await givenClub())
    const created = (await create(club).expect(201)).body.data as TrialLinkObject
    return { club, created, url: created.url, link: new Customer(created.url) }
  }

  /** Returns the counts of all rows that opening the page could add. */
  async function rowCounts({ projectId }: Club['shop']) {
    const counts = ['subscriptions', 'trials', 'events', 'emails', 'timers', 'checkouts', 'audit_log'].map(
      (table) => `(SELECT COUNT(*) FROM ${table} WHERE project_id = ${projectId}) AS ${table}`,
    )
    return onConnection((sql) => sql.row(`SELECT ${counts.join(', ')}`))
  }

  /** Returns a merchant in live mode whose plan allows no further subscription. */
  async function liveClubAtItsLimit(): Promise<Club> {
    const { shop: merchant } = await givenClub([BASIC], {}, { plan: 'starter' })
    const shop = merchant.live
    const product = { product_data: { name: 'Club' }, unit_amount: 30_000, recurring_interval: 'month' }
    const { body } = await shop.post('/prices', { ...product, lookup_key: 'basic' }).expect(201)
    const { id: product_id } = (body as { data: { product: { id: number } } }).data.product
    for (let count = 0; count < STARTER_LIMIT; count += 1) {
      const customer_id = await newCustomer(shop, `c${count}@example.com`)
      await shop.post('/subscriptions', { customer_id, price: 'basic', trial_days: 5 }).expect(201)
    }
    return new Club(shop, product_id, product_id, await newCustomer(shop, 'bat@example.com'))
  }

  async function trialsOf({ shop, customerId }: Club) {
    const { body } = await shop.get(`/subscriptions?customer_id=${customerId}`).expect(200)
    return (body.data as { id: number; status: string; trial_ends_at: string; price_id: number }[]).map(
      ({ status, trial_ends_at: end }) => `${status} ${end.slice(0, 19)}`,
    )
  }

  describe('in the API', () => {
    it('returns an address that works for 30 days, and stores no object', async () => {
      const club = await givenClub()
      const before = await rowCounts(club.shop)
      const { created } = await linked(club)
      expect(await rowCounts(club.shop)).to.deep.equal(before)
      expect(created).to.include({
        ...{ customer_id: club.customerId, trial_days: 14 },
        expires_at: '2026-09-11T11:04:00.000000Z',
      })
      expect(pathOf(created.url)).to.match(new RegExp(`^/n/${club.customerId}/`))
      const byId = await create(club, { price: undefined, price_id: created.price_id }).expect(201)
      expect(byId.body.data).to.deep.equal(created)
    })

    it('refuses an unknown customer and a price that no one can try', async () => {
      const club = await givenClub()
      expect(refusal(await create(club, { customer_id: 987_654 }))).to.equal(
        '422 customer_not_found customer_id',
      )
      expect(refusal(await create(club, { price: 'none' }))).to.equal('422 lookup_key_not_found price')
      expect(refusal(await create(club, { trial_days: 366 }))).to.equal('422 validation_failed trial_days')
      const once = { product_id: club.productId, unit_amount: 500, lookup_key: 'once' }
      await club.shop.post('/prices', once).expect(201)
      expect(refusal(await create(club, { price: 'once' }))).to.equal('422 price_not_recurring price')
      await club.shop.patch(`/products/${club.productId}`, { active: false }).expect(200)
      expect(refusal(await create(club))).to.equal('422 price_inactive price')
    })
  })

  describe('on its page', () => {
    it('shows the plan, the length, the last day and the price after it, and changes nothing', async () => {
      const { club, url, link } = await linked()
      const before = await rowCounts(club.shop)
      const page = await link.get()
      const head = await request(app).head(pathOf(url))
      expect([page.status, head.status, stateOf(page)]).to.deep.equal([200, 200, 'trial_open'])
      for (const text of [
        'Try Club for free',
        '14 days',
        'It begins when you press the button, and ends on 26 Aug 2026.',
        'After that your access ends, unless you pay ₮30,000 a month.',
        'Nothing is charged automatically.',
      ])
        expect(textOf(page)).to.contain(text)
      expect(page.headers).to.include({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      expect(await rowCounts(club.shop)).to.deep.equal(before)
    })

    it('starts the trial with one press, as POST /subscriptions does', async () => {
      const { club, link } = await linked()
      const pressed = await link.press('start')
      expect(pressed.status).to.equal(303)
      const page = await link.get()
      expect([page.status, stateOf(page)]).to.deep.equal([200, 'trial_started'])
      expect(textOf(page)).to.contain('Club is free until the end of 26 Aug 2026.')
      expect(page.text).to.not.contain('value="start"')

      const other = await club.another()
      await other.trial('basic', 14)
      expect(await trialsOf(club)).to.deep.equal(['trialing 2026-08-26T15:59:59'])
      expect(await trialsOf(other)).to.deep.equal(await trialsOf(club))
      expect(await club.letters(), 'one email for each trial').to.deep.equal(['created', 'created'])
    })

    it('records the customer and the button as the cause in the audit log', async () => {
      const { club, link } = await linked()
      await link.press('start')
      const { body } = await club.shop.get('/audit-log').expect(200)
      const [entry] = (body.data as { object: string }[]).filter(({ object }) => object === 'subscription')
      expect(entry).to.include({ actor: 'customer', operation: 'trial.start', change: 'created' })
      expect(entry).to.include({ ip_address: null })
    })

    it('starts one trial for two presses at once, and for ten', async () => {
      for (const presses of [2, 10]) {
        const { club, link } = await linked()
        const page = await link.get()
        const pressed = await Promise.all(
          Array.from({ length: presses }, () => link.press('start', {}, page)),
        )
        expect(pressed.map(({ status }) => status)).to.deep.equal(pressed.map(() => 303))
        expect(await trialsOf(club)).to.have.length(1)
        expect(await club.letters()).to.deep.equal(['created'])
        expect(stateOf(await link.get())).to.equal('trial_started')
      }
    })

    it('starts one trial for two links to the same product at once', async () => {
      const { club, link } = await linked()
      const { body } = await create(club, { trial_days: 30 }).expect(201)
      const other = new Customer((body.data as TrialLinkObject).url)
      const [one, two] = [await link.get(), await other.get()] // a page after the first start has no button
      const pressed = await Promise.all([link.press('start', {}, one), other.press('start', {}, two)])
      expect(pressed.map(({ status }) => status)).to.deep.equal([303, 303])
      expect(await trialsOf(club)).to.have.length(1)
    })

    it('starts nothing for another button', async () => {
      const { club, link } = await linked()
      expect((await link.press('renew')).status).to.equal(303)
      expect(await trialsOf(club)).to.deep.equal([])
    })

    it('shows that the trial was used, also if the page was opened before', async () => {
      const { club, link } = await linked()
      const fresh = await link.get()
      const { id } = await club.trial('basic', 7)
      await club.cancel(id, 'immediately').expect(200)
      expect((await link.press('start', {}, fresh)).status).to.equal(303)
      const page = await link.get()
      expect([page.status, stateOf(page)]).to.deep.equal([410, 'trial_used'])
      expect(await trialsOf(club)).to.have.length(1)
    })

    it('shows that the customer has the product already', async () => {
      const { club, link } = await linked()
      await club.buy('basic')
      const page = await link.get()
      expect([page.status, stateOf(page)]).to.deep.equal([200, 'trial_subscribed'])
    })

    it('shows that the plan is no longer sold', async () => {
      const { club, link } = await linked()
      const fresh = await link.get()
      await club.shop.patch(`/products/${club.productId}`, { active: false }).expect(200)
      await link.press('start', {}, fresh)
      const page = await link.get()
      expect([page.status, stateOf(page)]).to.deep.equal([410, 'trial_unsold'])
      expect(await trialsOf(club)).to.deep.equal([])
    })

    it('shows that the link is too old after 30 days, without the plan, and starts nothing', async () => {
      const { club, link } = await linked()
      const fresh = await link.get()
      setClock(() => new Date('2026-09-11T11:04:00Z'))
      const page = await link.get()
      expect([page.status, stateOf(page)]).to.deep.equal([410, 'trial_old'])
      expect(page.text).to.not.match(/Club|30,000/)
      await link.press('start', {}, fresh)
      expect(await trialsOf(club)).to.deep.equal([])
    })

    it('shows that the link is too old if the email of the customer has changed', async () => {
      const { club, link } = await linked()
      await club.shop.patch(`/customers/${club.customerId}`, { email: 'new@example.com' }).expect(200)
      expect(stateOf(await link.get())).to.equal('trial_old')
      const again = await linked(club)
      expect(stateOf(await again.link.get())).to.equal('trial_open')
    })

    it('returns the same 404 page for every forged link, and starts nothing', async () => {
      const { club, url } = await linked()
      const [, , id = '', token = ''] = pathOf(url).split('/')
      const [terms = '', sign = ''] = token.split('.')
      const [ends = '', version = '', price = '', days = ''] = terms.split('-')
      const other = await club.another()
      const deleted = await linked(await club.another('deleted@example.com'))
      await club.shop.delete(`/customers/${deleted.club.customerId}`).expect(200)
      const wrong = [
        `/n/${id}/${token}x`,
        `/n/${id}/${token.slice(0, -1)}`,
        `/n/${id}/zzzzzz-${version}-${price}-${days}.${sign}`,
        `/n/${id}/${ends}-1-${price}-${days}.${sign}`,
        `/n/${id}/${ends}-${version}-${price}0-${days}.${sign}`,
        `/n/${id}/${ends}-${version}-${price}-a5.${sign}`,
        `/n/${id}/${terms}.${proof(config().secretKey, 'renew', `${id} ${terms}`)}`,
        `/n/${id}/${terms}.${proof(Buffer.alloc(32), 'trial', `${id} ${terms}`)}`,
        `/n/${other.customerId}/${token}`,
        `/n/0/${token}`,
        `/n/x/${token}`,
        pathOf(deleted.url),
      ]
      const pages = await Promise.all(wrong.map((address) => request(app).get(address)))
      const bodies = new Set(pages.map(({ text }) => text))
      expect(pages.map(({ status }) => status)).to.deep.equal(wrong.map(() => 404))
      expect(bodies.size).to.equal(1)
      for (const address of wrong.slice(0, 6)) {
        const posted = await request(app).post(address).type('form').send({ action: 'start' })
        expect(posted.status, address).to.equal(404)
      }
      expect(await trialsOf(club)).to.deep.equal([])
    })

    it('accepts only the form of its own page', async () => {
      const { club, link } = await linked()
      const other = await linked()
      const foreign = await link.press('start', {}, await other.link.get())
      expect([foreign.status, stateOf(foreign)]).to.deep.equal([403, 'error_expired_form'])
      expect(await trialsOf(club)).to.deep.equal([])
    })

    it('explains that the shop cannot take more subscriptions, and starts nothing', async () => {
      const { link, club } = await linked(await liveClubAtItsLimit())
      const pressed = await link.press('start')
      expect([pressed.status, stateOf(pressed)]).to.deep.equal([422, 'trial_open'])
      expect(textOf(pressed)).to.contain('cannot take new subscriptions right now')
      expect(pressed.text).to.not.contain('value="start"')
      expect(await trialsOf(club)).to.deep.equal([])
    })

    it('is masked in the log', async () => {
      const { url } = await linked()
      expect(maskPath(pathOf(url))).to.match(/^\/n\/\d+\/\*\*\*$/)
    })
  })
})
