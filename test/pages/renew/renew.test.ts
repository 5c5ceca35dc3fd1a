import { expect } from 'chai'
import request, { type Response } from 'supertest'
import { proof } from '../../../common/kit/secrets.ts'
import { setClock } from '../../../common/runtime/clock.ts'
import { config } from '../../../common/runtime/config.ts'
import { renewUrl } from '../../../common/services/links/renewal.ts'
import { onConnection } from '../../../db/sql.ts'
import { app } from '../../support/ask.ts'
import { Customer, hiddenFields } from '../../support/customer.ts'
import { travelTo } from '../../support/due.ts'
import { BASIC, type Club, givenClub } from '../../support/given/club.ts'
import { textOf } from '../../support/given/portal-visitor.ts'

const NOT_FOUND = 'data-state="error_not_found"'
/** A payment that is begun, and never comes: its checkout stays open. */
const UNDECIDED = { payment_method: 'test', test_outcome: 'never' }

describe('the link to renew a subscription', () => {
  beforeEach(() => {
    setClock(() => new Date('2026-08-12T11:04:00Z')) // 19:04 in Ulaanbaatar
  })

  async function subscribed(product: object = {}) {
    const club = await givenClub([BASIC], product)
    const { id } = await club.buy('basic')
    return { club, id, link: new Customer(renewUrl(id)) }
  }
  const go = (club: Club, time: string) => travelTo(club.shop.projectId, new Date(time))
  const stateOf = ({ text }: Response) => /data-state="(\w+)"/.exec(text)?.[1]
  const goalOf = ({ headers }: Response) => headers.location

  /** The checkouts of a customer that are still open, and what they were made for. */
  async function open({ customerId }: Club) {
    return onConnection((sql) =>
      sql.rows<{ id: number; purpose: string; quantity: number; amount_total: number }>(
        `SELECT checkout.id, checkout.purpose, item.quantity, checkout.amount_total FROM checkouts checkout
         JOIN checkout_items item ON item.checkout_id = checkout.id
         WHERE checkout.customer_id = ? AND checkout.status = 'open' ORDER BY checkout.id`,
        [customerId],
      ),
    )
  }

  /** Everything that a look could have changed. */
  async function traces({ projectId }: Club['shop']) {
    const counts = ['checkouts', 'events', 'emails', 'timers', 'payments', 'subscriptions'].map(
      (table) => `(SELECT COUNT(*) FROM ${table} WHERE project_id = ${projectId}) AS ${table}`,
    )
    return onConnection((sql) =>
      sql.row(
        `SELECT ${counts.join(', ')}, (SELECT MAX(updated_at) FROM subscriptions WHERE project_id = ?) AS changed`,
        [projectId],
      ),
    )
  }

  it('shows plan, sum, the end now and each new end, and a look changes nothing', async () => {
    const { club, id, link } = await subscribed()
    const before = await traces(club.shop)
    const page = await link.look()
    const head = await request(app).head(new URL(renewUrl(id)).pathname)
    expect([page.status, head.status, stateOf(page)]).to.deep.equal([200, 200, 'renew_active'])
    expect(page.text)
      .to.contain('Paid until 12 Sept 2026.')
      .and.to.contain('Nothing is charged automatically.')
      .and.to.contain('value="1" required checked')
    for (const length of [
      '1 month ₮30,000 until 12 Oct 2026',
      '3 months ₮90,000 until 12 Dec 2026',
      '2 months · ₮60,000',
      '60 months · ₮1,800,000',
    ])
      expect(textOf(page)).to.contain(length)
    expect(page.headers['cache-control']).to.equal('no-store')
    expect(page.headers['referrer-policy']).to.equal('no-referrer')
    expect(await traces(club.shop)).to.deep.equal(before)
  })

  it('leads to a checkout that renews by as many periods as were chosen in the menu of the others', async () => {
    const { club, link } = await subscribed()
    expect(
      (await link.press('renew', { ...UNDECIDED, periods: 'other', other_periods: '7' })).status,
    ).to.equal(303)
    expect((await open(club)).at(-1)).to.include({ amount_total: 210_000 })
  })

  it('leads to a checkout that renews by as many periods as were chosen', async () => {
    const { club, link } = await subscribed()
    const pressed = await link.press('renew', { ...UNDECIDED, periods: '3' })
    expect(pressed.status).to.equal(303)
    expect(await open(club)).to.have.length(1)
    expect((await open(club))[0]).to.include({ purpose: 'renew', quantity: 3, amount_total: 90_000 })
    const checkout = new Customer(goalOf(pressed)!)
    expect((await checkout.look('?choose=1')).text).to.contain(
      'Pays for 3 months. Paid until 12 Dec 2026. Nothing is charged automatically.',
    )
    expect(stateOf(await checkout.look())).to.equal('processing')
  })

  it('makes one checkout however often it is pressed at once, and one for each number of periods', async () => {
    const { club, link } = await subscribed()
    const page = await link.look()
    const pressed = await Promise.all(
      Array.from({ length: 20 }, () => link.press('renew', { ...UNDECIDED, periods: '1' }, page)),
    )
    expect(new Set(pressed.map(({ status }) => status))).to.deep.equal(new Set([303]))
    expect(new Set(pressed.map(goalOf)).size).to.equal(1)
    await link.press('renew', { ...UNDECIDED, periods: '2' }, page)
    await link.press('renew', { ...UNDECIDED, periods: '2' }, page)
    expect((await open(club)).map(({ quantity }) => quantity)).to.deep.equal([1, 2])
  })

  it('makes a new one when the last was paid, or has run out', async () => {
    const { club, link } = await subscribed()
    const first = goalOf(await link.press('renew', { test_outcome: 'succeeds' }))!
    const second = goalOf(await link.press('renew', UNDECIDED))!
    setClock(() => new Date('2026-09-11T11:03:00Z'))
    await onConnection((sql) =>
      sql.run("UPDATE checkouts SET expires_at = '2026-09-11 11:00:00' WHERE status = 'open'"),
    )
    const third = goalOf(await link.press('renew', UNDECIDED))!
    expect(new Set([first, second, third]).size).to.equal(3)
    expect(await open(club)).to.have.length(2) // the one that has run out is still to be expired
  })

  it('never takes a checkout with a discount, nor one whose quantity can still change, for its own', async () => {
    const { club, link } = await subscribed()
    await club.open('basic', { discounts: [{ amount: 1_000, description: 'Once' }] }).expect(201)
    await club.shop
      .post('/checkouts', {
        items: [{ price: 'basic', quantity: 1, adjustable_quantity: { enabled: true } }],
        customer_id: club.customerId,
      })
      .expect(201)
    await link.press('renew', UNDECIDED)
    expect(await open(club)).to.have.length(3)
  })

  it('asks for the price that is scheduled', async () => {
    const { club, id, link } = await subscribed()
    const gold = {
      product_id: club.productId,
      unit_amount: 90_000,
      recurring_interval: 'year',
      lookup_key: 'gold',
    }
    await club.shop.post('/prices', gold).expect(201)
    const before = goalOf(await link.press('renew', UNDECIDED))
    await club.shop.post(`/subscriptions/${id}/schedule-change`, { price: 'gold' }).expect(200)
    const page = await link.look()
    expect(textOf(page))
      .to.contain('1 year ₮90,000 until 12 Sept 2027')
      .and.to.contain('After that, your plan is Club')
    const after = goalOf(await link.press('renew', UNDECIDED))
    expect(after).to.not.equal(before)
    expect((await open(club)).at(-1)).to.include({ purpose: 'renew', amount_total: 90_000 })
  })

  it('says how long access stays open where it is overdue, and goes on from the old end', async () => {
    const { club, link } = await subscribed({ grace_period_days: 3 })
    await go(club, '2026-09-13T00:00:00Z')
    const late = new Customer(renewUrl((await club.shop.get('/subscriptions')).body.data[0].id as number))
    expect(stateOf(await link.look())).to.equal('renew_old')
    const page = await late.look()
    expect(stateOf(page)).to.equal('renew_past_due')
    expect(textOf(page))
      .to.contain('until the end of 15 Sept 2026')
      .and.to.contain('1 month ₮30,000 until 12 Oct 2026')
  })

  it('tells who tries that no free day is lost, and who has canceled that paying goes on', async () => {
    const { club, id, link } = await subscribed()
    await club.shop.post(`/subscriptions/${id}/cancel`).expect(200)
    expect((await link.look()).text).to.contain('It ends on 12 Sept 2026, as requested.')
    const other = await givenClub()
    const { body } = await other.shop.post('/subscriptions', {
      customer_id: other.customerId,
      price: 'basic',
      trial_days: 7,
    })
    const trial = await new Customer(renewUrl(body.data.id as number)).look()
    expect(textOf(trial))
      .to.contain('Free until 19 Aug 2026.')
      .and.to.contain('1 month ₮30,000 until 19 Sept 2026')
  })

  it('offers to subscribe again where it has ended, and then opens one checkout for that', async () => {
    const { club, id, link } = await subscribed()
    await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
    const page = await link.look()
    expect(stateOf(page)).to.equal('renew_again')
    expect(page.text).to.contain('ended on 12 Aug 2026').and.to.contain('value="resubscribe"')
    const [one, other] = await Promise.all([
      link.press('resubscribe', UNDECIDED, page),
      link.press('resubscribe', UNDECIDED, page),
    ])
    expect(goalOf(one)).to.equal(goalOf(other))
    expect(await open(club)).to.have.length(1)
    expect((await open(club))[0]).to.include({ purpose: 'new' })
    await link.press('resubscribe', { test_outcome: 'succeeds' }, page)
    expect(stateOf(await link.look())).to.equal('renew_active') // about the one that runs now
    await link.press('renew', UNDECIDED)
    expect((await open(club))[0]).to.include({ purpose: 'renew' })
  })

  it('says so where it has ended and the plan is not sold any more', async () => {
    const { club, id, link } = await subscribed()
    const page = await link.look()
    await club.shop.patch(`/products/${club.productId}`, { active: false }).expect(200)
    expect(goalOf(await link.press('renew', UNDECIDED))).to.contain('/checkout/') // its own price may always be renewed
    await onConnection((sql) =>
      sql.run("UPDATE checkouts SET status = 'expired' WHERE customer_id = ?", [club.customerId]),
    )
    await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
    const pressed = await link.press('renew', UNDECIDED, page)
    expect([pressed.status, await open(club)]).to.deep.equal([303, []])
    const closed = await link.look()
    expect([closed.status, stateOf(closed)]).to.deep.equal([410, 'renew_unsold'])
    expect(closed.text).to.not.contain('<form')
  })

  it('lets nobody pay twice while a transfer waits', async () => {
    const { club, link } = await subscribed()
    const account = { bank_name: 'Khan Bank', account_number: '5012345678', account_holder: 'Shop' }
    await club.shop
      .patch('', { payment_methods: { bank_transfer: { enabled: true, ...account } } })
      .expect(200)
    const before = await link.look()
    const checkout = goalOf(await link.press('renew', { periods: '1', payment_method: 'bank_transfer' }))!
    await new Customer(checkout).press('claim_transfer')
    const page = await link.look()
    expect(stateOf(page)).to.equal('renew_waiting')
    expect(page.text).to.contain(new URL(checkout).pathname).and.to.not.contain('<form')
    expect(goalOf(await link.press('renew', { ...UNDECIDED, periods: '2' }, before))).to.equal(checkout)
  })

  it('refuses a number of periods that is none, and shows the page again', async () => {
    const { club, link } = await subscribed()
    for (const periods of ['0', '61', '1.5', '-1', 'x', '', '01', '1e1', 'other']) {
      const { status, text } = await link.press('renew', { periods })
      expect([periods, status]).to.deep.equal([periods, 422])
      expect(text).to.contain('Choose how long, from the list.').and.to.contain('aria-invalid="true"')
    }
    expect(await open(club)).to.deep.equal([])
    expect((await link.look('?periods=12')).text).to.contain('value="12" required checked')
    expect((await link.look('?periods=12')).text).not.to.contain('value="other" required checked')
    expect((await link.look('?periods=7')).text)
      .to.contain('value="other" required checked')
      .and.to.contain('<option value="7" selected')
    expect((await link.look('?periods=<script>')).text).to.not.contain('<script>')
  })

  it('does nothing for a form that is not its own, or a button it does not have', async () => {
    const { club, link } = await subscribed()
    const other = await subscribed()
    const foreign = await link.press('renew', UNDECIDED, await other.link.look())
    expect([foreign.status, stateOf(foreign)]).to.deep.equal([403, 'error_expired_form'])
    expect(foreign.text, 'whose page it is').to.contain('<p class="sign">')
    expect((await link.press('cancel')).status).to.equal(303)
    expect(await open(club)).to.deep.equal([])
  })

  describe('that is not good', () => {
    const path = (url: string) => new URL(url).pathname

    it('says nothing: forged, of another subscription, of another kind, or of none', async () => {
      const { id } = await subscribed()
      const other = await subscribed()
      const [, , , token = ''] = path(renewUrl(id)).split('/')
      const [ends = ''] = token.split('.')
      const far = 'zzzzzz'
      const wrong = [
        `/r/${id}/${token}x`,
        `/r/${id}/${token.slice(0, -1)}`,
        `/r/${id}/${far}.${token.split('.')[1]}`,
        `/r/${id}/${ends}.${proof(config().secretKey, 'transfer', `${id} ${ends}`)}`,
        `/r/${id}/${ends}.${proof(Buffer.alloc(32), 'renew', `${id} ${ends}`)}`,
        `/r/${other.id}/${token}`,
        `/r/${id + 1_000_000}/${token}`,
        `/r/0/${token}`,
        `/r/x/${token}`,
        path(renewUrl(id + 1_000_000)),
      ]
      const pages = await Promise.all(wrong.map((address) => request(app).get(address)))
      const bodies = new Set(pages.map(({ text }) => text.replace(/nonce="[^"]*"/g, '')))
      expect(pages.map(({ status }) => status)).to.deep.equal(wrong.map(() => 404))
      expect(bodies.size).to.equal(1)
      expect([...bodies][0])
        .to.contain(NOT_FOUND)
        .and.to.not.contain('class="sign"')
      const posted = await request(app).post(`/r/${id}/${token}x`).type('form').send({ action: 'renew' })
      expect(posted.status).to.equal(404)
    })

    it('says that it is too old when it is, shows nothing of the customer, and does nothing', async () => {
      const { club, link } = await subscribed()
      const fresh = await link.look()
      setClock(() => new Date('2026-09-11T11:04:00Z'))
      const page = await link.look()
      expect([page.status, stateOf(page)]).to.deep.equal([410, 'renew_old'])
      expect(page.text)
        .to.contain('This link is too old')
        .and.to.not.match(/Club|30,000|name="periods"|12 Sep/)
      await link.press('renew', UNDECIDED, fresh)
      expect(await open(club)).to.deep.equal([])
    })

    it('mails a new link when asked to, and does not say whether there was an address', async () => {
      const { club, link } = await subscribed()
      const fresh = await link.look()
      const sent = async () => {
        const emails = await onConnection((sql) =>
          sql.rows<{ kind: string; customer_id: number }>(
            "SELECT kind, customer_id FROM emails WHERE project_id = ? AND kind = 'portal_link'",
            [club.shop.projectId],
          ),
        )
        return emails.map(({ customer_id: id }) => id)
      }
      await link.press('send_link', {}, fresh)
      expect(await sent(), 'while the link is good').to.deep.equal([])
      setClock(() => new Date('2026-09-11T11:04:00Z'))
      const pressed = await link.press('send_link')
      expect(goalOf(pressed)).to.match(/^\/r\/\d+\/[^?]+\?said=sent&lang=en$/)
      expect(await sent()).to.deep.equal([club.customerId])
      const page = await link.look('?said=sent')
      expect([page.status, stateOf(page)]).to.deep.equal([200, 'renew_sent'])
      expect(page.text)
        .to.contain('Check your email')
        .and.not.to.match(/Club|30,000|<form/)
    })

    it('still works under the key before the present one, and not under one before that', async () => {
      const { id } = await subscribed()
      const { secretKey, secretKeys } = config()
      const link = path(renewUrl(id))
      try {
        Object.assign(config(), {
          secretKey: Buffer.alloc(32, 1),
          secretKeys: [Buffer.alloc(32, 1), secretKey],
        })
        expect((await request(app).get(link)).status).to.equal(200)
        Object.assign(config(), { secretKeys: [Buffer.alloc(32, 1)] })
        expect((await request(app).get(link)).status).to.equal(404)
      } finally {
        Object.assign(config(), { secretKey, secretKeys })
      }
    })

    it('leads nowhere once its customer is deleted', async () => {
      const { club, id, link } = await subscribed()
      await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
      await club.shop.delete(`/customers/${club.customerId}`).expect(200)
      expect((await link.look()).status).to.equal(404)
    })
  })

  it('speaks the browser’s language, else the customer’s, else what is chosen on the page', async () => {
    const { club, id, link } = await subscribed()
    const ask = (language: string, query = '') =>
      request(app)
        .get(new URL(renewUrl(id)).pathname + query)
        .set('Accept-Language', language)
    expect((await ask('mn-MN,en;q=0.5')).text).to.contain('Club сунгах')
    await onConnection((sql) => sql.run("UPDATE customers SET locale = 'mn' WHERE id = ?", [club.customerId]))
    expect((await ask('de')).text).to.contain('Club сунгах')
    expect((await ask('mn', '?lang=en')).text).to.contain('Renew Club')
    const form = { ...hiddenFields((await link.look()).text), action: 'renew', periods: '1', ...UNDECIDED }
    const pressed = await request(app)
      .post(`${new URL(renewUrl(id)).pathname}?lang=mn`)
      .type('form')
      .send(form)
    expect(goalOf(pressed)).to.match(/\?lang=mn$/)
  })
})

describe('the page of a checkout for a recurring price', () => {
  it('says until when a first purchase is paid, and that nothing more will be taken', async () => {
    setClock(() => new Date('2027-01-28T11:04:00Z'))
    const club = await givenClub()
    const { body } = await club.open('basic').expect(201)
    const { text } = await new Customer(body.data.url as string).look()
    expect(text).to.contain('Pays for 1 month. Paid until 28 Feb 2027. Nothing is charged automatically.')
  })

  it('counts the days behind the credit of a plan change', async () => {
    setClock(() => new Date('2026-08-12T00:00:00Z'))
    const club = await givenClub(
      [BASIC, { lookup_key: 'gold', unit_amount: 90_000 }],
      {},
      { timezone: 'UTC' },
    )
    const { id } = await club.buy('basic') // until 12 September: 31 days and a bit
    setClock(() => new Date('2026-08-25T12:00:00Z'))
    const { body } = await club.open('gold', { subscription_id: id }).expect(201)
    setClock(() => new Date('2026-08-26T11:00:00Z')) // its credit is still that of the day before
    const { text } = await new Customer(body.data.url as string).look()
    expect(text).to.contain('18 of 32 days left on Club').and.to.contain('Paid until 26 Sept 2026.')
  })

  it('does not promise an end to one that has run out', async () => {
    setClock(() => new Date('2026-08-12T00:00:00Z'))
    const club = await givenClub()
    const { body } = await club.open('basic').expect(201)
    setClock(() => new Date('2026-11-01T00:00:00Z'))
    const page = await new Customer(body.data.url as string).look()
    expect(page.status).to.equal(410)
    expect(page.text).to.not.contain('Paid until')
  })
})
