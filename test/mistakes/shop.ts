import { atomically } from '../../common/runtime/atomically.ts'
import { createToken } from '../../common/services/tokens/create.ts'
import { revokeToken } from '../../common/services/tokens/revoke.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { BASIC, type Club, givenClub } from '../support/given/club.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenCustomer, givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { givenEndpoint } from '../support/given/receiver.ts'
import { begunBy, givenReported } from '../support/given/transfer.ts'
import { paymentsOf } from '../support/stored.ts'

/** The shop in which all mistakes are made, with objects in the states that rule operations out. */
export interface Shop {
  merchant: Merchant
  /** The values of `{names}` in the rows. */
  known: Readonly<Record<string, string | number>>
}

export async function givenShop(): Promise<Shop> {
  const club = await givenClub([
    BASIC,
    { lookup_key: 'gym', other: true },
    { lookup_key: 'gym_gold', unit_amount: 90_000, other: true },
  ])
  const { shop: merchant } = club
  await acceptTransfers(merchant)
  const trial = await club.trial('basic', 7)
  const old = { product_data: { name: 'Old' }, unit_amount: 25_000, lookup_key: 'old', active: false }
  await merchant.post('/prices', old).expect(201)
  const parts = [
    { customer: club.customerId, price: trial.price_id, product: trial.product_id, subscription: trial.id },
    { paid_subscription: (await club.buy('gym')).id, ...(await givenEnded(club)) },
    await givenReplaced(club),
    await givenCheckouts(merchant),
    await givenInvoices(merchant),
    await givenOthers(merchant),
  ]
  return { merchant, known: Object.assign({}, ...parts) as Shop['known'] }
}

async function givenEnded(club: Club) {
  const other = await club.another()
  const canceled = await other.trial('basic', 7)
  await other.cancel(canceled.id, 'immediately').expect(200)
  const third = await club.another('saraa@example.com')
  const canceling = await third.trial('gym', 7)
  await third.cancel(canceling.id).expect(200)
  return { canceled: canceled.id, canceling: canceling.id, former_customer: other.customerId }
}

/** A customer who ended a subscription, and then bought the same plan again. */
async function givenReplaced(club: Club) {
  const customer = await club.another('tuya@example.com')
  const replaced = await customer.buy('gym')
  await customer.cancel(replaced.id, 'immediately').expect(200)
  await customer.buy('gym')
  return { replaced: replaced.id }
}

async function givenCheckouts(shop: Merchant) {
  const complete = await givenCheckout(shop)
  await complete.customer.pay()
  const returned = await givenCheckout(shop)
  await returned.customer.pay()
  const [payment, refunded] = [await paymentOf(complete.id), await paymentOf(returned.id)]
  await shop.post(`/payments/${refunded}/refunds`).expect(201)
  const expired = await givenCheckout(shop)
  const lapsed = await begunBy(shop, expired)
  await shop.post(`/checkouts/${expired.id}/expire`).expect(200)
  const started = await begunBy(shop, await givenCheckout(shop))
  const reported = await givenReported(shop)
  const rejected = await givenReported(shop)
  await rejected.reject().expect(200)
  return {
    ...{ complete: complete.id, payment, refunded, expired: expired.id, lapsed: lapsed.paymentId },
    ...{ started: started.paymentId, pending: reported.id, reported: reported.paymentId },
    ...{ rejected: rejected.paymentId },
  }
}

async function paymentOf(checkoutId: number): Promise<number> {
  return (await paymentsOf(checkoutId)).at(-1)!.id
}

async function givenInvoices(shop: Merchant) {
  const [draft, open, paid, ended] = [
    await givenInvoice(shop, { auto_advance: false }),
    await givenInvoice(shop),
    await givenInvoice(shop),
    await givenInvoice(shop),
  ]
  await paid.customer.pay()
  await shop.post(`/invoices/${ended.id}/void`).expect(200)
  return { draft: draft.id, open_invoice: open.id, paid_invoice: paid.id, void_invoice: ended.id }
}

async function givenOthers(shop: Merchant) {
  const live = await givenEndpoint(shop.live, 'https://shop.example/hooks')
  const off = await givenEndpoint(shop, 'https://shop.example/hooks', { active: false })
  const { id, token } = await atomically((tx) => createToken(tx, shop.projectId, 'test'))
  await atomically((tx) => revokeToken(tx, id))
  const { body } = await shop.post('/test-clocks', { frozen_time: '2027-01-01T00:00:00Z' }).expect(201)
  const clock = (body as { data: { id: number } }).data.id
  await shop.post(`/test-clocks/${clock}/advance`, { frozen_time: '2027-02-01T00:00:00Z' }).expect(200)
  const { body: idle } = await shop.post('/test-clocks', { frozen_time: '2027-01-01T00:00:00Z' }).expect(201)
  const key = 'used'
  await shop.post('/customers', { email: 'key@example.com' }).set('Idempotency-Key', key).expect(201)
  const stranger = await givenMerchant()
  return {
    ...{ live_endpoint: live.id, inactive_endpoint: off.id, revoked: token, used_key: key },
    ...{ busy_clock: clock, clock: (idle as { data: { id: number } }).data.id },
    ...{ foreign: stranger.tokens.test, foreign_project: stranger.projectId },
    foreign_customer: await givenCustomer(stranger, { email: 'other@example.com' }),
  }
}
