import { expect } from 'chai'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { type Club, givenClub } from '../support/given/club.ts'
import { givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { Visitor } from '../support/given/portal-visitor.ts'

interface Notification {
  kind: string
  recipient: string
  words: string
}

/** Returns the emails to a merchant about sales and cancellations. */
async function notificationsOf({ projectId }: Merchant): Promise<Notification[]> {
  return onConnection((sql) =>
    sql.rows<Notification>(
      "SELECT kind, recipient, words FROM emails WHERE project_id = ? AND kind IN ('sale', 'cancellation') ORDER BY id",
      [projectId],
    ),
  )
}

const kinds = async (shop: Merchant) => (await notificationsOf(shop)).map(({ kind }) => kind)

/** Cancels in the portal by pressing twice, and then gives a reason. */
async function cancelWith(club: Club, id: number, reason: Record<string, string>): Promise<void> {
  const visitor = await Visitor.of(club)
  const page = await visitor.get(`/portal/subscriptions/${id}/cancel`)
  for (const _ of [1, 2]) await visitor.press(`/portal/subscriptions/${id}/cancel`, 'cancel', {}, page)
  await visitor.press(`/portal/subscriptions/${id}/canceled`, 'explain', reason)
}

describe('the emails to a merchant about sales and cancellations', () => {
  beforeEach(() => setClock(() => new Date('2026-08-12T11:04:00Z')))

  it('are sent only if the merchant has enabled them', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { email: 'owner@example.com' }).expect(200)
    expect((await shop.get('')).body.data.notifications).to.deep.equal({ sale: false, cancellation: false })
    const buy = async () => (await givenCheckout(shop)).customer.pay()
    await buy()
    expect(await kinds(shop)).to.deep.equal([])
    const { body } = await shop.patch('', { notifications: { sale: true } }).expect(200)
    expect(body.data.notifications).to.deep.equal({ sale: true, cancellation: false })
    await buy()
    expect(await kinds(shop)).to.deep.equal(['sale'])
    await shop.patch('', { notifications: { cancellation: true } }).expect(200)
    expect((await shop.get('')).body.data.notifications).to.deep.equal({ sale: true, cancellation: true })
    await shop.patch('', { email: null }).expect(200)
    await buy()
    expect(await kinds(shop)).to.deep.equal(['sale'])
    const wrong = await shop.patch('', { notifications: { sale: 'yes', refund: true } })
    expect(wrong.body.errors).to.have.all.keys('notifications.sale', 'notifications.refund')
  })

  it('are sent once for each completed checkout, even a free one, and for each paid invoice', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { email: 'owner@example.com', notifications: { sale: true } }).expect(200)
    const { customer } = await givenCheckout(shop, { ...tea(), email_collection: false })
    await customer.pay()
    await customer.pay()
    await (await givenCheckout(shop, tea(1, 0))).customer.press('pay', { email: 'bat@example.com' })
    await (await givenInvoice(shop)).customer.pay()
    const notifications = await notificationsOf(shop)
    expect(notifications.map(({ kind, recipient }) => `${kind} ${recipient}`)).to.deep.equal(
      Array<string>(3).fill('sale owner@example.com'),
    )
  })

  it('are sent for each requested cancellation and then its reason, and not for an unpaid end', async () => {
    const club = await givenClub([{ lookup_key: 'basic' }, { lookup_key: 'gym', other: true }])
    const settings = { email: 'owner@example.com', notifications: { cancellation: true } }
    await club.shop.patch('', settings).expect(200)
    const { id } = await club.buy('basic')
    await cancelWith(club, id, { feedback: 'unused', comment: 'Back in autumn.' })
    const [first, second, ...others] = await notificationsOf(club.shop)
    expect(others).to.deep.equal([])
    expect(JSON.parse(first!.words).subscription.cancellation_details).to.equal(null)
    expect(JSON.parse(second!.words).subscription.cancellation_details).to.deep.equal({
      feedback: 'unused',
      comment: 'Back in autumn.',
    })
    expect([first, second].map((email) => JSON.parse(email!.words).explained)).to.deep.equal([
      undefined,
      true,
    ])
    const { id: other } = await club.buy('gym')
    setClock(() => new Date('2026-08-12T11:05:00Z'))
    await club.cancel(other, 'immediately').expect(200)
    expect(await kinds(club.shop)).to.deep.equal(Array<string>(3).fill('cancellation'))
    const unpaid = await givenClub()
    await unpaid.shop.patch('', settings).expect(200)
    await unpaid.buy('basic')
    await unpaid.travel('2026-10-01T00:00:00Z')
    expect(await kinds(unpaid.shop)).to.deep.equal([])
  })

  it('no longer contain a customer who was erased', async () => {
    const shop = await givenMerchant()
    const notifications = { sale: true, cancellation: true }
    await shop.patch('', { email: 'owner@example.com', notifications }).expect(200)
    const { id } = (await shop.post('/customers', { email: 'bat@example.com', phone: '99112233' })).body.data
    await (await givenCheckout(shop, { ...tea(), customer_id: id })).customer.pay()
    expect((await notificationsOf(shop))[0]?.words).to.contain('bat@example.com')
    await shop.delete(`/customers/${id}`).expect(200)
    const [erased] = await notificationsOf(shop)
    expect(erased?.words).to.contain('Tea')
    expect(erased?.words).to.not.contain('bat@example.com')
  })
})
