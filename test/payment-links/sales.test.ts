import { expect } from 'chai'
import { DAY, later, MINUTE } from '../../common/kit/time.ts'
import { checkInvariants } from '../../common/services/invariants/check.ts'
import { onConnection } from '../../db/sql.ts'
import { travelTo } from '../support/due.ts'
import { givenCode } from '../support/given/checkout.ts'
import { givenMerchant, givenTransferShop } from '../support/given/merchant.ts'
import { givenLink } from '../support/given/payment-link.ts'
import { begunBy } from '../support/given/transfer.ts'
import { linedUpAt } from '../support/line-up.ts'
import { paymentsOf } from '../support/stored.ts'

/** A link with one piece, and two visitors who have each opened a checkout of it. */
async function givenLastPiece(shop = givenMerchant()) {
  const merchant = await shop
  const link = await givenLink(merchant, { max_sales: 1 })
  const buyers = [await link.visitor.buy(merchant), await link.another().buy(merchant)] as const
  return { shop: merchant, ...link, buyers }
}

async function brokenInvariants(): Promise<string[]> {
  const found = await onConnection((sql) => checkInvariants(sql, { now: new Date(0) }))
  return found.filter(({ count }) => count > 0).map(({ name }) => name)
}

const TAKEN = 'The last one was just sold, or someone else is paying for it now.'

describe('a payment link with a maximum of sales', () => {
  it('counts paid checkouts only, and then says that it is sold out', async () => {
    const { link, visitor, buyers } = await givenLastPiece()
    expect(await link()).to.include({ times_sold: 0, times_reserved: 0, status: 'active' })
    await buyers[0].customer.pay()
    expect(await link()).to.include({ times_sold: 1, times_reserved: 0, status: 'sold_out' })
    const page = await visitor.get()
    expect([page.status, /data-state="(\w+)"/.exec(page.text)?.[1]]).to.deep.equal([410, 'link_sold_out'])
  })

  it('gives the last piece to one of two customers who pay at the same time', async () => {
    const { id, link, buyers } = await givenLastPiece()
    const answers = await linedUpAt(
      'payment_links',
      id,
      ...buyers.map(
        ({ customer }) =>
          () =>
            customer.pay(),
      ),
    )
    const orders = await Promise.all(buyers.map(({ retrieve }) => retrieve()))
    expect(orders.map(({ status }) => status)).to.have.members(['complete', 'open'])
    expect(await link()).to.include({ times_sold: 1, times_reserved: 0 })
    const loser = orders.findIndex(({ status }) => status === 'open')
    expect(answers[loser]!.status).to.equal(422)
    expect(answers[loser]!.text).to.contain(TAKEN)
    expect(await paymentsOf(orders[loser]!.id)).to.deep.equal([])
    expect(await brokenInvariants()).to.not.include('link_sales_add_up')
  })

  it('sells exactly five of forty that are paid at once', async () => {
    const shop = await givenMerchant()
    const { link, another } = await givenLink(shop, { max_sales: 5 })
    const buyers = await Promise.all(Array.from({ length: 40 }, () => another().buy(shop)))
    await Promise.all(buyers.map(({ customer }) => customer.pay()))
    const orders = await Promise.all(buyers.map(({ retrieve }) => retrieve()))
    expect(orders.filter(({ status }) => status === 'complete')).to.have.length(5)
    expect(await link()).to.include({ times_sold: 5, times_reserved: 0, status: 'sold_out' })
  })

  it('reserves a piece while a payment is in progress, and gives it back when that ends', async () => {
    const { shop, link, visitor, buyers } = await givenLastPiece()
    const [first, second] = buyers
    await first.customer.pay({ test_outcome: 'never' })
    expect(await link()).to.include({ times_sold: 0, times_reserved: 1, status: 'active' })
    const page = await visitor.get()
    expect([page.status, /data-state="(\w+)"/.exec(page.text)?.[1]]).to.deep.equal([200, 'link_reserved'])
    expect((await second.customer.pay()).text).to.contain(TAKEN)
    await travelTo(shop.projectId, later(new Date(), 31 * MINUTE))
    expect(await link()).to.include({ times_sold: 0, times_reserved: 0 })
    await second.customer.pay()
    expect((await second.retrieve()).status).to.equal('complete')
    expect(await link()).to.include({ times_sold: 1, times_reserved: 0 })
  })

  it('gives the piece back after a declined payment, and when the merchant expires the checkout', async () => {
    const { shop, link, buyers } = await givenLastPiece()
    const [first, second] = buyers
    await first.customer.pay({ test_outcome: 'declined' })
    expect(await link()).to.include({ times_sold: 0, times_reserved: 0 })
    await first.customer.pay({ test_outcome: 'never' })
    await first.customer.pay({ test_outcome: 'never' }, await first.customer.get('?choose=1'))
    expect(await link()).to.include({ times_sold: 0, times_reserved: 1 })
    await shop.post(`/checkouts/${first.id}/expire`).expect(200)
    expect(await link()).to.include({ times_sold: 0, times_reserved: 0 })
    await second.customer.pay()
    expect(await link()).to.include({ times_sold: 1, times_reserved: 0 })
  })

  it('keeps the piece for a reported transfer until it is decided', async () => {
    const { shop, link, buyers } = await givenLastPiece(givenTransferShop())
    const [first, second] = buyers
    const { reject } = await begunBy(shop, first)
    await first.customer.press('claim_transfer')
    expect(await link()).to.include({ times_sold: 0, times_reserved: 1 })
    expect((await second.customer.pay()).text).to.contain(TAKEN)
    await reject().expect(200)
    expect(await link()).to.include({ times_sold: 0, times_reserved: 0 })
  })

  it('asks to refund late money for a piece that was sold meanwhile, also if the merchant accepts late money', async () => {
    const { shop, link, another, buyers } = await givenLastPiece(givenTransferShop())
    const [first, second] = buyers
    const { confirm, payment } = await begunBy(shop, first)
    await travelTo(shop.projectId, later(new Date(), DAY + MINUTE))
    expect(await link()).to.include({ times_sold: 0, times_reserved: 0 })
    expect((await second.retrieve()).status).to.equal('expired')
    const third = await another().buy(shop)
    await third.customer.pay()
    expect(await link()).to.include({ times_sold: 1, times_reserved: 0 })
    await confirm({ accept_late: true }).expect(200)
    expect(await payment()).to.include({
      status: 'refund_required',
      failure_message: 'The last one of the payment link was sold before the money arrived.',
    })
    expect(await link()).to.include({ times_sold: 1, times_reserved: 0 })
  })

  it('counts an order that a promotion code makes free', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'FREE', { percent_off: 100 })
    const { link, visitor } = await givenLink(shop, { max_sales: 1, allow_promotion_codes: true })
    const { customer, retrieve } = await visitor.buy(shop)
    await customer.press('apply_code', { promotion_code: 'FREE' })
    await customer.pay()
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 0 })
    expect(await link()).to.include({ times_sold: 1, times_reserved: 0 })
  })

  it('accepts a promotion code only if the merchant allows it', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const { visitor } = await givenLink(shop)
    const { customer, retrieve } = await visitor.buy(shop)
    expect((await customer.get()).text).to.not.contain('promotion_code')
    await customer.press('apply_code', { promotion_code: 'TEN' })
    await customer.pay({ promotion_code: 'TEN' })
    expect(await retrieve()).to.include({ status: 'complete', amount_total: 25_000 })
  })

  it('reserves neither the code nor the sale if one of them is used up', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'ONCE', { percent_off: 10, max_redemptions: 1 })
    const { link, visitor, another } = await givenLink(shop, { max_sales: 1, allow_promotion_codes: true })
    const [first, second] = [await visitor.buy(shop), await another().buy(shop)]
    for (const { customer } of [first, second]) await customer.press('apply_code', { promotion_code: 'ONCE' })
    await first.customer.pay()
    await second.customer.pay()
    expect((await second.retrieve()).status).to.equal('open')
    expect(await link()).to.include({ times_sold: 1, times_reserved: 0 })
    expect(await brokenInvariants()).to.not.include.members(['link_sales_add_up', 'codes_add_up'])
  })

  it('keeps a refunded sale, and sells more when the maximum is raised', async () => {
    const { shop, id, link, buyers } = await givenLastPiece()
    const [first, second] = buyers
    await first.customer.pay()
    const [payment] = await paymentsOf(first.id)
    await shop.post(`/payments/${payment!.id}/refunds`).expect(201)
    expect(await link()).to.include({ times_sold: 1, status: 'sold_out' })
    await shop.patch(`/payment-links/${id}`, { max_sales: 2 }).expect(200)
    await second.customer.pay()
    expect(await link()).to.include({ times_sold: 2, status: 'sold_out' })
  })
})

describe('the page after paying by a payment link', () => {
  it('shows the thank-you text as plain text, with its line breaks', async () => {
    const shop = await givenMerchant()
    const text = 'Thank you!\n<b>Gate 3</b> & "bring" this'
    const { visitor } = await givenLink(shop, { thank_you_text: text })
    const { customer } = await visitor.buy(shop)
    expect((await customer.get()).text).to.not.contain('Thank you!')
    await customer.pay()
    const page = await customer.get()
    expect(page.text).to.contain('Thank you!\n&lt;b&gt;Gate 3&lt;/b&gt; &amp; &quot;bring&quot; this')
  })

  it('does not lead back to the link', async () => {
    const shop = await givenMerchant()
    const { url, visitor } = await givenLink(shop)
    const { customer } = await visitor.buy(shop)
    expect((await customer.get('?canceled=1')).text).to.contain(url)
    await customer.pay()
    expect((await customer.get()).text).to.not.contain(url)
  })
})
