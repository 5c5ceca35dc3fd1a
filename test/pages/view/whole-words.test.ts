import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { brokenWords } from '../../support/broken-words.ts'
import { withPreview } from './with-preview.ts'

/** From the narrowest phone to a large screen, on both sides of each breakpoint of the layout. */
const WIDTHS = [320, 360, 399, 400, 600, 719, 720, 800, 899, 900, 1023, 1024, 1440, 1600, 1920, 2560]

/** The fullest state of each kind of page. test/pages/view/matrix checks all states at two widths. */
const STATES = [
  ...['pay-everything-wrong', 'pay-five-discounts', 'pay-described', 'pay-declined', 'pay-in-facebook'],
  ...[
    'transfer',
    'redirect',
    'code-phone-many',
    'processing',
    'pending',
    'receipt-everything',
    'expired-again-many',
    'canceled',
    'not-found',
  ],
  ...['invoice-overdue', 'decide-transfer', 'transfer-rejected', 'renew-scheduled', 'renew-waiting'],
  ...['portal-one', 'portal-every-state', 'portal-payments-many', 'portal-ended', 'portal-plans-chosen'],
  ...['portal-cancel', 'portal-over'],
]

describe('a page between 320 and 2560 px wide', () => {
  const preview = withPreview()
  let page: Page

  before(async () => {
    page = await preview.browser.newPage()
  })

  for (const state of STATES) {
    it(`breaks no common word across lines: ${state}`, async () => {
      const broken: string[] = []
      for (const lang of ['en', 'mn']) {
        await page.goto(`${preview.url}/${state}?lang=${lang}`)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          const words = await brokenWords(page)
          if (words.length > 0) broken.push(`${lang}, ${String(width)} px: ${words.join(', ')}`)
        }
      }
      expect(broken).to.deep.equal([])
    })
  }
})
