import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { withPreview } from './with-preview.ts'

const PHONE = { width: 360, height: 640 }
/** The size of the smallest phone that is still in use. */
const SMALL = { width: 320, height: 568 }

/** The elements that must be fully visible without scrolling. */
const VISIBLE: [state: string, viewport: typeof PHONE, parts: string[]][] = [
  ...(
    [
      ['transfer'],
      ['transfer-five'],
      ['invoice-transfer'],
      ['transfer', SMALL],
      ['invoice-transfer', SMALL],
    ] as const
  ).map(([state, viewport = PHONE]): (typeof VISIBLE)[number] => [
    ...([state, viewport] as const),
    ['.account .reference .value', '.account .reference .copy'],
  ]),
  ['decide-transfer', SMALL, ['.large .value', '.large.reference .value']],
  ['code-phone', SMALL, ['.wait', '.banks li:nth-child(4)']],
  ['portal-cancel', SMALL, ['.bar .secondary']],
  ['receipt-stays', SMALL, ['.mark', 'h1']],
  ['expired-again-many', SMALL, ['h1', '.primary']],
  ...['pay', 'pay-quantities', 'pay-quantities-codes', 'pay-everything', 'pay-in-facebook'].map(
    (state): (typeof VISIBLE)[number] => [state, SMALL, ['.primary']],
  ),
]

describe('the first screen of a phone', () => {
  const preview = withPreview()
  let page: Page

  before(async () => {
    page = await preview.browser.newPage()
  })

  /** Returns the elements that are not fully on the screen and above the bar at its bottom. */
  const hidden = (parts: string[]) =>
    page.evaluate<string[]>(`(${JSON.stringify(parts)}).filter((part) => {
      const one = document.querySelector(part)
      const { top, bottom } = one.getBoundingClientRect()
      const bar = one.closest('.bar') ? null : document.querySelector('.bar')?.getBoundingClientRect()
      return top < 0 || bottom > Math.min(innerHeight, bar?.top ?? Infinity)
    })`)

  /** Returns the buttons that no style sheet styles. */
  const unstyled = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('button:not(.sr)')].filter((one) => getComputedStyle(one).borderTopStyle === 'outset').map((one) => one.className)`,
    )

  for (const [state, viewport, parts] of VISIBLE) {
    it(`shows ${parts.join(' and ')} of ${state} at ${viewport.width} × ${viewport.height}`, async () => {
      await page.setViewportSize(viewport)
      for (const lang of ['en', 'mn']) {
        await page.goto(`${preview.url}/${state}?lang=${lang}`)
        expect(await hidden(parts), lang).to.deep.equal([])
        expect(await unstyled(), lang).to.deep.equal([])
      }
    })
  }

  it('keeps fields of half a line on one line, at any width and in any language', async () => {
    for (const lang of ['en', 'mn'])
      for (const state of ['pay-everything', 'pay-everything-wrong']) {
        await page.goto(`${preview.url}/${state}?lang=${lang}`)
        for (const width of [400, 480, 600, 719, 720, 768, 900, 1024, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const tops = await page.evaluate<number[]>(
            `[...document.querySelectorAll('.half > :is(input, select)')].map((field) => field.getBoundingClientRect().top)`,
          )
          const [city, district, postalCode, country] = tops
          expect([city, postalCode], `${lang}, ${String(width)} px, ${state}`).to.deep.equal([
            district,
            country,
          ])
        }
      }
  })

  it('labels the button for the chosen payment method without scripts', async () => {
    const pay = await preview.open('pay-qpay-chosen', { javaScriptEnabled: false, viewport: SMALL })
    const button = pay.locator('#pay .primary')
    expect(await button.innerText()).to.equal('Show QR code')
    for (const [method, label] of [
      ['test', 'Pay ₮25,000'],
      ['bank_transfer', 'Show transfer details'],
      ['qpay', 'Show QR code'],
    ] as const) {
      await pay.locator(`[value=${method}]`).check()
      expect(await button.innerText()).to.equal(label)
    }
    await pay.context().close()
  })
})
