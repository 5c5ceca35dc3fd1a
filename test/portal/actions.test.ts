import { expect } from 'chai'
import type { CheckoutObject } from '../../common/domain/checkouts/object.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { Customer } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { type Club, givenClub } from '../support/given/club.ts'
import { acceptTransfers } from '../support/given/invoice.ts'
import { choicesOf, textOf, unescaped, Visitor } from '../support/given/portal-visitor.ts'
import { emailsFor, eventsOf } from '../support/stored.ts'

const PLANS = [
  { lookup_key: 'basic' },
  { lookup_key: 'gold', unit_amount: 90_000 },
  { lookup_key: 'student', unit_amount: 10_000 },
]
const on = (time: string) => setClock(() => new Date(time))
const step = (id: number, name: string) => `/portal/subscriptions/${id}/${name}`

/** Creates a club in UTC whose customer subscribed to the basic plan on the first of June. */
async function givenMember(
  plans = PLANS,
  product = {},
): Promise<{ club: Club; id: number; visitor: Visitor }> {
  on('2026-06-01T00:00:00Z')
  const club = await givenClub(plans, product, { timezone: 'UTC' })
  const { id } = await club.buy('basic')
  return { club, id, visitor: await Visitor.of(club) }
}

/** Moves the time of the club and opens the portal by a new link. */
async function travel(club: Club, time: string): Promise<Visitor> {
  await travelTo(club.shop.projectId, new Date(time))
  return Visitor.of(club)
}

async function priceId(club: Club, key: string): Promise<string> {
  const { body } = await club.shop.get(`/prices?lookup_key=${key}`).expect(200)
  return String(body.data[0].id)
}

async function checkoutsOf(club: Club): Promise<CheckoutObject[]> {
  const { body } = await club.shop.get(`/checkouts?customer_id=${club.customerId}&status=open`).expect(200)
  return body.data as CheckoutObject[]
}

describe('the portal', () => {
  it('shows the status, price, next date and actions of each subscription', async () => {
    const { visitor } = await givenMember()
    const page = await visitor.get('/portal')
    const text = textOf(page)
    for (const words of [
      'Active until 1 Jul 2026',
      '₮30,000 a month',
      'Renew by 1 Jul 2026 to keep your access.',
      'Nothing is charged automatically. All dates are in',
      'R-',
    ])
      expect(text).to.include(words)
    expect(choicesOf(page)).to.deep.equal(['Renew: Club', 'Change plan: Club', 'Cancel: Club'])
  })

  it('shows the end and amount of each number of periods, renews for it, and returns', async () => {
    const { club, id, visitor } = await givenMember()
    const page = await visitor.get(step(id, 'renew'))
    const offered = Array.from(page.text.matchAll(/ name="periods" id="[^"]+" value="(\w+)"/g), ([, n]) => n)
    expect(offered).to.deep.equal(['1', '3', '6', '12', 'other']) // the usual numbers first
    expect(page.text.match(/<option value="\d+"/g), 'all others in a menu').to.have.length(56)
    expect(textOf(page)).to.include('1 month ₮30,000 until 1 Aug 2026 3 months')
    expect(textOf(page)).to.include('3 months ₮90,000 until 1 Oct 2026')
    expect(textOf(page)).to.include('4 months · ₮120,000 5 months')
    expect(page.text).to.match(/<option value="4" data-day="1.Nov.2026">/)
    const chosen = { periods: '3', test_outcome: 'succeeds' }
    const pressed = await visitor.press(step(id, 'renew'), 'renew', chosen, page)
    const customer = new Customer(pressed.headers.location!)
    expect(await club.subscription(id)).to.include({ current_period_end: '2026-10-01T23:59:59.000000Z' })
    const [, goal = ''] =
      /http-equiv="refresh" content="\d;url=([^"]+)"/.exec((await customer.get()).text) ?? []
    const back = await visitor.open(unescaped(goal))
    expect(textOf(back)).to.include('Thank you.')
    expect(textOf(back)).to.include('Active until 1 Oct 2026')
  })

  it('opens one checkout per plan if its buttons are pressed repeatedly', async () => {
    const { club, id, visitor } = await givenMember()
    const gold = await priceId(club, 'gold')
    const renew = await visitor.get(step(id, 'renew'))
    const plans = await visitor.get(step(id, 'plans'))
    const presses = Array.from({ length: 4 }, (_, index) =>
      index % 2 === 0
        ? visitor.press(step(id, 'renew'), 'renew', { periods: '2', test_outcome: 'never' }, renew)
        : visitor.press(step(id, 'plans'), 'change_plan', { price_id: gold }, plans),
    )
    for (const { status } of await Promise.all(presses)) expect(status).to.equal(303)
    const opened = (await checkoutsOf(club)).map(({ items }) => items[0]?.unit_amount)
    expect(opened).to.have.members([30_000, 90_000])
  })

  it('refuses a number of periods that it does not offer, and opens no checkout', async () => {
    const { club, id, visitor } = await givenMember()
    for (const periods of ['0', '61', '-1', '1.5', 'x', '']) {
      const { status, text } = await visitor.press(step(id, 'renew'), 'renew', { periods })
      expect([status, text.includes('Choose a length')], periods).to.deep.equal([422, true])
    }
    expect(await checkoutsOf(club)).to.have.length(0)
  })

  it('sells paid time that follows a trial', async () => {
    on('2026-06-01T00:00:00Z')
    const club = await givenClub(PLANS, {}, { timezone: 'UTC' })
    const trial = { customer_id: club.customerId, price: 'basic', trial_days: 7 }
    const { body } = await club.shop.post('/subscriptions', trial).expect(201)
    const id = body.data.id as number
    const visitor = await Visitor.of(club)
    const page = await visitor.get('/portal')
    expect(textOf(page)).to.include('Free trial until 8 Jun 2026')
    expect(choicesOf(page)[0]).to.equal('Keep it after the trial: Club')
    await visitor.press(step(id, 'renew'), 'renew', { periods: '1', test_outcome: 'succeeds' })
    expect(await club.subscription(id)).to.include({
      status: 'active',
      current_period_end: '2026-07-08T23:59:59.000000Z',
    })
  })

  it('shows that a subscription is overdue, and offers to pay or end it at once', async () => {
    const { club, id } = await givenMember(PLANS, { grace_period_days: 5 })
    const visitor = await travel(club, '2026-07-03T12:00:00Z')
    const page = await visitor.get('/portal')
    expect(textOf(page)).to.include('Overdue: access until 6 Jul 2026')
    expect(choicesOf(page)[0]).to.equal('Pay now: Club')
    expect(textOf(await visitor.get(step(id, 'cancel')))).to.include('your access ends at once')
    const pressed = await visitor.press(step(id, 'cancel'), 'cancel')
    const canceled = await visitor.open(pressed.headers.location!)
    expect(textOf(canceled)).to.include('Your access has ended.').and.not.to.include('Keep my subscription')
    expect(await club.subscription(id)).to.include({ status: 'canceled', cancellation_reason: 'requested' })
  })

  it('shows the price of a plan change minus the unused time, and charges that', async () => {
    const { club, id } = await givenMember()
    const visitor = await travel(club, '2026-06-16T00:00:00Z')
    const page = await visitor.get(step(id, 'plans'))
    // 15 days 23:59:59 of 30 days 23:59:59 are left of 30,000.
    for (const expected of [
      'Now Club ₮30,000 a month until 1 Jul 2026 When you pay Club ₮90,000 a month until 16 Jul 2026',
      'New price ₮90,000 16 of 31 days left on Club Today counts by the hour. −₮15,484 To pay now ₮74,516',
    ])
      expect(textOf(page)).to.include(expected)
    const price_id = await priceId(club, 'gold')
    const pressed = await visitor.press(step(id, 'plans'), 'change_plan', { price_id }, page)
    const customer = new Customer(pressed.headers.location!)
    expect(textOf(await customer.get())).to.include('₮74,516')
    await customer.pay()
    const changed = await club.subscription(id)
    expect(changed).to.include({ status: 'active', current_period_end: '2026-07-16T23:59:59.000000Z' })
    expect(changed.price.lookup_key).to.equal('gold')
  })

  it('schedules a plan change for the next renewal if the credit covers it, and can undo that', async () => {
    const { club, id, visitor } = await givenMember()
    const price_id = await priceId(club, 'student')
    const page = await visitor.get(step(id, 'plans'))
    expect(textOf(page)).to.include(
      'Now Club ₮30,000 a month until 1 Jul 2026 From the next renewal Club ₮10,000 a month',
    )
    expect(textOf(page)).to.include(
      'covers the new price, so the change begins with your next renewal, after 1 Jul 2026.',
    )
    expect(textOf(page)).to.match(
      /Change plan Change after 1 Jul 2026 .*Change plan Nothing is charged automatically/,
    )
    const pressed = await visitor.press(step(id, 'plans'), 'change_plan', { price_id }, page)
    const list = await visitor.open(pressed.headers.location!)
    expect(textOf(list)).to.include('From the next renewal on, after 1 Jul 2026: Club, ₮10,000 a month.')
    expect((await club.subscription(id)).scheduled_price_id).to.equal(Number(price_id))
    expect(await checkoutsOf(club)).to.have.length(0)
    expect(textOf(await visitor.get(step(id, 'renew')))).to.include('₮10,000')
    const undone = await visitor.press(`/portal/subscriptions/${id}`, 'undo_change', {}, list)
    expect(textOf(await visitor.open(undone.headers.location!))).to.include('You stay on your current plan.')
    expect((await club.subscription(id)).scheduled_price_id).to.equal(null)
  })

  it('redirects any plan change from an old page to the change with a pending transfer', async () => {
    const { club, id, visitor } = await givenMember([
      ...PLANS,
      { lookup_key: 'platinum', unit_amount: 120_000 },
    ])
    await acceptTransfers(club.shop)
    const page = await visitor.get(step(id, 'plans'))
    const choose = async (key: string) => {
      const fields = { price_id: await priceId(club, key) }
      const { headers } = await visitor.press(step(id, 'plans'), 'change_plan', fields, page)
      return headers.location!
    }
    const waiting = await choose('gold')
    const customer = new Customer(waiting)
    await customer.pay({ payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')

    for (const key of ['gold', 'platinum', 'student']) expect(await choose(key), key).to.equal(waiting)
    expect(await checkoutsOf(club)).to.have.length(0)
    expect((await club.subscription(id)).scheduled_price_id, 'no change is scheduled').to.equal(null)

    const { body } = await club.shop.get('/payments?status=pending').expect(200)
    await club.decide(body.data[0].id as number, 'reject')
    expect(await choose('platinum')).to.not.equal(waiting)
  })

  it('explains why a scheduled change with a paid renewal cannot be undone', async () => {
    const { club, id, visitor } = await givenMember()
    await visitor.press(step(id, 'plans'), 'change_plan', { price_id: await priceId(club, 'student') })
    await club.buy('basic', { subscription_id: id })
    const list = await visitor.get('/portal')
    const refused = await visitor.press(`/portal/subscriptions/${id}`, 'undo_change', {}, list)
    expect(refused.status).to.equal(422)
    expect(textOf(refused)).to.include('The next period is already paid.')
  })

  it('offers recurring, active plans, except of products in other subscriptions', async () => {
    const { club, id, visitor } = await givenMember()
    const { shop } = club
    const price = (name: string, more: object) =>
      shop.post('/prices', { product_data: { name }, unit_amount: 5_000, ...more }).expect(201)
    const monthly = { recurring_interval: 'month' }
    await price('Once', {})
    await price('Library', { ...monthly, lookup_key: 'library' })
    await price('Archived', { ...monthly, active: false })
    await price('Yearly', { recurring_interval: 'year', unit_amount: 700_000 })
    await club.buy('library')
    const page = await visitor.get(step(id, 'plans'))
    const plans = Array.from(page.text.matchAll(/class="title">([^<]+)</g), ([, name]) => name)
    expect(plans).to.deep.equal(['Club', 'Club', 'Yearly'])
    const foreign = await givenClub([{ lookup_key: 'theirs' }])
    const cases: [key: string, of: Club, message: string][] = [
      ['basic', club, 'This plan is no longer offered.'],
      ['library', club, 'This plan is no longer offered.'],
      ['theirs', foreign, 'This plan is no longer offered.'],
    ]
    for (const [key, of, message] of cases) {
      const price_id = await priceId(of, key)
      const refused = await visitor.press(step(id, 'plans'), 'change_plan', { price_id })
      expect([refused.status, textOf(refused).includes(message)], key).to.deep.equal([422, true])
    }
    expect((await visitor.press(step(id, 'plans'), 'change_plan')).status).to.equal(422)
    expect(await checkoutsOf(club)).to.have.length(0)
  })

  it('cancels once at the end of the paid time, and can undo that', async () => {
    const { club, id, visitor } = await givenMember()
    const page = await visitor.get(step(id, 'cancel'))
    expect(textOf(page)).to.include(
      'You have paid until the end of 1 Jul 2026. Your access stays open until then.',
    )
    const pressed = await Promise.all(
      [1, 2, 3].map(() => visitor.press(step(id, 'cancel'), 'cancel', {}, page)),
    )
    for (const { headers } of pressed) expect(headers.location).to.equal(step(id, 'canceled'))
    expect(textOf(await visitor.get(step(id, 'canceled')))).to.include(
      'Your subscription to Club is canceled Your access stays open until the end of 1 Jul 2026. You have nothing more to pay. Why did you cancel? (optional) Choosing a reason sends it to Shop.',
    )
    expect(await club.subscription(id)).to.include({ status: 'active', cancellation_reason: 'requested' })
    const list = await visitor.get('/portal')
    expect(textOf(list)).to.include('Canceled, ends on 1 Jul 2026')
    expect(choicesOf(list)[0]).to.equal('Keep my subscription: Club')
    expect((await visitor.get(step(id, 'cancel'))).headers.location).to.equal('/portal')
    await Promise.all([1, 2].map(() => visitor.press(`/portal/subscriptions/${id}`, 'resume', {}, list)))
    expect((await club.subscription(id)).canceled_at).to.equal(null)
    expect((await visitor.get(step(id, 'canceled'))).headers.location).to.equal('/portal')
    expect(await eventsOf('subscription', id)).to.deep.equal([
      'subscription.created',
      'subscription.updated',
      'subscription.updated',
    ])
  })

  it('tells the merchant the reason for a cancellation, until it is undone', async () => {
    const { club, id, visitor } = await givenMember()
    const explain = (fields: Record<string, string>) =>
      visitor.press(step(id, 'canceled'), 'explain', fields, page)
    const page = await visitor.get(step(id, 'renew')) // its form has the same session
    await explain({ feedback: 'unused' })
    expect((await club.subscription(id)).cancellation_details, 'no subscription is canceled').to.equal(null)
    await visitor.press(step(id, 'cancel'), 'cancel')
    const answer = { feedback: 'missing_features', comment: 'No chess.\r\nNo tea. ' }
    const pressed = await Promise.all([explain(answer), explain(answer)])
    expect(pressed.map(({ headers }) => headers.location)).to.deep.equal(
      Array<string>(2).fill(step(id, 'canceled')),
    )
    expect(textOf(await visitor.get(step(id, 'canceled')))).to.include('We have told')
    const stored = { feedback: 'missing_features', comment: 'No chess.\nNo tea.' }
    expect((await club.subscription(id)).cancellation_details).to.deep.equal(stored)
    const { body } = await club.shop.get(`/events?type=subscription.updated&object_id=${id}`).expect(200)
    expect(body.data).to.have.length(2) // one for the cancellation and one for the reason, even if the button is pressed twice
    expect(body.data[0].data.object.cancellation_details).to.deep.equal(stored)
    expect(body.data[0].data.previous_attributes).to.deep.include({ cancellation_details: null })
    const timeline = await club.shop.get(`/subscriptions/${id}/timeline`).expect(200)
    expect(JSON.stringify(timeline.body)).to.include('The customer gave a reason for canceling.')
    await visitor.press(`/portal/subscriptions/${id}`, 'resume', {}, await visitor.get('/portal'))
    expect((await club.subscription(id)).cancellation_details).to.equal(null)
    await visitor.press(step(id, 'cancel'), 'cancel')
    await explain({ feedback: 'unused', comment: '' })
    const { cancellation_details: short } = await club.subscription(id)
    expect(short).to.deep.equal({ feedback: 'unused', comment: null })
    await club.buy('basic')
    expect((await club.subscription(id)).cancellation_details).to.equal(null)
  })

  it('has no reason if the customer gave none or the merchant canceled', async () => {
    const { club, id, visitor } = await givenMember()
    await visitor.press(step(id, 'cancel'), 'cancel')
    await visitor.press(step(id, 'canceled'), 'explain', { comment: ' ' })
    expect(await club.subscription(id)).to.deep.include({
      cancellation_reason: 'requested',
      cancellation_details: null,
    })
    const other = await givenMember()
    await other.club.shop.post(`/subscriptions/${other.id}/cancel`).expect(200)
    expect((await other.club.subscription(other.id)).cancellation_details).to.equal(null)
  })

  it('keeps a reason in the form that is too long or invalid, and stores nothing', async () => {
    const { club, id, visitor } = await givenMember()
    await visitor.press(step(id, 'cancel'), 'cancel')
    const cases: [fields: Record<string, string>, message: string][] = [
      [{ feedback: 'other', comment: 'ө'.repeat(501) }, 'Shorten your text to 500 characters.'],
      [{ feedback: 'bored', comment: 'Too long' }, 'Choose one of the answers'],
    ]
    for (const [fields, message] of cases) {
      const refused = await visitor.press(step(id, 'canceled'), 'explain', fields)
      expect([refused.status, textOf(refused).includes(message)]).to.deep.equal([422, true])
      expect(refused.text).to.include(`>${fields.comment!}</textarea>`)
    }
    expect((await club.subscription(id)).cancellation_details).to.equal(null)
    const { status } = await visitor.press(step(id, 'canceled'), 'explain', { comment: 'ө'.repeat(500) })
    expect(status).to.equal(303)
    expect((await club.subscription(id)).cancellation_details?.comment).to.have.length(500)
  })

  it('erases the reason with the customer, in events too', async () => {
    const { club, id } = await givenMember(PLANS, { grace_period_days: 5 })
    const visitor = await travel(club, '2026-07-03T12:00:00Z')
    await visitor.press(step(id, 'cancel'), 'cancel')
    await visitor.press(step(id, 'canceled'), 'explain', { feedback: 'other', comment: 'I am ill' })
    const stored = () =>
      onConnection(async (sql) => {
        const rows = [
          ...(await sql.rows('SELECT * FROM subscriptions WHERE id = ?', [id])),
          ...(await sql.rows("SELECT data FROM events WHERE object = 'subscription' AND object_id = ?", [
            id,
          ])),
        ]
        return JSON.stringify(rows)
      })
    expect(await stored()).to.include('I am ill')
    await club.shop.delete(`/customers/${club.customerId}`).expect(200)
    expect(await stored()).not.to.match(/I am ill|"feedback"|"cancellation_feedback":"/)
  })

  it('erases the reason in the previous attributes of an event', async () => {
    const { club, id, visitor } = await givenMember()
    await visitor.press(step(id, 'cancel'), 'cancel')
    await visitor.press(step(id, 'canceled'), 'explain', { feedback: 'other', comment: 'I am ill' })
    await club.resume(id).expect(200)
    await club.cancel(id, 'immediately').expect(200)
    const former = async () => {
      const { body } = await club.shop.get(`/events?type=subscription.updated&object_id=${id}`).expect(200)
      return body.data[0].data.previous_attributes
    }
    const before = await former()
    expect(before.cancellation_details).to.deep.equal({ feedback: 'other', comment: 'I am ill' })
    await club.shop.delete(`/customers/${club.customerId}`).expect(200)
    expect(await former()).to.deep.equal({ ...before, cancellation_details: null })
  })

  it('changes nothing if the subscription has ended since the page was opened, and shows its status', async () => {
    const { club, id, visitor } = await givenMember()
    const cancel = await visitor.get(step(id, 'cancel'))
    const plans = await visitor.get(step(id, 'plans'))
    const renew = await visitor.get(step(id, 'renew'))
    await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
    const price_id = await priceId(club, 'gold')
    for (const [action, page] of [
      ['cancel', cancel],
      ['resume', cancel],
      ['change_plan', plans],
      ['renew', renew],
    ] as const) {
      const pressed = await visitor.press(step(id, 'cancel'), action, { price_id }, page)
      expect([pressed.status, pressed.headers.location], action).to.deep.equal([303, '/portal'])
    }
    expect(textOf(await visitor.get('/portal'))).to.include('Ended on 1 Jun 2026')
    expect(await emailsFor(`subscription-${id}`)).to.have.members([
      'subscription_created',
      'subscription_canceled',
    ])
  })

  it('starts an ended subscription again at its own price', async () => {
    const { club, id } = await givenMember()
    const visitor = await travel(club, '2026-08-01T00:00:00Z')
    const page = await visitor.get('/portal')
    expect(textOf(page)).to.include('Ended on 1 Jul 2026')
    expect(choicesOf(page)).to.deep.equal(['Subscribe again: Club', 'Choose another plan: Club'])
    await visitor.press(step(id, 'renew'), 'resubscribe', { periods: '1', test_outcome: 'succeeds' })
    const list = await visitor.get('/portal')
    expect(textOf(list)).to.include('Active until 1 Sept 2026')
    expect(list.text.match(/<article/g)).to.have.length(1)
  })

  it('starts an ended subscription again with another plan if its own is no longer sold', async () => {
    const { club, id } = await givenMember()
    await club.shop.patch(`/prices/${await priceId(club, 'basic')}`, { active: false }).expect(200)
    const visitor = await travel(club, '2026-08-01T00:00:00Z')
    expect(choicesOf(await visitor.get('/portal'))).to.deep.equal(['Subscribe again: Club'])
    expect((await visitor.get(step(id, 'renew'))).headers.location).to.equal('/portal')
    const page = await visitor.get(step(id, 'plans'))
    expect(textOf(page)).to.include('You pay ₮90,000 now. It is then paid until 1 Sept 2026.')
    const price_id = await priceId(club, 'gold')
    const pressed = await visitor.press(step(id, 'plans'), 'resubscribe', { price_id }, page)
    await new Customer(pressed.headers.location!).pay()
    expect(textOf(await visitor.get('/portal'))).to.include('₮90,000 a month')
  })

  it('shows the times of the test clock for a customer on that clock', async () => {
    const club = await givenClub(PLANS, {}, { timezone: 'UTC' })
    const clock = await club.shop.post('/test-clocks', { frozen_time: '2030-06-01T00:00:00Z' }).expect(201)
    const { body } = await club.shop
      .post('/customers', { email: 'clock@example.com', test_clock_id: clock.body.data.id })
      .expect(201)
    const customer_id = body.data.id as number
    const { id } = await club.buy('basic', { customer_id })
    const visitor = await Visitor.of(club, { customer_id })
    expect(textOf(await visitor.get('/portal'))).to.include('Active until 1 Jul 2030')
    expect(textOf(await visitor.get(step(id, 'plans')))).to.include('until 1 Jul 2030')
    const pressed = await visitor.press(step(id, 'cancel'), 'cancel')
    expect(pressed.status).to.equal(303)
    expect((await club.subscription(id)).canceled_at).to.equal('2030-06-01T00:00:00.000000Z')
  })

  it('sends emails about its actions in the language of the page', async () => {
    const { club, id } = await givenMember(PLANS, { grace_period_days: 5 })
    const visitor = await travel(club, '2026-07-03T12:00:00Z')
    await visitor.press(`${step(id, 'cancel')}?lang=mn`, 'cancel')
    const emails = await onConnection((sql) =>
      sql.rows<{ locale: string }>(
        "SELECT locale FROM emails WHERE kind = 'subscription_canceled' AND cause = ?",
        [`subscription-${id}`],
      ),
    )
    expect(emails.map(({ locale }) => locale)).to.deep.equal(['mn'])
  })
})
