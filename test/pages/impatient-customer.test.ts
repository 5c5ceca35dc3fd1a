import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { config } from '../../common/runtime/config.ts'
import { launchBrowser } from '../support/browser.ts'
import { givenClub } from '../support/given/club.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { givenLink } from '../support/given/portal-visitor.ts'
import { serveApp } from '../support/serve.ts'

describe('an impatient customer on a phone', () => {
  let browser: Browser
  let stopServing: () => void

  before(async () => {
    browser = await launchBrowser({ backForwardCache: true })
    stopServing = await serveApp()
  })
  after(async () => {
    await browser.close()
    stopServing()
  })

  async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
    const viewport = { width: 320, height: 640 }
    return (await browser.newContext({ viewport, locale: 'en-GB', ...options })).newPage()
  }

  it('keeps the entries of a form when changing the language, and leaves none in the session storage', async () => {
    const shop = await givenMerchant()
    await shop
      .patch('', {
        payment_methods: {
          bank_transfer: { enabled: true, bank_name: 'Khan', account_number: '1', account_holder: 'Shop' },
        },
      })
      .expect(200)
    const body = { ...tea(), delivery_address_collection: true, allow_promotion_codes: true }
    const { body: made } = await shop.post('/checkouts', body).expect(201)
    const page = await visitor()
    await page.goto(made.data.url as string)
    await page.locator('[name=email]').fill('bat@example.com')
    await page.locator('[name="delivery_address[line1]"]').fill('Энх тайвны өргөн чөлөө 5')
    await page.locator('[name="delivery_address[country]"]').selectOption('JP')
    await page.locator('#more-address > summary').click()
    await page.locator('[name="delivery_address[line2]"]').fill('3 тоот')
    await page.locator('[value=bank_transfer]').check()
    await page.getByRole('link', { name: 'Монгол' }).click()
    await page.waitForSelector('html[lang=mn]')
    expect(await page.locator('[name=email]').inputValue()).to.equal('bat@example.com')
    expect(await page.locator('[name="delivery_address[line1]"]').inputValue()).to.include('Энх тайвны')
    expect(await page.locator('[name="delivery_address[country]"]').inputValue()).to.equal('JP')
    expect(await page.locator('[name="delivery_address[line2]"]').inputValue()).to.equal('3 тоот')
    expect(await page.locator('[name="delivery_address[line2]"]').isVisible()).to.equal(true)
    expect(await page.locator('[value=bank_transfer]').isChecked()).to.equal(true)
    expect(await page.evaluate('sessionStorage.length')).to.equal(0)
    await page.context().close()
  })

  it('can press again 20 seconds after a press without an answer', async () => {
    const shop = await givenMerchant()
    const { body: made } = await shop.post('/checkouts', tea()).expect(201)
    const page = await visitor()
    await page.clock.install()
    await page.goto(made.data.url as string)
    let presses = 0
    await page.route(made.data.url as string, (route) => {
      presses += 1
      return route.fulfill({ status: 204 }) // no new page loads, as if loading was stopped
    })
    const pay = page.locator('.bar button')
    for (const [after, reached] of [
      [0, 1],
      [1_000, 1],
      [20_000, 2],
    ] as const) {
      await page.clock.fastForward(after)
      await pay.click({ force: true })
      expect([presses, await pay.textContent()], `after ${after} ms`).to.deep.equal([reached, 'Paying…'])
    }
    await page.context().close()
  })

  for (const javaScriptEnabled of [true, false]) {
    it(`does not see the portal by going back after signing out, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const club = await givenClub()
      await club.buy('basic')
      const page = await visitor({ javaScriptEnabled })
      await page.goto((await givenLink(club)).url)
      await page.goto(`${config().baseUrl}/portal/payments`)
      await page.goto(`${config().baseUrl}/portal`)
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.waitForSelector('main[data-state=portal_signed_out]')
      for (const address of ['/portal', '/portal/payments']) {
        await page.goBack({ waitUntil: 'commit' })
        await page.waitForURL((url) => url.pathname === address, { waitUntil: 'commit' })
        await page.waitForSelector('main[data-state=portal_signed_out]')
        expect(await page.textContent('body')).not.to.include('30,000')
      }
      await page.context().close()
    })
  }
})
