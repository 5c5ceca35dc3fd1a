import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { config } from '../../common/runtime/config.ts'
import { launchBrowser } from '../support/browser.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { png } from '../support/given/picture.ts'
import { serveApp } from '../support/serve.ts'

let owners = 0

describe('the preview of the brand, in a browser', () => {
  let browser: Browser
  let close: () => void

  before(async () => {
    close = await serveApp()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    close()
  })
  beforeEach(forgetSignIns)

  /** Opens the page of the brand as the owner of a new shop. */
  async function openBrand(javaScriptEnabled: boolean) {
    const shop = await givenMerchant()
    const email = `brand-${(owners += 1)}@example.com`
    await givenMember(shop.projectId, email)
    const { cookies } = await MemberBrowser.of(email)
    const url = config().baseUrl
    const context = await browser.newContext({ baseURL: url, javaScriptEnabled })
    await context.addCookies(Array.from(cookies, ([name, value]) => ({ name, value, url })))
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(`/dashboard/${shop.projectId}/test/settings/brand`)
    return { page, context, errors, pay: page.frameLocator('iframe').locator('button.primary') }
  }

  it('follows the typed colour, and is blocked by no policy', async () => {
    const { page, context, errors, pay } = await openBrand(true)
    await pay.waitFor()
    const following = page.waitForEvent('framenavigated', (frame) => frame.url().includes('aa3300'))
    await page.getByLabel('Colour').fill('#aa3300')
    await following
    await pay.waitFor()
    // Scripts of the preview do not run, so that nothing in it can be pressed.
    expect(errors.filter((text) => !text.includes("'allow-scripts'"))).to.deep.equal([])
    await context.close()
  })

  it('shows the typed colour at the press of a button, without scripts', async () => {
    const { page, context, pay } = await openBrand(false)
    await page.getByLabel('Colour').fill('#aa3300')
    await page.getByRole('button', { name: 'Show the preview' }).click()
    await pay.waitFor()
    expect(await page.locator('iframe').getAttribute('src')).to.include('aa3300')
    expect(await page.getByLabel('Colour').inputValue()).to.equal('#aa3300')
    await context.close()
  })

  for (const scripts of [true, false])
    it(`shows an uploaded logo, and how the page looks without it, ${scripts ? 'with' : 'without'} scripts`, async () => {
      const { page, context, pay } = await openBrand(scripts)
      await page.getByLabel('Colour').fill('#aa3300')
      const choose = (buffer: Buffer) =>
        page
          .getByLabel('logo')
          .and(page.locator('[type=file]'))
          .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
      const save = page.getByRole('button', { name: 'Save' })

      await choose(Buffer.from('Buy tea'))
      await save.click()
      await page.locator('#logo-error').waitFor()
      expect(await page.getByLabel('Colour').inputValue()).to.equal('#aa3300')

      await choose(await png(640, 160))
      await save.click()
      const shown = page.locator('.product-picture img')
      await shown.waitFor()
      const width = await shown.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)
      expect(width).to.equal(320)
      const inPreview = page.frameLocator('iframe').locator('.sign img')
      await inPreview.waitFor()

      await page.getByLabel('Remove the logo').check()
      if (!scripts) await page.getByRole('button', { name: 'Show the preview' }).click()
      await inPreview.waitFor({ state: 'detached' })
      await pay.waitFor()
      await save.click()
      await shown.waitFor({ state: 'detached' })
      await context.close()
    })
})
