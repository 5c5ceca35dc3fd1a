import { mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { copyAll, drawn, giveLogo, noise, png } from '../support/given/picture.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { screenshot } from '../support/screenshot.ts'
import { serveApp } from '../support/serve.ts'

const phone = { width: 320, height: 640 }

/** Returns a dark logo on transparent, which would be invisible on a dark page. */
async function wordmark(): Promise<Buffer> {
  const letter = await png(40, 120, '#14171c')
  const letters = [20, 90, 160, 300, 370, 440, 580].map((left) => ({ input: letter, left, top: 20 }))
  return drawn(640, 160, { r: 0, g: 0, b: 0, alpha: 0 }).composite(letters).png().toBuffer()
}

describe('a page with pictures, in a browser', () => {
  let browser: Browser
  let stopServing: () => void

  before(async () => {
    browser = await launchBrowser()
    stopServing = await serveApp()
  })
  after(async () => {
    await browser.close()
    stopServing()
  })
  afterEach(closeReceivers)

  /** Creates a checkout of `count` products with different pictures, in a shop with a logo. */
  async function givenCheckout(logo: Buffer, count: number): Promise<string> {
    const shop: Merchant = await givenMerchant({ name: 'Wide Shop' })
    await giveLogo(shop, (await givenReceiver((response) => response.end(logo))).url)
    const items = []
    for (let index = 0; index < count; index += 1) {
      const bytes = await noise(300, 300 - 50 * index, 3)
        .png()
        .toBuffer()
      const { url } = await givenReceiver((response) => response.end(bytes))
      const product_data = { name: `A product of some length, number ${index + 1}`, image_url: url }
      const { body } = await shop.post('/prices', { product_data, unit_amount: 12_500 }).expect(201)
      items.push({ price_id: body.data.id as number, quantity: index + 1 })
    }
    await copyAll(shop)
    const { body } = await shop.post('/checkouts', { items }).expect(201)
    return body.data.url as string
  }

  async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: phone, ...options })
    const page = await context.newPage()
    await page.goto(url)
    return page
  }

  async function saveScreenshot(page: Page, name: string): Promise<void> {
    const folder = process.env.PICTURES
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    await screenshot(page, { path: `${folder}/images-${name}.png`, fullPage: true })
  }

  it('has at most 60 KiB, even with large original pictures', async () => {
    const url = await givenCheckout(await noise(640, 160, 3).png().toBuffer(), 5)
    const page = await open('about:blank', { viewport: { width: 1280, height: 900 } })
    let bytes = 0
    const finished: Promise<void>[] = []
    page.on('requestfinished', (request) => {
      finished.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
          bytes += responseBodySize + responseHeadersSize
        }),
      )
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await Promise.all(finished)
    expect(await page.locator('img.picture').count()).to.equal(6)
    expect(bytes).to.be.within(20_000, 60 * 1024)
    await saveScreenshot(page, 'heavy')
    await page.context().close()
  })

  it('has no layout shift when the pictures arrive, and shows all of them', async () => {
    const url = await givenCheckout(await wordmark(), 2)
    const context = await browser.newContext({ viewport: phone })
    const page = await context.newPage()
    let allow: () => void = () => undefined
    const allowed = new Promise<void>((resolve) => (allow = resolve))
    await page.route('**/assets/pictures/**', async (route) => {
      await allowed
      await route.continue()
    })
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    const places = () =>
      page
        .locator('.picture, .name, .money, .amount, .shop')
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
    const before = await places()
    allow()
    await page.waitForLoadState('networkidle')
    const widths = await page.evaluate(
      "[...document.querySelectorAll('.picture')].map((one) => one.naturalWidth)",
    )
    expect(widths).to.deep.equal([320, 96, 96])
    expect(await places()).to.deep.equal(before)
    await context.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility faults in ${colorScheme} colors on a small phone`, async () => {
      const page = await open(await givenCheckout(await wordmark(), 3), { colorScheme })
      const style = "getComputedStyle(document.querySelector('.sign .picture')).backgroundColor"
      const ground = await page.evaluate(style)
      expect(ground).to.equal(colorScheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgba(0, 0, 0, 0)')
      const box = await page.locator('.sign .picture').boundingBox()
      expect([box!.width, box!.height]).to.deep.equal([160, 40])
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(320)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id }) => id)).to.deep.equal([])
      await saveScreenshot(page, colorScheme)
      await page.setViewportSize({ width: 1280, height: 800 })
      await saveScreenshot(page, `${colorScheme}-wide`)
      await page.context().close()
    })
  }
})
