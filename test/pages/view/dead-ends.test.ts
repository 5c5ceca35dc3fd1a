import { expect } from 'chai'
import { states } from './states.ts'

/**
 * Of whoever meets the first nothing is known, nor of any merchant: it says where to open the link again. The others
 * are the merchant's own, who has decided.
 */
const ENDS = [
  'not-found',
  'transfer-confirmed',
  'transfer-rejected',
  'transfer-decided-before',
  'transfer-gone',
]

/** What can be pressed or followed with and without a script, in the page's own part. */
const WAY = /<(?:a|button)(?=[^>]* class="(?:primary|secondary|quiet|bank)\b)(?![^>]*aria-hidden)[^>]*>/

describe('a page leaves nobody without a way on:', () => {
  for (const [state, html] of Object.entries(states)) {
    if (ENDS.includes(state)) continue
    it(state, () => {
      for (const locale of ['en', 'mn'] as const) {
        const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html(locale)) ?? []
        const always = main
          .replaceAll(/<noscript>.*?<\/noscript>/gs, '')
          .replaceAll(/<p class="[^"]*js-only.*?<\/p>/gs, '')
        expect(always).to.match(WAY)
      }
    })
  }
})
