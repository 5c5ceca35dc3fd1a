import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { withPreview } from '../pages/view/with-preview.ts'
import { brokenWords } from '../support/broken-words.ts'

/** The narrowest phone, the two layouts of tables, and a desktop. */
const WIDTHS = [320, 390, 899, 900, 1024, 1280]

/** One state of each kind of page, without the texts that have no place to break. */
const STATES = [
  ...[
    'dashboard-home',
    'dashboard-list',
    'dashboard-payment',
    'dashboard-payment-refund-failed',
    'dashboard-waiting',
  ],
  ...['dashboard-import', 'dashboard-import-ready', 'dashboard-customer', 'dashboard-subscriptions'],
  ...['dashboard-subscription', 'dashboard-checkouts', 'dashboard-checkout-paid', 'dashboard-payment-link'],
  ...['dashboard-products', 'dashboard-price', 'dashboard-members', 'dashboard-member', 'dashboard-settings'],
  ...['dashboard-developers', 'dashboard-endpoint', 'dashboard-deliveries', 'dashboard-delivery-refused'],
  ...['dashboard-events', 'dashboard-audit-log', 'dashboard-sign-in'],
]

describe('pages of the dashboard', () => {
  const preview = withPreview()
  let page: Page
  before(async () => {
    page = await preview.browser.newPage()
  })

  for (const state of STATES)
    it(`break no common word across lines: ${state}`, async () => {
      const broken: string[] = []
      for (const lang of ['en', 'mn']) {
        await page.goto(`${preview.url}/${state}?lang=${lang}`)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          // An address may have a code, which is not a word.
          const words = (await brokenWords(page)).filter((word) => !/\d/.test(word))
          if (words.length > 0) broken.push(`${lang}, ${String(width)} px: ${words.join(', ')}`)
        }
      }
      expect(broken).to.deep.equal([])
    })
})
