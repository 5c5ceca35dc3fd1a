import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { config } from '../../../common/runtime/config.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from '../../../dev/fakes/stripe.ts'
import { faultsOf } from '../../support/axe.ts'
import { launchBrowser } from '../../support/browser.ts'
import { givenCheckout } from '../../support/given/checkout.ts'
import { givenMerchant } from '../../support/given/merchant.ts'
import { serveApp } from '../../support/serve.ts'

describe('a browser going to Stripe and back', () => {
  let browser: Browser
  let fake: FakeStripe
  let stopServing: () => void
  const { stripeApiUrl } = config()

  before(async () => {
    stopServing = await serveApp()
    fake = await FakeStripe.start()
    config().stripeApiUrl = fake.url
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    fake.stop()
    config().stripeApiUrl = stripeApiUrl
    stopServing()
  })

  async function givenAtStripe(javaScriptEnabled: boolean): Promise<{ page: Page; ours: string }> {
    const shop = await givenMerchant()
    const test = { enabled: true, secret_key: FAKE_KEYS.test, webhook_secret: FAKE_WEBHOOK_SECRET }
    await shop.patch('', { payment_methods: { stripe: { test } } }).expect(200)
    const { url } = await givenCheckout(shop)
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 800 } })
    const page = await context.newPage()
    const ours = config().baseUrl + new URL(url).pathname
    await page.goto(ours)
    await page.locator('#email').fill('saraa@example.mn')
    await page.locator('input[value=stripe]').check()
    await page.locator('button.primary').click()
    await page.waitForURL(`${fake.url}/**`)
    return { page, ours }
  }
  const stateOf = (page: Page) => page.locator('main').getAttribute('data-state')

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with a script' : 'without a script'

    it(`arrives after one click, and can return and pay later, ${how}`, async () => {
      const { page, ours } = await givenAtStripe(javaScriptEnabled)
      await page.getByRole('button', { name: 'Back to the shop' }).click()
      await page.waitForURL(`${ours}**`)
      expect(await stateOf(page)).to.equal('redirect')
      if (javaScriptEnabled) expect(await faultsOf(page)).to.deep.equal([])
      await page.getByRole('link', { name: 'Continue to Stripe' }).click()
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await page.waitForURL(`${ours}**`)
      const receipt = page.locator('main[data-state=receipt]')
      for (let tries = 0; tries < 5 && (await receipt.count()) === 0; tries += 1) {
        await page.waitForTimeout(1_000)
        await page.reload()
      }
      expect(await receipt.count()).to.equal(1)
      await page.context().close()
    })

    it(`is not redirected again after the Back button, ${how}`, async () => {
      const { page, ours } = await givenAtStripe(javaScriptEnabled)
      await page.goBack()
      await page.waitForURL(`${ours}**`)
      expect(page.url()).not.to.include('go=1')
      await page.waitForTimeout(1_000)
      expect(page.url()).to.include(ours)
      await page.context().close()
    })
  }
})
