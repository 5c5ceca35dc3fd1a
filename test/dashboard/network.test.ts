import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { givenMember } from '../support/given/member.ts'
import { withMemberPages } from '../support/given/member-pages.ts'
import { givenTransferShop, type Merchant } from '../support/given/merchant.ts'
import { givenReported } from '../support/given/transfer.ts'

let members = 0

describe('a press during which the network drops', function () {
  this.timeout(60_000)
  const pages = withMemberPages()

  async function open(shop: Merchant, path: string): Promise<Page> {
    const email = `network-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email, 'owner')
    const page = await (await pages.signedIn(email)).newPage()
    await page.goto(`/dashboard/${shop.projectId}/test${path}`)
    return page
  }

  /** Presses a button, and loses the request or its response. The browser then shows its own page. */
  async function pressInVain(page: Page, name: string, { arrives }: { arrives: boolean }): Promise<void> {
    let isLost = false
    await page.route('**/dashboard/**', async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue()
      isLost = true
      if (arrives) expect((await route.fetch({ maxRedirects: 0 })).status()).to.equal(303)
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name }).click()
    await page.waitForURL('chrome-error://**')
  }

  const countOf = async (shop: Merchant, path: string) =>
    ((await shop.get(path).expect(200)).body as { data: object[] }).data.length

  for (const arrives of [true, false]) {
    const lost = arrives ? 'the response' : 'the request'

    it(`confirms a transfer once if ${lost} is lost and the member loads the page again`, async () => {
      const { shop, paymentId } = await givenReported()
      const page = await open(shop, `/payments/${paymentId}`)
      await pressInVain(page, 'Confirm the payment', { arrives })
      expect(await countOf(shop, '/payments?status=paid')).to.equal(arrives ? 1 : 0)
      await page.reload()
      await page.getByText('You confirmed ₮25,000').waitFor()
      expect(await countOf(shop, '/payments?status=paid')).to.equal(1)
      expect(await countOf(shop, '/events?type=checkout.completed')).to.equal(1)
    })

    it(`creates one payment link, as it was typed, if ${lost} is lost and the member loads the page again`, async () => {
      const shop = await givenTransferShop()
      const page = await open(shop, '/payment-links/new')
      await page.getByLabel('Name of the item').first().fill('Concert ticket')
      await page.getByLabel('Unit price').first().fill('20000')
      await pressInVain(page, 'Create the payment link', { arrives })
      expect(await countOf(shop, '/payment-links')).to.equal(arrives ? 1 : 0)
      await page.reload()
      await page.getByText('The payment link was created.').waitFor()
      await page.getByRole('heading', { name: 'Concert ticket' }).waitFor()
      expect(await countOf(shop, '/payment-links')).to.equal(1)
    })
  }

  it('shows what was done in the list, if the member goes back to it', async () => {
    const shop = await givenTransferShop()
    const page = await open(shop, '/payment-links')
    await page.getByRole('link', { name: 'New payment link' }).click()
    await page.getByLabel('Name of the item').first().fill('Concert ticket')
    await page.getByLabel('Unit price').first().fill('20000')
    await pressInVain(page, 'Create the payment link', { arrives: true })
    await page.goBack()
    await page.getByRole('link', { name: 'Concert ticket' }).waitFor()
    expect(await countOf(shop, '/payment-links')).to.equal(1)
  })
})
