import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { givenOrder } from '../support/given/promotion-code.ts'
import { serveApp } from '../support/serve.ts'

describe('a wrong promotion code in a browser', () => {
  let browser: Browser
  let stop: () => void

  before(async () => {
    stop = await serveApp()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    stop()
  })

  for (const javaScriptEnabled of [true, false]) {
    it(`is rejected, and the next press pays the total on the page, ${javaScriptEnabled ? 'with' : 'without'} a script`, async () => {
      const shop = await givenMerchant()
      await shop.patch('', { color: '#1f5fd0' }).expect(200)
      const { url, retrieve } = await givenOrder(shop)
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      const consoleMessages: string[] = []
      page.on('console', (message) => consoleMessages.push(message.text()))
      await page.goto(url)
      await page.locator('#email').fill('saraa@example.mn')
      await page.locator('.code summary').click()
      await page.locator('#promotion_code').fill('NADAM')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.locator('#promotion_code[aria-invalid=true]').waitFor()
      expect(consoleMessages.filter((text) => /policy|violates/i.test(text))).to.deep.equal([])
      await page.locator('[name=test_outcome][value=succeeds]').check()
      await page.locator('button.primary').click()
      await page.waitForSelector('main:not([data-state=pay])')
      expect(await retrieve()).to.deep.include({ status: 'complete', amount_total: 25_000 })
      await context.close()
    })
  }
})
