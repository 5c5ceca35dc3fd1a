import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import express from 'express'
import type { Page } from 'playwright-core'
import { withPreview } from './with-preview.ts'

/** The size of the smallest phone that is still in use. */
const SMALL = { width: 320, height: 568 }

/** Every page that returns with an error, and a part of its text. */
const REFUSED: Record<string, string> = {
  'pay-declined': 'Nothing was charged',
  'pay-rejected': 'Мөнгө орж ирээгүй байна',
  'pay-rejected-silently': 'They gave no reason',
  'pay-declined-many': 'Nothing was charged',
  'pay-errors': 'Please check this',
  'pay-total-changed': 'The total has changed',
  'pay-email-wrong': 'Check the email address',
  'pay-method-missing': 'Choose how you want to pay',
  'pay-code-wrong': 'There is no code NADAM',
  'pay-quantity-wrong': 'Choose a quantity from 12 to 99',
  'pay-everything-wrong': 'Please check this',
  'invoice-wrong': 'Please check this',
  'renew-wrong': 'Choose a length',
  'portal-refused': 'The next period is already paid',
  'portal-plans-wrong': 'Choose a plan first',
  'portal-renew-again': 'cannot take payments right now',
  'portal-canceled-wrong': 'Shorten your text',
  'renew-no-method': 'Choose how you want to pay',
  'decide-transfer-wrong': 'Shorten the reason',
}

/**
 * Checks the reason in the page: whether the focused element or its description contains it, whether that is fully
 * visible above the bar with the button (a long list may continue below), and how often the page shows it.
 */
const CHECK = `((reason) => {
  const focused = document.activeElement
  const described = document.getElementById(focused.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
  const group = document.getElementById(focused.closest('fieldset[aria-describedby]')?.getAttribute('aria-describedby'))
  const place = focused.closest('[role=alert]') ?? [described, group].find((one) => one?.matches('.error'))
  const texts = [...document.querySelectorAll('main :is(p, .notice li, h2)')].filter((one) => one.checkVisibility())
  const times = texts.filter((one) => one.textContent.includes(reason) && !one.closest('[data-status]')).length
  if (!place) return { focused: focused.outerHTML.slice(0, 80), times }
  const { top, bottom } = place.getBoundingClientRect()
  const bar = document.querySelector('.bar')?.getBoundingClientRect()
  const end = bar && bar.bottom > innerHeight - 1 ? Math.min(innerHeight, bar.top) : innerHeight
  return { visible: top >= 0 && (bottom <= end || top < end / 4), focused: place.textContent.includes(reason), times }
})`

/** Starts a proxy that sends each page in two halves, with a delay in which the first half is painted. */
async function slowProxy(origin: string): Promise<{ url: string; close: () => void }> {
  const app = express().use(async ({ url }, res) => {
    const response = await fetch(`${origin}${url}`, { headers: { Accept: 'text/html' } })
    const body = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('Content-Type') ?? ''
    res.setHeader('Content-Type', type)
    const first = type.includes('html') ? body.length / 2 : 0
    if (first > 0) {
      res.write(body.subarray(0, first))
      await pause(200)
    }
    res.end(body.subarray(first))
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

describe('a page with an error at 320 × 568', () => {
  const preview = withPreview()
  let slow: Awaited<ReturnType<typeof slowProxy>>
  /** One window with scripts, and one without. */
  let pages: { scripts: Page; plain: Page }

  before(async () => {
    slow = await slowProxy(preview.url)
    pages = {
      scripts: await preview.browser.newPage({ viewport: SMALL }),
      plain: await preview.browser.newPage({ viewport: SMALL, javaScriptEnabled: false }),
    }
  })
  after(() => {
    slow.close()
  })

  async function open(state: string, hasScripts: boolean, url = preview.url): Promise<Page> {
    const page = hasScripts ? pages.scripts : pages.plain
    await page.goto(`${url}/${state}`)
    // Not `waitForFunction`, whose polling the page's policy forbids.
    await page.locator('body :focus').waitFor()
    return page
  }

  const check = (page: Page, reason: string) => page.evaluate(`${CHECK}(${JSON.stringify(reason)})`)

  for (const [state, reason] of Object.entries(REFUSED)) {
    it(`shows the reason once, visible and focused: ${state}`, async () => {
      const page = await open(state, true)
      expect(await check(page, reason)).to.deep.equal({ visible: true, focused: true, times: 1 })
    })

    it(`shows the reason without scripts: ${state}`, async () => {
      const page = await open(state, false)
      // On a busy machine the browser paints before it has read the whole page. Only the script corrects that.
      for (let loads = 1; loads < 5 && !(await isVisible(page, reason)); loads += 1) await page.reload()
      expect(await check(page, reason)).to.deep.equal({ visible: true, focused: true, times: 1 })
    })

    it(`shows the reason if the page arrives in two parts: ${state}`, async () => {
      const page = await open(state, true, slow.url)
      expect(await check(page, reason)).to.deep.equal({ visible: true, focused: true, times: 1 })
    })
  }

  async function isVisible(page: Page, reason: string): Promise<boolean> {
    return ((await check(page, reason)) as { visible?: boolean }).visible === true
  }

  it('keeps the payment method that was declined or whose transfer was rejected', async () => {
    for (const [state, method] of [
      ['pay-declined', 'test'],
      ['pay-declined-many', 'test'],
      ['pay-rejected-of-two', 'bank_transfer'],
    ] as const) {
      const page = await open(state, false)
      const chosen = page.locator('input[name=payment_method]:checked')
      expect(await chosen.getAttribute('value'), state).to.equal(method)
    }
  })
})
