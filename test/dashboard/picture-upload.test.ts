import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { config } from '../../common/runtime/config.ts'
import { launchBrowser } from '../support/browser.ts'
import { givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { noise } from '../support/given/picture.ts'
import { serveApp } from '../support/serve.ts'

describe('the upload of a picture, in a browser on a phone', () => {
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

  for (const javaScriptEnabled of [true, false])
    it(`shows the picture to the shop and to customers, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const shop = await givenMerchant()
      const price = { unit_amount: 5_000, product_data: { name: 'Tea' } }
      const { body: made } = await shop.post('/prices', price).expect(201)
      const { id, product_id: productId } = (made as { data: { id: number; product_id: number } }).data
      const email = `picture-${javaScriptEnabled}@example.com`
      await givenMember(shop.projectId, email, 'staff')
      const { cookies } = await MemberBrowser.of(email)
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 640 } })
      const url = config().baseUrl
      await context.addCookies(Array.from(cookies, ([name, value]) => ({ name, value, url })))
      const page = await context.newPage()
      await page.goto(`${url}/dashboard/${shop.projectId}/test/products/${productId}`)
      await page.getByText('More', { exact: true }).click()
      await page.getByText('Upload a picture').first().click()
      const send = page.getByRole('button', { name: 'Upload a picture' })
      const choose = (name: string, buffer: Buffer) =>
        page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })

      await choose('notes.jpg', Buffer.from('Buy tea'))
      await send.click()
      await page.getByText('not a PNG, JPEG, WebP or GIF picture').first().waitFor()

      await choose('IMG_0001.jpg', await noise(1_200, 900, 3).jpeg().toBuffer())
      await send.click()
      const shown = page.locator('img.picture')
      await shown.waitFor()
      const loaded = (image: typeof shown) =>
        image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)
      expect(await loaded(shown)).to.equal(96)

      const { body } = await shop.post('/checkouts', { items: [{ price_id: id, quantity: 1 }] }).expect(201)
      await page.goto((body as { data: { url: string } }).data.url)
      expect(await loaded(page.locator('.items img.picture'))).to.equal(96)
      await context.close()
    })
})
