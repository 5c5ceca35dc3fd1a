import { expect } from 'chai'
import { states } from './states.ts'

/**
 * Pages without a next step. The first knows neither the visitor nor a merchant, so it says where to find the link
 * again. The shop of the last has no address, phone or website. The others are shown to a merchant who has decided.
 */
const DEAD_ENDS = [
  'not-found',
  'transfer-confirmed',
  'transfer-confirmed-paid',
  'transfer-rejected',
  'transfer-decided-before',
  'transfer-gone',
  'trial-old-no-contact',
]

/** A button or link in the main part of the page that works with and without scripts. */
const NEXT_STEP = /<(?:a|button)(?=[^>]* class="(?:primary|secondary|quiet|bank)\b)(?![^>]*aria-hidden)[^>]*>/

describe('every page except dead ends', () => {
  for (const [state, html] of Object.entries(states)) {
    if (DEAD_ENDS.includes(state)) continue
    it(`has a next step that works without scripts: ${state}`, () => {
      for (const locale of ['en', 'mn'] as const) {
        const [, main = ''] = /data-state=[^>]*>(.*)<footer/s.exec(html(locale)) ?? []
        const always = main
          .replaceAll(/<noscript>.*?<\/noscript>/gs, '')
          .replaceAll(/<p class="[^"]*js-only.*?<\/p>/gs, '')
        expect(always).to.match(NEXT_STEP)
      }
    })
  }
})
