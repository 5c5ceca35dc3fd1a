import { expect } from 'chai'
import { DAY, later, MINUTE } from '../../common/kit/time.ts'
import { travelTo } from '../support/due.ts'
import { givenCode } from '../support/given/checkout.ts'
import { BANK_ACCOUNT, givenCustomer, givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { expectUnpaid, givenOrder, saidOfCode, usesOf } from '../support/given/promotion-code.ts'
import { eventsOf, paymentsOf } from '../support/stored.ts'

const ONCE = { percent_off: 10, max_redemptions: 1 }

/** An order with a code that can be used once in total. */
async function givenOrderWithLastUse(shop: Merchant) {
  const { id: codeId } = await givenCode(shop, 'ONCE', ONCE)
  const order = await givenOrder(shop)
  await order.customer.press('apply_code', { promotion_code: 'ONCE' })
  return { codeId, ...order }
}

describe('paying with a promotion code', () => {
  it('counts one use, and the event contains the deducted amount', async () => {
    const shop = await givenMerchant()
    const { id, codeId, customer, retrieve } = await givenOrderWithLastUse(shop)
    await customer.pay()
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 22_500 })
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 1, reserved: 0 })
    const { data } = (await shop.get(`/events?object_id=${id}&type=checkout.completed`)).body
    expect(data[0].data.object.promotion_codes).to.deep.equal([{ code: 'ONCE', amount: 2_500 }])
  })

  it('charges nothing if the code was only typed, and shows the new total first', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const { id, customer, retrieve } = await givenOrder(shop)
    const page = await customer.pay({ promotion_code: 'ten' })
    expectUnpaid(page, '₮22,500')
    expect(page.text).to.contain('The total has changed')
    expect(await paymentsOf(id)).to.deep.equal([])
    await customer.pay({ promotion_code: 'ten' }, page)
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 22_500 })
  })

  it('charges nothing if the typed code does not exist', async () => {
    const { customer, retrieve } = await givenOrder(await givenMerchant())
    const page = await customer.pay({ promotion_code: 'NONE' })
    expectUnpaid(page, '₮25,000')
    expect(saidOfCode(page)).to.match(/There is no code NONE/)
    expect((await retrieve()).status).to.equal('open')
  })

  it('charges nothing if a code was added in another tab', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const { id, customer, retrieve } = await givenOrder(shop)
    const old = await customer.get()
    await customer.press('apply_code', { promotion_code: 'TEN' })
    const page = await customer.pay({}, old)
    expectUnpaid(page, '₮22,500')
    expect(await paymentsOf(id)).to.deep.equal([])
    await customer.pay({}, page)
    expect((await retrieve()).status).to.equal('complete')
  })

  for (const [because, change, says] of [
    ['was switched off', { active: false }, 'The code ONCE can no longer be used.'],
    ['has ended', { expires_at: '2026-01-01T00:00:00Z' }, 'The code ONCE has expired.'],
    [
      'has a higher minimum now',
      { minimum_amount: 50_000 },
      'The code ONCE works for orders of ₮50,000 or more.',
    ],
  ] as const) {
    it(`charges nothing if the code ${because} in between, names the code, and shows the total without it`, async () => {
      const shop = await givenMerchant()
      const { id, codeId, customer, retrieve } = await givenOrderWithLastUse(shop)
      const old = await customer.get()
      await shop.patch(`/promotion-codes/${codeId}`, change).expect(200)
      const page = await customer.pay({}, old)
      expectUnpaid(page, '₮25,000')
      expect(saidOfCode(page)).to.equal(says)
      expect(await paymentsOf(id)).to.deep.equal([])
      expect(await retrieve()).to.deep.include({ status: 'open', amount_total: 25_000, promotion_codes: [] })
      await customer.pay({}, page)
      expect((await retrieve()).status).to.equal('complete')
      expect(await usesOf(codeId)).to.deep.equal({ redeemed: 0, reserved: 0 })
    })
  }
})

describe('the last redemption of a code', () => {
  it('is reserved for a payment in progress', async () => {
    const shop = await givenMerchant()
    const { codeId, customer } = await givenOrderWithLastUse(shop)
    await customer.pay({ test_outcome: 'never' })
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 0, reserved: 1 })
    const other = await givenOrder(shop)
    const page = await other.customer.press('apply_code', { promotion_code: 'ONCE' })
    expect(saidOfCode(page)).to.match(/used as often as allowed/)
  })

  it('is released when the payment is declined, and can be used in the next attempt', async () => {
    const shop = await givenMerchant()
    const { codeId, customer, retrieve } = await givenOrderWithLastUse(shop)
    await customer.pay({ test_outcome: 'declined' })
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 0, reserved: 0 })
    await customer.pay()
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 22_500 })
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 1, reserved: 0 })
  })

  it('is released when the payment never ends, and another order can use it', async () => {
    const shop = await givenMerchant()
    const { codeId, customer } = await givenOrderWithLastUse(shop)
    await customer.pay({ test_outcome: 'never' })
    await travelTo(shop.projectId, later(new Date(), 31 * MINUTE))
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 0, reserved: 0 })
    const other = await givenOrder(shop)
    await other.customer.press('apply_code', { promotion_code: 'ONCE' })
    await other.customer.pay()
    expect(await other.retrieve()).to.include({ status: 'complete', amount_total: 22_500 })
    expectUnpaid(await customer.pay(), '₮25,000')
  })

  it('is reserved once when a new attempt replaces an unfinished one', async () => {
    const shop = await givenMerchant()
    const { codeId, customer, retrieve } = await givenOrderWithLastUse(shop)
    await customer.pay({ test_outcome: 'never' })
    await customer.pay({}, await customer.get('?choose=1'))
    expect((await retrieve()).status).to.equal('complete')
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 1, reserved: 0 })
  })

  it('is released when the merchant expires the checkout', async () => {
    const shop = await givenMerchant()
    const { id, codeId, customer } = await givenOrderWithLastUse(shop)
    await customer.pay({ test_outcome: 'never' })
    await shop.post(`/checkouts/${id}/expire`).expect(200)
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 0, reserved: 0 })
  })

  it('is released when the customer removes the code', async () => {
    const shop = await givenMerchant()
    const { id, codeId, customer } = await givenOrderWithLastUse(shop)
    await customer.pay({ test_outcome: 'never' })
    await customer.press('remove_code:ONCE', {}, await customer.get('?choose=1'))
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 0, reserved: 0 })
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['canceled'])
  })

  it('stays reserved for a reported transfer, and is released when the transfer is rejected', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    const { id, codeId, customer, retrieve } = await givenOrderWithLastUse(shop)
    await customer.pay({ payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    await travelTo(shop.projectId, later(new Date(), 20 * DAY))
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 0, reserved: 1 })
    const [payment] = await paymentsOf(id)
    await shop.post(`/payments/${payment!.id}/reject`).expect(200)
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 0, reserved: 0 })
    expect(await retrieve()).to.include({ status: 'open', amount_total: 22_500 })
    await customer.pay()
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 1, reserved: 0 })
  })

  it('goes to exactly one of forty simultaneous payments, and the other pages show the new total', async () => {
    const shop = await givenMerchant()
    const { id: codeId } = await givenCode(shop, 'ONCE', ONCE)
    const orders = await Promise.all(Array.from({ length: 40 }, () => givenOrder(shop)))
    const pages = await Promise.all(
      orders.map(({ customer }) => customer.press('apply_code', { promotion_code: 'ONCE' })),
    )
    expect(pages.filter(({ text }) => text.includes('Code ONCE'))).to.have.length(40)
    const answers = await Promise.all(orders.map(({ customer }, n) => customer.pay({}, pages[n])))

    const checkouts = await Promise.all(orders.map(({ retrieve }) => retrieve()))
    const paid = checkouts.filter(({ status }) => status === 'complete')
    expect(paid.map(({ amount_total }) => amount_total)).to.deep.equal([22_500])
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 1, reserved: 0 })
    const losers = answers.filter(({ status }) => status !== 303)
    expect(losers).to.have.length(39)
    for (const page of losers) {
      expectUnpaid(page, '₮25,000')
      expect(saidOfCode(page)).to.equal('The code ONCE has been used as often as allowed.')
    }
    for (const { id, status, amount_total } of checkouts.filter((checkout) => checkout !== paid[0])) {
      expect([status, amount_total]).to.deep.equal(['open', 25_000])
      expect(await paymentsOf(id)).to.deep.equal([])
      expect(await eventsOf('checkout', id)).to.deep.equal([])
    }
  })
})

describe('a code with a limit for each customer', () => {
  const LIMITED = { percent_off: 10, max_redemptions_per_customer: 1 }
  const USED_UP = 'You have used the code WELCOME as often as allowed.'

  it('is rejected when a customer who has used it enters it, and is accepted for another customer', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'WELCOME', LIMITED)
    const [bat, bold] = [
      await givenCustomer(shop, { client_reference_id: 'bat' }),
      await givenCustomer(shop, { client_reference_id: 'bold' }),
    ]
    const enter = async (customer_id: number) => {
      const order = await givenOrder(shop, { customer_id })
      return { ...order, page: await order.customer.press('apply_code', { promotion_code: 'WELCOME' }) }
    }
    const [first, tooLate] = [await enter(bat), await enter(bat)]
    await first.customer.pay({}, first.page)
    expect((await first.retrieve()).amount_total).to.equal(22_500)
    expect(saidOfCode((await enter(bat)).page)).to.equal(USED_UP)
    expect(saidOfCode((await enter(bold)).page)).to.equal(null)

    const answer = await tooLate.customer.pay({ email: 'other@example.com' }, tooLate.page)
    expectUnpaid(answer, '₮25,000')
    expect(saidOfCode(answer)).to.equal(USED_UP)
  })

  it('is counted for a guest by the email address at payment, in any case', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'WELCOME', LIMITED)
    const order = async () => {
      const made = await givenOrder(shop)
      return { ...made, page: await made.customer.press('apply_code', { promotion_code: 'WELCOME' }) }
    }
    const [one, again, another] = [await order(), await order(), await order()]
    await one.customer.pay({ email: 'guest@example.com' }, one.page)
    expect((await one.retrieve()).amount_total).to.equal(22_500)

    const answer = await again.customer.pay({ email: 'GUEST@example.com' }, again.page)
    expectUnpaid(answer, '₮25,000')
    expect(saidOfCode(answer)).to.equal(USED_UP)
    expect((await again.retrieve()).status).to.equal('open')

    await another.customer.pay({ email: 'another@example.com' }, another.page)
    expect(await another.retrieve()).to.include({ status: 'complete', amount_total: 22_500 })
  })

  it('is used once if one customer pays for ten orders at the same time', async () => {
    const shop = await givenMerchant()
    const { id: codeId } = await givenCode(shop, 'WELCOME', LIMITED)
    const customer_id = await givenCustomer(shop, { client_reference_id: 'bat' })
    const orders = await Promise.all(Array.from({ length: 10 }, () => givenOrder(shop, { customer_id })))
    const pages = await Promise.all(
      orders.map(({ customer }) => customer.press('apply_code', { promotion_code: 'WELCOME' })),
    )
    await Promise.all(orders.map(({ customer }, n) => customer.pay({}, pages[n])))
    const checkouts = await Promise.all(orders.map(({ retrieve }) => retrieve()))
    expect(checkouts.filter(({ status }) => status === 'complete')).to.have.length(1)
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 1, reserved: 0 })
  })
})

describe('changing an order while a payment is in progress', () => {
  it('cancels the payment, so that the old total never pays for the new order', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const { id, customer, retrieve } = await givenOrder(shop)
    await customer.pay({ test_outcome: 'delayed' })
    const page = await customer.get('?choose=1')
    await customer.pay({ promotion_code: 'TEN', email: 'half@' }, page)
    await travelTo(shop.projectId, later(new Date(), MINUTE))
    expect(await retrieve()).to.include({ status: 'open', amount_total: 22_500 })
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['canceled'])
  })

  it('keeps the payment if nothing was changed', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenOrder(shop, tea())
    await customer.pay({ test_outcome: 'delayed' })
    const page = await customer.get('?choose=1')
    await customer.press('apply_code', { promotion_code: 'NONE' }, page)
    await customer.pay({ email: 'half@' }, page)
    await travelTo(shop.projectId, later(new Date(), MINUTE))
    expect((await retrieve()).status).to.equal('complete')
  })
})
