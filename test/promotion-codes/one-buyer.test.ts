import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { givenCode } from '../support/given/checkout.ts'
import { givenCustomer, givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { givenOrder, usesOf } from '../support/given/promotion-code.ts'

const LIMITED = { percent_off: 10, max_redemptions_per_customer: 1 }
const REDEEMED = 22_500
const FULL = 25_000

describe('the limit of a code for each customer', () => {
  let shop: Merchant
  let codeId: number

  beforeEach(async () => {
    shop = await givenMerchant()
    codeId = (await givenCode(shop, 'WELCOME', LIMITED)).id
  })

  async function orderWithCode(more: object = {}) {
    const order = await givenOrder(shop, more)
    return { ...order, page: await order.customer.press('apply_code', { promotion_code: 'WELCOME' }) }
  }

  /** Buys with the code, and presses Pay again if the code is rejected. Returns the paid total. */
  async function buy(email: string, more: object = {}): Promise<number> {
    const order = await orderWithCode(more)
    const answer = await order.customer.pay({ email }, order.page)
    if (answer.status === 422) await order.customer.pay({ email }, answer)
    const { status, amount_total: total } = await order.retrieve()
    expect(status).to.equal('complete')
    return total
  }

  const register = (email: string, more: object = {}) => givenCustomer(shop, { email, ...more })
  const asGuest = () => buy('ann@shop.example')
  const asCustomer = async () => buy('ann@shop.example', { customer_id: await register('Ann@shop.example') })
  const byAddress = () => buy('ann@shop.example', { customer_email: 'ann@shop.example' })

  for (const [first, then, title] of [
    [asGuest, asCustomer, 'a guest who registers with the same address'],
    [asCustomer, asGuest, 'a registered customer who comes back as a guest'],
    [asCustomer, asCustomer, 'two registered customers with the same address'],
    [asGuest, byAddress, 'a guest and a checkout with the same customer_email'],
  ] as const)
    it(`counts ${title} as one buyer`, async () => {
      expect([await first(), await then()]).to.deep.equal([REDEEMED, FULL])
      expect(await usesOf(codeId)).to.deep.equal({ redeemed: 1, reserved: 0 })
    })

  for (const [first, then] of [
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@XN--BCHER-KVA.example', 'ANN@BÜCHER.EXAMPLE'],
    ['zoe\u0308@shop.example', 'zo\u00eb@shop.example'],
  ] as const)
    it(`treats ${JSON.stringify(first)} and ${JSON.stringify(then)} as one address, for guests and for customers`, async () => {
      expect([await buy(first), await buy(then)]).to.deep.equal([REDEEMED, FULL])
      expect(await buy('other@shop.example', { customer_id: await register(then) })).to.equal(FULL)
    })

  it('counts the use of a customer who typed an address on the page for that address', async () => {
    const id = await givenCustomer(shop, { client_reference_id: 'u1' })
    expect([await buy('ann@shop.example', { customer_id: id }), await asGuest()]).to.deep.equal([
      REDEEMED,
      FULL,
    ])
  })

  it('counts uses before a change of address for both addresses', async () => {
    const id = await register('ann@shop.example')
    expect(await buy('ann@shop.example', { customer_id: id })).to.equal(REDEEMED)
    await shop.patch(`/customers/${id}`, { email: 'new@shop.example' }).expect(200)
    expect([await asGuest(), await buy('new@shop.example')]).to.deep.equal([FULL, FULL])
  })

  it('lets buyers with other addresses use it', async () => {
    expect([await asGuest(), await buy('bob@shop.example')]).to.deep.equal([REDEEMED, REDEEMED])
    expect(await buy('bob@shop.example', { customer_id: await register('bob@shop.example') })).to.equal(FULL)
    expect(await buy('eve@shop.example', { customer_id: await register('eve@shop.example') })).to.equal(
      REDEEMED,
    )
  })

  for (const [name, redeemer] of [
    ['a guest', 'email ann@bücher.example'],
    ['a guest by the other form of the domain', 'email ann@xn--bcher-kva.example'],
    ['a customer', null],
  ] as const)
    it(`counts the use of ${name} that was recorded by an earlier release`, async () => {
      const id = await register('ann@bücher.example')
      expect(await buy('ann@bücher.example', { customer_id: id })).to.equal(REDEEMED)
      await onConnection((sql) =>
        sql.run('UPDATE redemptions SET buyer_email = NULL, redeemer = ? WHERE promotion_code_id = ?', [
          redeemer ?? `customer ${id}`,
          codeId,
        ]),
      )
      expect(await buy('ann@xn--bcher-kva.example')).to.equal(FULL)
      expect(await buy('x@shop.example', { customer_id: id })).to.equal(FULL)
    })

  it('is kept while a guest and four customers with one address pay at the same moment', async () => {
    const orders = [await orderWithCode(), await orderWithCode()]
    for (let count = 0; count < 4; count += 1)
      orders.push(await orderWithCode({ customer_id: await register('ann@shop.example') }))
    await Promise.all(orders.map(({ customer, page }) => customer.pay({ email: 'ann@shop.example' }, page)))
    const paid = (await Promise.all(orders.map(({ retrieve }) => retrieve()))).filter(
      ({ status }) => status === 'complete',
    )
    expect(paid.map(({ amount_total: total }) => total)).to.deep.equal([REDEEMED])
    expect(await usesOf(codeId)).to.deep.equal({ redeemed: 1, reserved: 0 })
  })

  it('loses the address when the customer or guest is erased', async () => {
    const id = await register('ann@shop.example')
    await buy('ann@shop.example', { customer_id: id })
    await shop.delete(`/customers/${id}`).expect(200)
    await buy('guest@shop.example')
    await shop.post('/erasures', { email: 'guest@shop.example' }).expect(200)
    const rows = await onConnection((sql) =>
      sql.rows('SELECT redeemer, buyer_email FROM redemptions WHERE promotion_code_id = ?', [codeId]),
    )
    expect(rows).to.have.length(2)
    expect(JSON.stringify(rows)).to.not.include('@')
  })
})

describe('the addresses of customers', () => {
  it('are found by both forms of a domain, and an order by either belongs to the customer', async () => {
    const shop = await givenMerchant()
    const id = await givenCustomer(shop, { email: 'Ann@Bücher.example' })
    for (const email of ['ann@bücher.example', 'ann@xn--bcher-kva.example']) {
      const { body } = await shop.get(`/customers?email=${encodeURIComponent(email)}`).expect(200)
      expect(
        body.data.map((customer: { id: number }) => customer.id),
        email,
      ).to.deep.equal([id])
      expect((await (await givenOrder(shop, { customer_email: email })).retrieve()).customer_id).to.equal(id)
      const found = await shop.get(`/search?q=${encodeURIComponent(email)}`).expect(200)
      expect(JSON.stringify(found.body.data), email).to.include('Ann@Bücher.example')
    }
  })

  it('find payments by both forms of a domain', async () => {
    const shop = await givenMerchant()
    const order = await givenOrder(shop)
    await order.customer.pay({ email: 'Guest@bücher.example' })
    for (const email of ['guest@xn--bcher-kva.example', 'GUEST@BÜCHER.example', 'guest@bucher.example']) {
      const { body } = await shop.get(`/payments?customer_email=${encodeURIComponent(email)}`).expect(200)
      expect(body.meta.total, email).to.equal(email === 'guest@bucher.example' ? 0 : 1)
    }
  })

  it('are erased in both forms of a domain', async () => {
    const shop = await givenMerchant()
    const order = await givenOrder(shop)
    await order.customer.pay({ email: 'guest@bücher.example' })
    const { body } = await shop.post('/erasures', { email: 'guest@xn--bcher-kva.example' }).expect(200)
    expect(body.data).to.include({ checkouts: 1, payments: 1 })
    expect((await order.retrieve()).customer_email).to.equal(null)
  })
})
