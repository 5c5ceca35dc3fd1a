import { expect } from 'chai'
import { withPreview } from './with-preview.ts'

const PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 800 }

/** Returns the heights and edges of elements. Runs in the browser. */
const boxes = (selector: string) => `
  [...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { top, bottom } = element.getBoundingClientRect()
    const rows = [...range.getClientRects()].filter(({ width }) => width > 0)
    const height = Math.max(...rows.map(({ bottom }) => bottom)) - Math.min(...rows.map(({ top }) => top))
    const lines = rows.length === 0 ? 0 : Math.round(height / parseFloat(getComputedStyle(element).lineHeight))
    return { top, bottom, lines }
  })`

/** Returns the amounts in cells that break across lines. Runs in the browser. */
const brokenAmounts = `
  [...document.querySelectorAll('.rows :is(.money, .digits, .of-price)')].flatMap((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const broken = []
    while (texts.nextNode()) {
      const { data } = texts.currentNode
      for (const found of data.matchAll(/\\d[\\d,.]*\\d/g)) {
        const range = document.createRange()
        range.setStart(texts.currentNode, found.index)
        range.setEnd(texts.currentNode, found.index + found[0].length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(data)
      }
    }
    return broken
  })`

interface Box {
  top: number
  bottom: number
  lines: number
}

describe('The layout of the dashboard', () => {
  const preview = withPreview()

  async function boxesOf(state: string, viewport: typeof PHONE, selector: string): Promise<Box[]> {
    const page = await preview.open(`${state}?lang=en`, { viewport })
    const found = await page.evaluate<Box[]>(boxes(selector))
    await page.close()
    expect(found, selector).to.not.be.empty
    return found
  }

  it('shows the first payment in the upper half of a phone', async () => {
    const [row] = await boxesOf('dashboard-list', PHONE, 'tbody tr')
    expect(row!.top).to.be.below(320)
  })

  it('keeps an amount to check on one line, however great it is', async () => {
    for (const viewport of [PHONE, DESKTOP])
      for (const { lines } of await boxesOf(
        'dashboard-waiting-ugly',
        viewport,
        '.to-find .value:first-child',
      ))
        expect(lines, String(viewport.width)).to.equal(1)
  })

  it('keeps the amounts of a table on one line each', async () => {
    const states = ['prices', 'product', 'list-ugly', 'import-ugly', 'waiting-results', 'refunds', 'invoices']
    for (const state of states)
      for (const lang of ['en', 'mn'])
        for (const viewport of [PHONE, DESKTOP]) {
          const page = await preview.open(`dashboard-${state}?lang=${lang}`, { viewport })
          const cells = await page.locator('.rows tbody :is(.money, .digits, .of-price)').count()
          const broken = await page.evaluate<string[]>(brokenAmounts)
          await page.close()
          const name = `${state}, ${lang}, ${viewport.width}`
          expect(cells, name).to.be.above(0)
          expect(broken, name).to.be.empty
        }
  })

  it('gives a single box after other fields the whole row', async () => {
    for (const { lines } of await boxesOf(
      'dashboard-code-form',
      DESKTOP,
      '.choice:has([name=combinable]) > span',
    ))
      expect(lines).to.equal(1)
  })

  it('prints the hint of a field in half a row below its error', async () => {
    const [error] = await boxesOf('dashboard-form-wrong', DESKTOP, '.half:has(> .hint) > .error')
    const [hint] = await boxesOf('dashboard-form-wrong', DESKTOP, '.half:has(> .error) > .hint')
    expect(Math.min(error!.bottom, hint!.bottom)).to.be.at.most(Math.max(error!.top, hint!.top))
  })

  it('shows the button of each search on one line of a phone', async () => {
    for (const state of ['dashboard-requests', 'dashboard-list'])
      for (const { lines } of await boxesOf(state, PHONE, '.search .small')) expect(lines, state).to.equal(1)
  })

  it('has the switch of the modes in the open menu of a phone, without scripts, and always on a desk', async () => {
    const options = { viewport: PHONE, javaScriptEnabled: false }
    const page = await preview.open('dashboard-list?lang=en', options)
    const live = page.getByRole('link', { name: 'Live', exact: true })
    const pill = page.locator('.sign .pill')
    expect([await live.isVisible(), await pill.isVisible()], 'folded').to.deep.equal([false, true])
    await page.getByText('Menu', { exact: true }).click()
    expect([await live.isVisible(), await pill.isVisible()], 'open').to.deep.equal([true, true])
    await page.setViewportSize(DESKTOP)
    await page.reload()
    expect(await live.isVisible(), 'on a desk').to.equal(true)
  })

  it('has the chips of a list in the fold of its filters on a phone, without scripts', async () => {
    const options = { viewport: PHONE, javaScriptEnabled: false }
    const page = await preview.open('dashboard-list-filtered?lang=en', options)
    const chip = page.locator('.chips').getByRole('link', { name: 'Paid', exact: true })
    expect(await chip.isVisible()).to.equal(false)
    await page.locator('.filters summary').click()
    expect(await chip.isVisible()).to.equal(true)
  })
})
