import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { withPreview } from '../pages/view/with-preview.ts'

describe('the fold "More" of an object in the dashboard', () => {
  const preview = withPreview()

  const isOpen = (page: Page) => page.locator('details.drop[open]').count()
  const focused = (page: Page) =>
    page.evaluate<string>('document.activeElement.closest("details.drop > summary")?.tagName ?? ""')

  async function opened(): Promise<Page> {
    const page = await preview.open('dashboard-payment')
    await page.locator('details.drop:last-child > summary').click()
    expect(await isOpen(page)).to.equal(1)
    return page
  }

  it('closes by Escape and gives the focus back', async () => {
    const page = await opened()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    expect([await isOpen(page), await focused(page)]).to.deep.equal([0, 'SUMMARY'])
  })

  it('closes by a click outside and gives the focus back', async () => {
    const page = await opened()
    await page.locator('h1').click()
    expect([await isOpen(page), await focused(page)]).to.deep.equal([0, 'SUMMARY'])
  })

  it('closes every open one, such as one that a search in the page unfolded', async () => {
    const page = await preview.open('dashboard-subscription')
    for (const close of [() => page.keyboard.press('Escape'), () => page.locator('h1').click()]) {
      await page.evaluate("document.querySelectorAll('details.drop').forEach((one) => (one.open = true))")
      expect(await isOpen(page)).to.equal(2)
      await close()
      expect(await isOpen(page)).to.equal(0)
    }
  })

  it('stays open while its own fields are used', async () => {
    const page = await opened()
    await page.locator('details.drop[open] .action > summary').first().click()
    await page.locator('details.drop[open] input:visible').first().click()
    expect(await isOpen(page)).to.equal(1)
  })

  it('works without a script', async () => {
    const page = await preview.open('dashboard-payment', { javaScriptEnabled: false })
    await page.locator('details.drop:last-child > summary').click()
    expect(await isOpen(page)).to.equal(1)
  })
})
