import { expect } from 'chai'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { withPreview } from '../pages/view/with-preview.ts'

const PHONE: BrowserContextOptions = { hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } }

describe('the link for a customer in the dashboard', () => {
  const preview = withPreview()

  const share = (page: Page) => page.getByRole('button', { name: 'Share…' })

  async function withSheet(options: BrowserContextOptions): Promise<Page> {
    const page = await preview.open('dashboard-checkout-open', options)
    await page.addInitScript('navigator.share = async (data) => { window.shared = data }')
    await page.reload()
    return page
  }

  it('is shared with its message from a phone that has a sheet for it', async () => {
    const page = await withSheet(PHONE)
    await share(page).first().click()
    expect(await page.evaluate('window.shared.text')).to.match(/https:.*checkout/)
  })

  it('has no button to share on a desk, or where the browser has no sheet', async () => {
    expect(await share(await withSheet({})).count()).to.equal(0)
    const without = await preview.open('dashboard-checkout-open', PHONE)
    await without.addInitScript('delete Navigator.prototype.share')
    await without.reload()
    expect(await share(without).count()).to.equal(0)
  })

  it('is there to copy by hand without a script', async () => {
    const page = await preview.open('dashboard-checkout-open', { javaScriptEnabled: false })
    expect(await page.locator('.to-send .address').innerText()).to.match(/^http/)
    expect(await page.locator('.to-send button:visible').count()).to.equal(0)
  })
})
