import { expect } from 'chai'
import request from 'supertest'
import { maskPath } from '../../common/runtime/log.ts'
import { decisionUrl, linkExpiry } from '../../common/services/links/decision.ts'
import { app } from '../support/ask.ts'
import { Customer } from '../support/customer.ts'
import { at, givenJune } from '../support/given/club.ts'
import { textOf, Visitor } from '../support/given/portal-visitor.ts'

describe('the address of a page', () => {
  const incomplete = [
    '/checkout',
    '/checkout/1',
    '/i/1',
    '/r/1',
    '/n/1',
    '/t/1/',
    '/portal/1/x/y',
    '/checkout/1/x/y',
  ]
  for (const address of incomplete) {
    it(`returns the page for missing objects if it is incomplete or too long: ${address}`, async () => {
      const { status, text, headers } = await request(app).get(address)
      expect([status, headers['cache-control']]).to.deep.equal([404, 'no-store'])
      expect(text).to.include('data-state="error_not_found"')
    })
  }

  const written = [
    '/checkout/12/s3cret',
    '/CHECKOUT/12/s3cret',
    '/Portal/s3cret',
    'http://pay.example/i/12/s3cret?lang=en',
    '/R/12/s3cret/',
    '/hints/qpay/1/test/12/s3cret?qpay_payment_id=7',
  ]
  for (const address of written) {
    it(`is logged without its secret: ${address}`, () => {
      expect(maskPath(address)).to.include('***').and.not.to.include('s3cret')
    })
  }

  it('shows the customer of a decided transfer for 30 days, and then only the decision', async () => {
    const club = await givenJune()
    await club.shop.patch(`/customers/${club.customerId}`, { phone: '99112233' }).expect(200)
    const opened = await club.opened('basic', { phone_number_collection: true })
    await opened.customer.pay({ payment_method: 'bank_transfer', phone: '99112233' })
    await opened.customer.press('claim_transfer')
    const { body } = await club.shop.get(`/payments?checkout_id=${opened.id}`).expect(200)
    const { id, claimed_at: claimedAt } = body.data[0] as { id: number; claimed_at: string }
    const merchant = new Customer(decisionUrl(id, claimedAt, linkExpiry()))
    await merchant.press('confirm')
    expect(textOf(await merchant.get()))
      .to.include('bat@example.com')
      .and.include('+976 9911 2233')
    at('2026-07-02T00:00:00Z')
    const later = textOf(await merchant.get())
    expect(later).to.include('Payment confirmed').and.include('₮30,000')
    expect(later).not.to.include('bat@example.com').and.not.include('99112233')
  })

  it('leads a signed-in customer from a wrong address back to the portal, and no one else', async () => {
    const club = await givenJune()
    await club.buy('basic')
    const visitor = await Visitor.of(club)
    const wrong = [
      '/portal/no-such-page',
      '/portal/subscriptions/987654/renew',
      '/portal/subscriptions/x/y/z',
    ]
    for (const address of wrong) {
      const { status, text } = await visitor.get(address)
      expect(status, address).to.equal(404)
      expect(text, address).to.match(/<a class="secondary" href="\/portal">Your subscriptions<\/a>/)
      expect((await new Visitor().get(address)).text, address).not.to.include('href="/portal"')
    }
    expect((await visitor.get('/checkout/1/nobody')).text).not.to.include('href="/portal"')
  })

  it('redirects from past the end of a list in the portal to its beginning', async () => {
    const visitor = await Visitor.of(await givenJune())
    for (const list of ['/portal/payments', '/portal/ended']) {
      const { status, headers } = await visitor.get(`${list}?page=99`)
      expect([status, headers.location], list).to.deep.equal([303, list])
    }
  })

  it('leads to the advice to allow cookies if the browser has no cookie of the portal', async () => {
    expect(textOf(await new Visitor().get('/portal'))).to.include('allow cookies')
  })
})
