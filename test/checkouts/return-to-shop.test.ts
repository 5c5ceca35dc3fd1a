import { expect } from 'chai'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'

const URLS = {
  success_url: 'https://shop.mn/{CHECKOUT_ID}/thanks?of={CHECKOUT_ID}&a=b',
  cancel_url: 'https://shop.mn/cart?of={CHECKOUT_ID}',
}

/** Where a page goes on to by itself. */
function goal({ text }: { text: string }): string | undefined {
  return /<meta http-equiv="refresh" content="\d;url=([^"]*)">/
    .exec(text)?.[1]
    ?.replaceAll('&amp;', '&')
    .replaceAll('&#x3D;', '=')
}

describe('leaving a checkout', () => {
  it('goes on to success_url once it is paid, with the id filled in, and has a link there', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenCheckout(shop, { ...tea(), ...URLS })
    expect(goal(await customer.look())).to.equal(undefined)
    await customer.pay()
    const page = await customer.look()
    expect(goal(page)).to.equal(`https://shop.mn/${id}/thanks?of=${id}&a=b`)
    expect(page.text).to.contain(`href="https://shop.mn/${id}/thanks?of&#x3D;${id}&amp;a&#x3D;b"`)
    expect(goal(await customer.look('?receipt=1'))).to.equal(undefined)
    expect(await retrieve(), 'as it was given').to.include(URLS)
  })

  it('stays on the receipt where there is no success_url', async () => {
    const { customer } = await givenCheckout(await givenMerchant())
    await customer.pay()
    expect(goal(await customer.look())).to.equal(undefined)
  })

  it('goes back to cancel_url when the customer cancels, and the checkout stays open', async () => {
    const { id, customer, retrieve } = await givenCheckout(await givenMerchant(), { ...tea(), ...URLS })
    const answer = await customer.press('cancel')
    expect([answer.status, answer.headers.location]).to.deep.equal([303, `${pathOf(answer)}?canceled=1`])
    const page = await customer.look('?canceled=1')
    expect(goal(page)).to.equal(`https://shop.mn/cart?of=${id}`)
    expect((await retrieve()).status).to.equal('open')
    await customer.pay()
    expect((await retrieve()).status).to.equal('complete')
  })

  it('says that it was canceled where there is no cancel_url, and leads back to paying', async () => {
    const { customer, retrieve } = await givenCheckout(await givenMerchant())
    await customer.press('cancel')
    const page = await customer.look('?canceled=1')
    expect(goal(page)).to.equal(undefined)
    expect(page.text).to.contain('data-state="canceled"')
    expect((await retrieve()).status).to.equal('open')
  })

  it('has a link to the shop where no address was given, and never goes there by itself', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { website_url: 'https://shop.mn/' }).expect(200)
    const link = '<a class="secondary" href="https://shop.mn/"'
    const one = await givenCheckout(shop)
    await one.customer.press('cancel')
    const canceled = await one.customer.look('?canceled=1')
    expect([canceled.text.includes(link), goal(canceled)]).to.deep.equal([true, undefined])
    await one.customer.pay()
    const receipt = await one.customer.look()
    expect(receipt.text).to.contain('<a class="primary" href="https://shop.mn/"')
    expect(goal(receipt)).to.equal(undefined)

    const other = await givenCheckout(shop, { ...tea(), cancel_url: URLS.cancel_url })
    await other.customer.pay()
    expect((await other.customer.look()).text).to.not.contain('href="https://shop.mn/"')
  })

  it('cannot be made to leave for a script or with markup', async () => {
    const success_url = 'https://shop.mn/"><script>alert(1)</script>'
    const { customer } = await givenCheckout(await givenMerchant(), { ...tea(), success_url })
    await customer.pay()
    expect((await customer.look()).text).not.to.contain('<script>alert')
  })
})

function pathOf({ headers }: { headers: Record<string, string> }): string {
  return (headers.location ?? '').replace(/\?.*$/, '')
}
