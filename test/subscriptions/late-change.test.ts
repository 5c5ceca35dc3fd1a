import { expect } from 'chai'
import { givenCheckout, givenCode } from '../support/given/checkout.ts'
import { at, type Club, givenJune } from '../support/given/club.ts'
import { givenTransferShop, tea } from '../support/given/merchant.ts'
import { paymentsOf } from '../support/stored.ts'

/** A basic subscription, and a change to gold with credit whose transfer was started but not reported. */
async function givenStartedChange() {
  const club = await givenJune()
  const { id } = await club.buy('basic')
  const change = await club.opened('gold', { subscription_id: id })
  await change.customer.pay({ payment_method: 'bank_transfer' })
  const [payment] = await paymentsOf(change.id)
  const confirm = (body: object) => club.shop.post(`/payments/${payment!.id}/confirm`, body).expect(200)
  return { club, id, checkoutId: change.id, confirm }
}

describe('a plan change whose money is accepted late', () => {
  const ends: [name: string, end: (club: Club, id: number, checkoutId: number) => Promise<unknown>][] = [
    ['has expired', (club) => club.travel('2026-06-20T00:00:00Z')],
    [
      'was expired by the merchant',
      (club, _id, change) => club.shop.post(`/checkouts/${change}/expire`).expect(200),
    ],
    ['is for an earlier state of the subscription', (club, id) => club.cancel(id).expect(200)],
  ]
  for (const [name, end] of ends)
    for (const body of [{ accept_late: true }, { accept_late: true, amount_received: 10_000 }])
      it(`is flagged for refund if it ${name}: ${JSON.stringify(body)}`, async () => {
        const { club, id, checkoutId, confirm } = await givenStartedChange()
        await end(club, id, checkoutId)
        expect((await confirm(body)).body.data.status).to.equal('refund_required')
        expect((await club.checkout(checkoutId)).status).to.equal('expired')
        expect((await club.subscription(id)).price.lookup_key).to.equal('basic')
      })

  it('changes the plan if there is no credit that could have changed', async () => {
    at('2026-06-01T00:00:00Z')
    const club = await givenJune()
    const { id } = await club.trial('basic', 30)
    const change = await club.opened('gold', { subscription_id: id })
    await change.customer.pay({ payment_method: 'bank_transfer' })
    await club.travel('2026-06-04T00:00:00Z')
    const [payment] = await paymentsOf(change.id)
    await club.shop.post(`/payments/${payment!.id}/confirm`, { accept_late: true }).expect(200)
    expect(await club.stands(id)).to.equal('active gold 2026-06-04T00:00…2026-07-04T23:59')
  })
})

describe('a transfer for an order that has changed since', () => {
  /** A transfer of ₮50,000 was started for two teas. Then the order was changed on its page. */
  async function givenChangedOrder(quantity: string) {
    at('2026-06-01T00:00:00Z')
    const shop = await givenTransferShop()
    const [item] = tea().items
    const checkout = await givenCheckout(shop, {
      items: [{ ...item, quantity: 2, adjustable_quantity: { enabled: true } }],
      allow_promotion_codes: true,
    })
    await checkout.customer.pay({ payment_method: 'bank_transfer' })
    const [payment] = await paymentsOf(checkout.id)
    const [line] = (await checkout.retrieve()).items
    await checkout.customer.press('update_quantity', { [`quantity[${line!.id}]`]: quantity })
    const confirm = async (body: object = {}) =>
      (await shop.post(`/payments/${payment!.id}/confirm`, body).expect(200)).body.data
    return { shop, ...checkout, confirm }
  }

  it('completes the order if it covers the present total, and flags the surplus for refund', async () => {
    const { confirm, retrieve } = await givenChangedOrder('1')
    expect(await confirm()).to.include({ status: 'paid', amount_received: 50_000, amount_to_refund: 25_000 })
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 25_000 })
  })

  it('completes the order if exactly the present total has arrived', async () => {
    for (const [quantity, amount_received] of [
      ['1', 25_000],
      ['3', 75_000],
    ] as const) {
      const { confirm, retrieve } = await givenChangedOrder(quantity)
      expect(await confirm({ amount_received })).to.include({ status: 'paid', amount_to_refund: 0 })
      expect((await retrieve()).status).to.equal('complete')
    }
  })

  it('replaces a payment that was started for the present total', async () => {
    const { id, confirm, customer } = await givenChangedOrder('1')
    await customer.pay({ payment_method: 'bank_transfer' })
    expect(await confirm()).to.include({ status: 'paid', amount_to_refund: 25_000 })
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['paid', 'canceled'])
  })

  it('keeps the promotion code that was added later', async () => {
    const { shop, confirm, customer, retrieve } = await givenChangedOrder('2')
    await givenCode(shop, 'TENTH')
    await customer.press('apply_code', { promotion_code: 'TENTH' })
    expect(await confirm()).to.include({ status: 'paid', amount_to_refund: 5_000 })
    expect((await retrieve()).promotion_codes).to.deep.equal([{ code: 'TENTH', amount: 5_000 }])
  })

  it('is flagged for refund if it does not cover the present total', async () => {
    const { confirm, retrieve } = await givenChangedOrder('3')
    expect(await confirm()).to.include({ status: 'refund_required', amount_to_refund: 50_000 })
    expect((await retrieve()).status).to.equal('open')
  })

  it('is flagged for refund if the order has expired, even if it is accepted late', async () => {
    const { shop, id, confirm } = await givenChangedOrder('1')
    await shop.post(`/checkouts/${id}/expire`).expect(200)
    expect(await confirm({ accept_late: true })).to.include({
      status: 'refund_required',
      amount_to_refund: 50_000,
    })
  })
})
