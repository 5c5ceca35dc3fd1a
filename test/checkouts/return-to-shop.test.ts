import { expect } from 'chai'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'

const URLS = {
  success_url: 'https://shop.mn/{CHECKOUT_ID}/thanks?of={CHECKOUT_ID}&a=b',
  cancel_url: 'https://shop.mn/cart?of={CHECKOUT_ID}',
}

/** Returns the URL that a page redirects to by itself. */
function redirectTarget({ text }: { text: string }): string | undefined {
  return /<meta http-equiv="refresh" content="\d;url=([^"]*)">/
    .exec(text)?.[1]
    ?.replaceAll('&amp;', '&')
    .replaceAll('&#x3D;', '=')
}

describe('leaving a checkout', () => {
  it('redirects to success_url after payment, with the id filled in, and links to it', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenCheckout(shop, { ...tea(), ...URLS })
    expect(redirectTarget(await customer.get())).to.equal(undefined)
    await customer.pay()
    const page = await customer.get()
    expect(redirectTarget(page)).to.equal(`https://shop.mn/${id}/thanks?of=${id}&a=b`)
    expect(page.text).to.contain(`href="https://shop.mn/${id}/thanks?of&#x3D;${id}&amp;a&#x3D;b"`)
    expect(redirectTarget(await customer.get('?receipt=1'))).to.equal(undefined)
    expect(await retrieve(), 'unchanged in the API').to.include(URLS)
  })

  it('stays on the receipt without a success_url', async () => {
    const { customer } = await givenCheckout(await givenMerchant())
    await customer.pay()
    expect(redirectTarget(await customer.get())).to.equal(undefined)
  })

  it('redirects to cancel_url after a cancellation, and the checkout stays open', async () => {
    const { id, customer, retrieve } = await givenCheckout(await givenMerchant(), { ...tea(), ...URLS })
    const answer = await customer.press('cancel')
    expect([answer.status, answer.headers.location]).to.deep.equal([303, `${pathOf(answer)}?canceled=1`])
    const page = await customer.get('?canceled=1')
    expect(redirectTarget(page)).to.equal(`https://shop.mn/cart?of=${id}`)
    expect((await retrieve()).status).to.equal('open')
    await customer.pay()
    expect((await retrieve()).status).to.equal('complete')
  })

  it('shows that it was canceled without a cancel_url, and links back to payment', async () => {
    const { customer, retrieve } = await givenCheckout(await givenMerchant())
    await customer.press('cancel')
    const page = await customer.get('?canceled=1')
    expect(redirectTarget(page)).to.equal(undefined)
    expect(page.text).to.contain('data-state="canceled"')
    expect((await retrieve()).status).to.equal('open')
  })

  it("links to the shop's website if no URL was given, without a redirect", async () => {
    const shop = await givenMerchant()
    await shop.patch('', { website_url: 'https://shop.mn/' }).expect(200)
    const link = '<a class="secondary" href="https://shop.mn/"'
    const one = await givenCheckout(shop)
    await one.customer.press('cancel')
    const canceled = await one.customer.get('?canceled=1')
    expect([canceled.text.includes(link), redirectTarget(canceled)]).to.deep.equal([true, undefined])
    await one.customer.pay()
    const receipt = await one.customer.get()
    expect(receipt.text).to.contain('<a class="primary" href="https://shop.mn/"')
    expect(redirectTarget(receipt)).to.equal(undefined)

    const other = await givenCheckout(shop, { ...tea(), cancel_url: URLS.cancel_url })
    await other.customer.pay()
    expect((await other.customer.get()).text).to.not.contain('href="https://shop.mn/"')
  })

  it('never redirects to a script and escapes markup', async () => {
    const success_url = 'https://shop.mn/"><script>alert(1)</script>'
    const { customer } = await givenCheckout(await givenMerchant(), { ...tea(), success_url })
    await customer.pay()
    expect((await customer.get()).text).not.to.contain('<script>alert')
  })
})

function pathOf({ headers }: { headers: Record<string, string> }): string {
  return (headers.location ?? '').replace(/\?.*$/, '')
}
