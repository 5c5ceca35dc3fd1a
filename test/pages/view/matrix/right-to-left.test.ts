import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { formatPhone } from '../../../../common/kit/phone.ts'
import { faultsOf } from '../../../support/axe.ts'
import { brokenWords } from '../../../support/broken-words.ts'
import { addLanguage } from '../../../support/pseudo-language.ts'
import { withPreview } from '../with-preview.ts'

/** Pages that together contain every component. */
const STATES = [
  'pay-quantities-codes',
  'pay-pictures',
  'transfer',
  'pending',
  'receipt-everything',
  'renew',
  'portal-one',
]

// We have no language that is read from right to left yet.
describe('a page in a language that is read from right to left', () => {
  const preview = withPreview()
  let page: Page
  let remove: () => void

  before(async () => {
    remove = addLanguage('he', 'rtl')
    page = await preview.browser.newPage()
  })
  after(() => {
    remove()
  })

  const leftOf = (selector: string) =>
    page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().left`)

  /** Whether the minus of a discount is drawn to the left of its amount. */
  const minusIsLeft = () =>
    page.evaluate<boolean>(`(() => {
      const text = document.querySelector('.off .money').firstChild
      const left = (from, to) => {
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, to)
        return range.getBoundingClientRect().left
      }
      return text.data[0] === '−' && left(0, 1) < left(text.length - 1, text.length)
    })()`)

  /** Returns the characters of a text on the page in the order in which they are drawn. */
  const drawnOrder = (text: string) =>
    page.evaluate<string>(`(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let node; (node = texts.nextNode()); ) {
        const at = node.data.indexOf(${JSON.stringify(text)})
        if (at < 0 || node.parentElement.closest('script')) continue
        const leftOf = (i) => {
          range.setStart(node, at + i)
          range.setEnd(node, at + i + 1)
          return range.getBoundingClientRect().left
        }
        const characters = [...${JSON.stringify(text)}].map((character, i) => ({ character, left: leftOf(i) }))
        return characters.sort((a, b) => a.left - b.left).map(({ character }) => character).join('')
      }
    })()`)

  it('draws a phone number from left to right, with its plus on the left', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${preview.url}/receipt-everything?lang=he`)
    const phone = formatPhone('+97699112233')
    expect(await drawnOrder(phone)).to.equal(phone)
  })

  for (const state of STATES) {
    it(`is accessible, fits and is mirrored: ${state}`, async () => {
      await page.goto(`${preview.url}/${state}?lang=he`)
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
        expect(await brokenWords(page), `${String(width)} px`).to.deep.equal([])
      }
      expect(await faultsOf(page)).to.deep.equal([])
      const [first, second] = state === 'portal-one' ? ['.top .sign', '.visitor'] : ['.order', '.step']
      expect(await leftOf(first), 'the first part is on the right').to.be.above(await leftOf(second))
      if (state === 'pay-quantities-codes')
        expect(await minusIsLeft(), 'the minus is left of its amount').to.equal(true)
      if (state.startsWith('pay'))
        expect(await leftOf('.items .name'), 'amounts are on the left').to.be.above(
          await leftOf('.items .money'),
        )
    })
  }
})
