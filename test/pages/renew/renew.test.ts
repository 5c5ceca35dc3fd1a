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
/** Starts a payment that never ends, so that its checkout stays open. */
const UNDECIDED = { payment_method: 'test', test_outcome: 'never' }

describe('the page of a renewal link', () => {
  beforeEach(() => {
    setClock(() => new Date('2026-08-12T11:04:00Z')) // 19:04 in Ulaanbaatar
  })

  async function subscribed(product: object = {}) {
    const club = await givenClub([BASIC], product)
    const { id } = await club.buy('basic')
    return { club, id, link: new Customer(renewUrl(id)) }
  }
  const travel = (club: Club, time: string) => travelTo(club.shop.projectId, new Date(time))
  const stateOf = ({ text }: Response) => /data-state="(\w+)"/.exec(text)?.[1]
  const redirectOf = ({ headers }: Response) => headers.location

  /** Returns the open checkouts of a customer. */
  async function openCheckouts({ customerId }: Club) {
    return onConnection((sql) =>
      sql.rows<{ id: number; purpose: string; quantity: number; amount_total: number }>(
        `SELECT checkout.id, checkout.purpose, item.quantity, checkout.amount_total FROM checkouts checkout
         JOIN checkout_items item ON item.checkout_id = checkout.id
         WHERE checkout.customer_id = ? AND checkout.status = 'open' ORDER BY checkout.id`,
        [customerId],
      ),
    )
  }

  /** Returns the counts of all rows that opening the page could change. */
  async function rowCounts({ projectId }: Club['shop']) {
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

  it('shows the plan, the amount, the current end and each new end, and changes nothing', async () => {
    const { club, id, link } = await subscribed()
    const before = await rowCounts(club.shop)
    const page = await link.get()
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
    expect(await rowCounts(club.shop)).to.deep.equal(before)
  })

  it('leads to a checkout for the number of periods chosen in the menu of longer lengths', async () => {
    const { club, link } = await subscribed()
    expect(
      (await link.press('renew', { ...UNDECIDED, periods: 'other', other_periods: '7' })).status,
    ).to.equal(303)
    expect((await openCheckouts(club)).at(-1)).to.include({ amount_total: 210_000 })
  })

  it('leads to a checkout for the chosen number of periods', async () => {
    const { club, link } = await subscribed()
    const pressed = await link.press('renew', { ...UNDECIDED, periods: '3' })
    expect(pressed.status).to.equal(303)
    expect(await openCheckouts(club)).to.have.length(1)
    expect((await openCheckouts(club))[0]).to.include({ purpose: 'renew', quantity: 3, amount_total: 90_000 })
    const checkout = new Customer(redirectOf(pressed)!)
    const text = textOf(await checkout.get('?choose=1'))
    expect(text).to.contain('₮90,000 for 3 months')
    expect(text).to.contain('until 12 Dec 2026.')
    expect(text).to.contain('Nothing is charged automatically.')
    expect(stateOf(await checkout.get())).to.equal('processing')
  })

  it('creates one checkout for 20 parallel presses, and one for each number of periods', async () => {
    const { club, link } = await subscribed()
    const page = await link.get()
    const pressed = await Promise.all(
      Array.from({ length: 20 }, () => link.press('renew', { ...UNDECIDED, periods: '1' }, page)),
    )
    expect(new Set(pressed.map(({ status }) => status))).to.deep.equal(new Set([303]))
    expect(new Set(pressed.map(redirectOf)).size).to.equal(1)
    await link.press('renew', { ...UNDECIDED, periods: '2' }, page)
    await link.press('renew', { ...UNDECIDED, periods: '2' }, page)
    expect((await openCheckouts(club)).map(({ quantity }) => quantity)).to.deep.equal([1, 2])
  })

  it('creates a new checkout if the last one was paid or has expired', async () => {
    const { club, link } = await subscribed()
    const first = redirectOf(await link.press('renew', { test_outcome: 'succeeds' }))!
    const second = redirectOf(await link.press('renew', UNDECIDED))!
    setClock(() => new Date('2026-09-11T11:03:00Z'))
    await onConnection((sql) =>
      sql.run("UPDATE checkouts SET expires_at = '2026-09-11 11:00:00' WHERE status = 'open'"),
    )
    const third = redirectOf(await link.press('renew', UNDECIDED))!
    expect(new Set([first, second, third]).size).to.equal(3)
    expect(await openCheckouts(club)).to.have.length(2) // the second one is past its end, but not expired yet
  })

  it('does not use a checkout with a discount or an adjustable quantity', async () => {
    const { club, link } = await subscribed()
    await club.open('basic', { discounts: [{ amount: 1_000, description: 'Once' }] }).expect(201)
    await club.shop
      .post('/checkouts', {
        items: [{ price: 'basic', quantity: 1, adjustable_quantity: { enabled: true } }],
        customer_id: club.customerId,
      })
      .expect(201)
    await link.press('renew', UNDECIDED)
    expect(await openCheckouts(club)).to.have.length(3)
  })

  it('charges the scheduled price', async () => {
    const { club, id, link } = await subscribed()
    const gold = {
      product_id: club.productId,
      unit_amount: 90_000,
      recurring_interval: 'year',
      lookup_key: 'gold',
    }
    await club.shop.post('/prices', gold).expect(201)
    const before = redirectOf(await link.press('renew', UNDECIDED))
    await club.shop.post(`/subscriptions/${id}/schedule-change`, { price: 'gold' }).expect(200)
    const page = await link.get()
    expect(textOf(page))
      .to.contain('1 year ₮90,000 until 12 Sept 2027')
      .and.to.contain('After that, your plan is Club')
    const after = redirectOf(await link.press('renew', UNDECIDED))
    expect(after).to.not.equal(before)
    expect((await openCheckouts(club)).at(-1)).to.include({ purpose: 'renew', amount_total: 90_000 })
  })

  it('shows how long an overdue subscription stays open, and renews from the old end', async () => {
    const { club, link } = await subscribed({ grace_period_days: 3 })
    await travel(club, '2026-09-13T00:00:00Z')
    const late = new Customer(renewUrl((await club.shop.get('/subscriptions')).body.data[0].id as number))
    expect(stateOf(await link.get())).to.equal('renew_old')
    const page = await late.get()
    expect(stateOf(page)).to.equal('renew_past_due')
    expect(textOf(page))
      .to.contain('Renew Club for 1 month')
      .and.to.contain('Overdue: access until 15 Sept 2026')
      .and.to.contain('1 month ₮30,000 until 12 Oct 2026')
  })

  it('shows that a renewal keeps the free days of a trial, and when a canceled subscription ends', async () => {
    const { club, id, link } = await subscribed()
    await club.shop.post(`/subscriptions/${id}/cancel`).expect(200)
    expect((await link.get()).text).to.contain('It is canceled and ends on 12 Sept 2026.')
    const other = await givenClub()
    const { body } = await other.shop.post('/subscriptions', {
      customer_id: other.customerId,
      price: 'basic',
      trial_days: 7,
    })
    const trial = await new Customer(renewUrl(body.data.id as number)).get()
    expect(textOf(trial))
      .to.contain('Free until 19 Aug 2026.')
      .and.to.contain('1 month ₮30,000 until 19 Sept 2026')
  })

  it('offers to subscribe again after the end, and creates one checkout for it', async () => {
    const { club, id, link } = await subscribed()
    const former = await link.get()
    await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
    const late = await link.press('renew', UNDECIDED, former)
    expect(redirectOf(late), 'it would silently start a new one').to.not.contain('/checkout/')
    expect(await openCheckouts(club)).to.deep.equal([])
    const page = await link.get()
    expect(stateOf(page)).to.equal('renew_again')
    expect(page.text).to.contain('ended on 12 Aug 2026').and.to.contain('value="resubscribe"')
    const [one, other] = await Promise.all([
      link.press('resubscribe', UNDECIDED, page),
      link.press('resubscribe', UNDECIDED, page),
    ])
    expect(redirectOf(one)).to.equal(redirectOf(other))
    expect(await openCheckouts(club)).to.have.length(1)
    expect((await openCheckouts(club))[0]).to.include({ purpose: 'new' })
    await link.press('resubscribe', { test_outcome: 'succeeds' }, page)
    expect(stateOf(await link.get())).to.equal('renew_active') // it shows the new subscription
    await link.press('renew', UNDECIDED)
    expect((await openCheckouts(club))[0]).to.include({ purpose: 'renew' })
  })

  it('shows after the end that the plan is no longer sold', async () => {
    const { club, id, link } = await subscribed()
    const page = await link.get()
    await club.shop.patch(`/products/${club.productId}`, { active: false }).expect(200)
    expect(redirectOf(await link.press('renew', UNDECIDED))).to.contain('/checkout/') // a running subscription can always be renewed
    await onConnection((sql) =>
      sql.run("UPDATE checkouts SET status = 'expired' WHERE customer_id = ?", [club.customerId]),
    )
    await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
    const pressed = await link.press('renew', UNDECIDED, page)
    expect([pressed.status, await openCheckouts(club)]).to.deep.equal([303, []])
    const closed = await link.get()
    expect([closed.status, stateOf(closed)]).to.deep.equal([410, 'renew_unsold'])
    expect(closed.text).to.not.contain('<form')
  })

  it('offers no second payment while a transfer is pending', async () => {
    const { club, link } = await subscribed()
    const account = { bank_name: 'Khan Bank', account_number: '5012345678', account_holder: 'Shop' }
    await club.shop
      .patch('', { payment_methods: { bank_transfer: { enabled: true, ...account } } })
      .expect(200)
    const before = await link.get()
    const checkout = redirectOf(await link.press('renew', { periods: '1', payment_method: 'bank_transfer' }))!
    await new Customer(checkout).press('claim_transfer')
    const page = await link.get()
    expect(stateOf(page)).to.equal('renew_waiting')
    expect(page.text).to.contain(new URL(checkout).pathname).and.to.not.contain('<form')
    expect(redirectOf(await link.press('renew', { ...UNDECIDED, periods: '2' }, before))).to.equal(checkout)
  })

  it('refuses an invalid number of periods and shows the page again', async () => {
    const { club, link } = await subscribed()
    for (const periods of ['0', '61', '1.5', '-1', 'x', '', '01', '1e1', 'other']) {
      const { status, text } = await link.press('renew', { periods })
      expect([periods, status]).to.deep.equal([periods, 422])
      expect(text).to.contain('Choose a length from the list.').and.to.contain('aria-invalid="true"')
    }
    expect(await openCheckouts(club)).to.deep.equal([])
    expect((await link.get('?periods=12')).text).to.contain('value="12" required checked')
    expect((await link.get('?periods=12')).text).not.to.contain('value="other" required checked')
    expect((await link.get('?periods=7')).text)
      .to.contain('value="other" required checked')
      .and.to.contain('<option value="7" selected')
    expect((await link.get('?periods=<script>')).text).to.not.contain('<script>')
  })

  it('ignores the form of another subscription and an unknown button', async () => {
    const { club, link } = await subscribed()
    const other = await subscribed()
    const foreign = await link.press('renew', UNDECIDED, await other.link.get())
    expect([foreign.status, stateOf(foreign)]).to.deep.equal([403, 'error_expired_form'])
    expect(foreign.text, 'the name of the shop').to.contain('<p class="sign">')
    expect((await link.press('cancel')).status).to.equal(303)
    expect(await openCheckouts(club)).to.deep.equal([])
  })

  describe('with an invalid or old link', () => {
    const path = (url: string) => new URL(url).pathname

    it('returns the same 404 page for every forged link, without the name of the shop', async () => {
      const { id } = await subscribed()
      const other = await subscribed()
      const [, , , token = ''] = path(renewUrl(id)).split('/')
      const [expiry = ''] = token.split('.')
      const otherExpiry = 'zzzzzz'
      const wrong = [
        `/r/${id}/${token}x`,
        `/r/${id}/${token.slice(0, -1)}`,
        `/r/${id}/${otherExpiry}.${token.split('.')[1]}`,
        `/r/${id}/${expiry}.${proof(config().secretKey, 'transfer', `${id} ${expiry}`)}`,
        `/r/${id}/${expiry}.${proof(Buffer.alloc(32), 'renew', `${id} ${expiry}`)}`,
        `/r/${other.id}/${token}`,
        `/r/${id + 1_000_000}/${token}`,
        `/r/0/${token}`,
        `/r/x/${token}`,
        path(renewUrl(id + 1_000_000)),
      ]
      const pages = await Promise.all(wrong.map((address) => request(app).get(address)))
      const bodies = new Set(pages.map(({ text }) => text))
      expect(pages.map(({ status }) => status)).to.deep.equal(wrong.map(() => 404))
      expect(bodies.size).to.equal(1)
      expect([...bodies][0])
        .to.contain(NOT_FOUND)
        .and.to.not.contain('class="sign"')
      const posted = await request(app).post(`/r/${id}/${token}x`).type('form').send({ action: 'renew' })
      expect(posted.status).to.equal(404)
    })

    it('shows that an expired link is too old, without data of the customer, and creates no checkout', async () => {
      const { club, link } = await subscribed()
      const fresh = await link.get()
      setClock(() => new Date('2026-09-11T11:04:00Z'))
      const page = await link.get()
      expect([page.status, stateOf(page)]).to.deep.equal([410, 'renew_old'])
      expect(page.text)
        .to.contain('This link is too old')
        .and.to.not.match(/Club|30,000|name="periods"|12 Sep/)
      await link.press('renew', UNDECIDED, fresh)
      expect(await openCheckouts(club)).to.deep.equal([])
    })

    it('emails a new link on request, without showing whether there is an address', async () => {
      const { club, link } = await subscribed()
      const fresh = await link.get()
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
      expect(await sent(), 'while the link is valid').to.deep.equal([])
      setClock(() => new Date('2026-09-11T11:04:00Z'))
      const pressed = await link.press('send_link')
      expect(redirectOf(pressed)).to.match(/^\/r\/\d+\/[^?]+\?said=sent&lang=en$/)
      expect(await sent()).to.deep.equal([club.customerId])
      const page = await link.get('?said=sent')
      expect([page.status, stateOf(page)]).to.deep.equal([200, 'renew_sent'])
      expect(page.text)
        .to.contain('Check your email')
        .and.not.to.match(/Club|30,000|<form/)
    })

    it('accepts a link signed with the previous key, and not one signed with an older key', async () => {
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

    it('returns 404 after its customer was deleted', async () => {
      const { club, id, link } = await subscribed()
      await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
      await club.shop.delete(`/customers/${club.customerId}`).expect(200)
      expect((await link.get()).status).to.equal(404)
    })
  })

  it('uses the language chosen on the page, else the browser’s, else the customer’s', async () => {
    const { club, id, link } = await subscribed()
    const ask = (language: string, query = '') =>
      request(app)
        .get(new URL(renewUrl(id)).pathname + query)
        .set('Accept-Language', language)
    expect((await ask('mn-MN,en;q=0.5')).text).to.contain('Club сунгах')
    await onConnection((sql) => sql.run("UPDATE customers SET locale = 'mn' WHERE id = ?", [club.customerId]))
    expect((await ask('de')).text).to.contain('Club сунгах')
    expect((await ask('mn', '?lang=en')).text).to.contain('Renew Club')
    const form = { ...hiddenFields((await link.get()).text), action: 'renew', periods: '1', ...UNDECIDED }
    const pressed = await request(app)
      .post(`${new URL(renewUrl(id)).pathname}?lang=mn`)
      .type('form')
      .send(form)
    expect(redirectOf(pressed)).to.match(/\?lang=mn$/)
  })
})

describe('the page of a checkout for a recurring price', () => {
  it('shows the end of a first period, and that nothing is charged automatically', async () => {
    setClock(() => new Date('2027-01-28T11:04:00Z'))
    const club = await givenClub()
    const { body } = await club.open('basic').expect(201)
    const text = textOf(await new Customer(body.data.url as string).get())
    expect(text).to.contain('This payment lasts until 28 Feb 2027.')
    expect(text).to.contain('Nothing is charged automatically.')
  })

  it('shows the remaining days behind the credit of a plan change', async () => {
    setClock(() => new Date('2026-08-12T00:00:00Z'))
    const club = await givenClub(
      [BASIC, { lookup_key: 'gold', unit_amount: 90_000 }],
      {},
      { timezone: 'UTC' },
    )
    const { id } = await club.buy('basic') // until 12 September: 31 days and a bit
    setClock(() => new Date('2026-08-25T12:00:00Z'))
    const { body } = await club.open('gold', { subscription_id: id }).expect(201)
    setClock(() => new Date('2026-08-26T11:00:00Z')) // the credit was computed the day before
    const { text } = await new Customer(body.data.url as string).get()
    expect(text)
      .to.contain('18 of 32 days left on Club')
      .and.to.contain('This payment lasts until 26 Sept 2026.')
  })

  it('does not show the end of a period on an expired checkout', async () => {
    setClock(() => new Date('2026-08-12T00:00:00Z'))
    const club = await givenClub()
    const { body } = await club.open('basic').expect(201)
    setClock(() => new Date('2026-11-01T00:00:00Z'))
    const page = await new Customer(body.data.url as string).get()
    expect(page.status).to.equal(410)
    expect(page.text).to.not.match(/lasts until|Paid until/)
  })
})
