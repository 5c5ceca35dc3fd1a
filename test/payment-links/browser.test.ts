import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { givenLink } from '../support/given/payment-link.ts'
import { serveApp } from '../support/serve.ts'

const product_data = { name: 'Ticket' }
const adjustable_quantity = { enabled: true, max: 5 }

describe('a payment link in a browser', () => {
  let browser: Browser
  let stop: () => void

  before(async () => {
    stop = await serveApp()
    browser = await launchBrowser({ backForwardCache: true })
  })
  after(async () => {
    await browser.close()
    stop()
  })

  it('shows the new total while the quantity changes, keeps a typed address, and opens what it shows', async () => {
    const shop = await givenMerchant()
    const price = { product_data: { name: 'Club' }, unit_amount: 30_000, recurring_interval: 'month' }
    const { id: price_id } = (await shop.post('/prices', price).expect(201)).body.data as { id: number }
    const { url } = await givenLink(shop, { items: [{ price_id, quantity: 1, adjustable_quantity }] })
    const page = await browser.newPage()
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    await page.goto(`${url}?lang=en`)
    await page.locator('#email').fill('saraa@example.mn')
    await page.locator('#quantity-0-more').click()
    await page.locator('#quantity-0-more').click()
    await page.locator('.amount', { hasText: '₮90,000' }).waitFor()
    expect(await page.locator('#email').inputValue()).to.equal('saraa@example.mn')
    await page.locator('button.primary').click()
    await page.waitForURL(/\/checkout\//)
    expect(await page.locator('.amount').innerText()).to.contain('₮90,000')
    expect(await page.locator('#email').inputValue()).to.equal('saraa@example.mn')
    expect(messages).to.deep.equal([])
    await page.close()
  })

  for (const javaScriptEnabled of [true, false])
    it(`leads back to the same checkout, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const shop = await givenMerchant()
      const items = [{ price_data: { unit_amount: 15_000, product_data }, quantity: 1, adjustable_quantity }]
      const { url } = await givenLink(shop, { items })
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(url)
      const open = async () => {
        await page.locator('#quantity-0').fill('2')
        await page.locator('#quantity-0').press('Enter')
        await page.locator('.amount', { hasText: '30,000' }).waitFor()
        await page.locator('button.primary').click()
        await page.waitForURL(/\/checkout\//)
        return page.url()
      }
      const first = await open()
      // Without scripts, "back" asks to send the form with the quantity again.
      await (javaScriptEnabled ? page.goBack() : page.goto(url))
      expect(await open()).to.equal(first)
      expect((await shop.get('/checkouts').expect(200)).body.meta.total).to.equal(1)
      await context.close()
    })
})
