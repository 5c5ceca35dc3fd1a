import { expect } from 'chai'
import type { Response } from 'supertest'
import { setClock } from '../../../common/runtime/clock.ts'
import { renewUrl } from '../../../common/services/links/renewal.ts'
import { Customer } from '../../support/customer.ts'
import { BASIC, type Club, givenClub } from '../../support/given/club.ts'
import { acceptTransfers } from '../../support/given/invoice.ts'
import { textOf } from '../../support/given/portal-visitor.ts'
import { eventsOf, paymentsOf } from '../../support/stored.ts'

const SUCCEEDS = { payment_method: 'test', test_outcome: 'succeeds' }
const TRANSFER = { payment_method: 'bank_transfer' }

describe('paying on the page of a renewal link', () => {
  let club: Club
  let id: number
  let link: Customer

  beforeEach(async () => {
    setClock(() => new Date('2026-08-12T11:04:00Z'))
    club = await givenClub([BASIC], {}, { timezone: 'UTC' })
    ;({ id } = await club.buy('basic'))
    link = new Customer(renewUrl(id))
  })
  afterEach(() => setClock(() => new Date()))

  const stateOf = ({ text }: Response) => /data-state="(\w+)"/.exec(text)?.[1]
  const pageAfter = async ({ headers }: Response) => {
    const { pathname, search } = new URL(headers.location!)
    return new Customer(new URL(pathname, headers.location).href).get(search)
  }
  const end = async () => (await club.subscription(id)).current_period_end.slice(0, 10)
  /** Returns the ids and statuses of all checkouts for the subscription, except the first. */
  async function renewals(): Promise<{ id: number; status: string }[]> {
    const { body } = await club.shop.get(`/checkouts?customer_id=${club.customerId}`).expect(200)
    const all = body.data as { id: number; status: string; subscription_id: number; amount_total: number }[]
    return all.slice(0, -1).map(({ id: one, status }) => ({ id: one, status }))
  }

  it('pays for the chosen length in one press', async () => {
    const pressed = await link.press('renew', { periods: '3', ...SUCCEEDS })
    expect([pressed.status, await end()]).to.deep.equal([303, '2026-12-12'])
    expect(stateOf(await pageAfter(pressed))).to.equal('receipt')
    expect(await renewals()).to.have.length(1)
  })

  it('leads to the details of a transfer, and to the same reference on a second press', async () => {
    await acceptTransfers(club.shop)
    const page = await link.get()
    const fields = { periods: 'other', other_periods: '7', ...TRANSFER }
    const pages = [
      await pageAfter(await link.press('renew', fields, page)),
      await pageAfter(await link.press('renew', fields, page)),
    ]
    const references = pages.map(({ text }) => /data-copy="(\d{6})"/.exec(text)?.[1])
    expect(pages.map(stateOf)).to.deep.equal(['transfer', 'transfer'])
    expect(textOf(pages[0]!)).to.include('₮210,000')
    expect(references[0]).to.be.a('string').and.equal(references[1])
    const [opened, ...others] = await renewals()
    expect([others, (await paymentsOf(opened!.id)).length]).to.deep.equal([[], 1])
  })

  it('keeps the chosen length and creates no checkout if the payment method is missing or not offered', async () => {
    await acceptTransfers(club.shop)
    for (const [method, message] of [
      [{}, 'Choose how you want to pay.'],
      [{ payment_method: 'stripe' }, 'This way to pay is no longer offered.'],
      [{ payment_method: 'test' }, 'Choose what the test payment should do.'],
    ] as const) {
      const refused = await link.press('renew', { periods: '6', ...method })
      expect([refused.status, textOf(refused).includes(message)], message).to.deep.equal([422, true])
      expect(refused.text).to.include('value="6" required checked')
    }
    expect(await renewals()).to.deep.equal([])
  })

  it('pays once for several presses, parallel or in sequence', async () => {
    const page = await link.get()
    const press = () => link.press('renew', { periods: '1', ...SUCCEEDS }, page)
    const pressed = [...(await Promise.all([press(), press(), press()])), await press()]
    expect(new Set(pressed.map(({ headers }) => headers.location)).size).to.equal(1)
    expect(stateOf(await pageAfter(pressed[3]!))).to.equal('receipt')
    expect([await end(), await eventsOf('subscription', id)]).to.deep.equal([
      '2026-10-12',
      ['subscription.created', 'subscription.renewed'],
    ])
    expect((await renewals()).map(({ status }) => status)).to.deep.equal(['complete'])
    await link.press('renew', { periods: '1', ...SUCCEEDS }) // a new page shows the new end, and can renew again
    expect(await end()).to.equal('2026-11-12')
  })

  it('leads a second press back to the link, not to the receipt, if the subscription was canceled between', async () => {
    const page = await link.get()
    const first = await link.press('renew', { periods: '1', ...SUCCEEDS }, page)
    expect(textOf(await pageAfter(first))).to.include('Paid until 12 Oct 2026')
    await club.cancel(id, 'immediately').expect(200)
    const second = await link.press('renew', { periods: '1', ...SUCCEEDS }, page)
    expect(second.headers.location).to.not.equal(first.headers.location)
    expect(stateOf(await link.get()), 'it says that the subscription has ended').to.equal('renew_again')
    expect(textOf(await pageAfter(first))).to.not.include('Paid until')
    expect((await renewals()).map(({ status }) => status)).to.deep.equal(['complete'])
  })

  it('starts an ended subscription again once, and leads a second press to the paid checkout', async () => {
    await club.cancel(id, 'immediately').expect(200)
    const page = await link.get()
    const press = () => link.press('resubscribe', { periods: '1', ...SUCCEEDS }, page)
    const [first, second] = [await press(), await press()]
    expect(second.headers.location).to.equal(first.headers.location)
    expect((await renewals()).map(({ status }) => status)).to.deep.equal(['complete'])
  })

  it('leads to the page of a reported transfer until it is decided, and starts no second checkout', async () => {
    await acceptTransfers(club.shop)
    await club.cancel(id, 'immediately').expect(200)
    const before = await link.get()
    const pressed = await link.press('resubscribe', { periods: '1', ...TRANSFER }, before)
    const checkout = new URL(pressed.headers.location!)
    await new Customer(checkout.origin + checkout.pathname).press('claim_transfer')
    const page = await link.get()
    expect(stateOf(page)).to.equal('renew_waiting_again')
    expect(textOf(page)).to.include('Your new subscription begins then').and.to.not.include('stays open')
    expect(page.text).to.include(checkout.pathname).and.to.not.include('<form')
    const again = await link.press('resubscribe', { periods: '3', ...TRANSFER }, before)
    expect(new URL(again.headers.location!).pathname).to.equal(checkout.pathname)
    expect((await renewals()).map(({ status }) => status)).to.deep.equal(['pending'])
  })

  it('shows the amount again without paying if the price changed since the page was opened', async () => {
    const page = await link.get()
    const gold = { product_id: club.productId, unit_amount: 90_000, recurring_interval: 'month' }
    const { body } = await club.shop.post('/prices', gold).expect(201)
    await club.shop.post(`/subscriptions/${id}/schedule-change`, { price_id: body.data.id }).expect(200)
    const pressed = await link.press('renew', { periods: '1', ...SUCCEEDS }, page)
    const checkout = await pageAfter(pressed)
    expect([stateOf(checkout), textOf(checkout).includes('Pay ₮90,000')]).to.deep.equal(['pay', true])
    expect(await end()).to.equal('2026-09-12')
  })

  it('shows the amount again without paying if the plan changed, even at the same price', async () => {
    const page = await link.get()
    const year = { product_id: club.productId, unit_amount: 30_000, recurring_interval: 'year' }
    const { body } = await club.shop.post('/prices', year).expect(201)
    await club.shop.post(`/subscriptions/${id}/schedule-change`, { price_id: body.data.id }).expect(200)
    const pressed = await link.press('renew', { periods: '1', ...SUCCEEDS }, page)
    expect(stateOf(await pageAfter(pressed))).to.equal('pay')
    expect(await end()).to.equal('2026-09-12')
  })

  it('leads a page that was left open for weeks to the amount to pay, not to the old receipt', async () => {
    const page = await link.get()
    await link.press('renew', { periods: '1', ...SUCCEEDS })
    setClock(() => new Date('2026-09-05T11:04:00Z'))
    const pressed = await link.press('renew', { periods: '1', ...SUCCEEDS }, page)
    expect(stateOf(await pageAfter(pressed))).to.equal('pay')
    expect(await end()).to.equal('2026-10-12')
  })

  it('leads to the checkout, which asks for an email address, if the customer has none', async () => {
    await club.shop.patch(`/customers/${club.customerId}`, { email: null, phone: '99112233' }).expect(200)
    link = new Customer(renewUrl(id, 1)) // the old link ended when the address changed
    const page = await link.get()
    expect(page.text).to.not.include('payment_method')
    expect(textOf(page)).to.include('Continue to payment').and.include('You see the amount again')
    const checkout = await pageAfter(await link.press('renew', { periods: '3' }, page))
    expect([stateOf(checkout), checkout.text.includes('name="email"')]).to.deep.equal(['pay', true])
    expect(await end()).to.equal('2026-09-12')
  })

  it('shows on the checkout’s page that a payment was declined', async () => {
    const pressed = await link.press('renew', { periods: '3', ...SUCCEEDS, test_outcome: 'declined' })
    const page = await pageAfter(pressed)
    expect(textOf(page)).to.include('Nothing was charged').and.include('Pay ₮90,000')
    expect(await end()).to.equal('2026-09-12')
  })
})
