import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import express from 'express'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../support/browser.ts'
import { preview } from './preview.ts'

/** The smallest phone that is still in use. */
const SMALL = { width: 320, height: 568 }

/** Every page that comes back because something could not be done, and a part of what it says. */
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
  'pay-quantity-wrong': 'choose a quantity from 12 to 99',
  'pay-everything-wrong': 'Please check this',
  'invoice-wrong': 'Please check this',
  'renew-wrong': 'Choose how long',
  'portal-refused': 'The next period is paid for already',
  'portal-plans-wrong': 'Choose a plan first',
  'portal-renew-again': 'can take no payments right now',
  'portal-canceled-wrong': 'Shorten what you wrote',
  'renew-no-method': 'Choose how you want to pay',
  'decide-transfer-wrong': 'Shorten the reason',
}

/**
 * Where the reason stands, whether it is seen whole above the bar with the button (of a long list: from the top of
 * the screen on), and how often it is said.
 */
const JUDGE = `((reason) => {
  const focused = document.activeElement
  const described = document.getElementById(focused.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
  const group = document.getElementById(focused.closest('fieldset[aria-describedby]')?.getAttribute('aria-describedby'))
  const place = focused.closest('[role=alert]') ?? [described, group].find((one) => one?.matches('.error'))
  const texts = [...document.querySelectorAll('main :is(p, .notice li, h2)')].filter((one) => one.checkVisibility())
  const said = texts.filter((one) => one.textContent.includes(reason) && !one.closest('[data-said]')).length
  if (!place) return { focused: focused.outerHTML.slice(0, 80), said }
  const { top, bottom } = place.getBoundingClientRect()
  const bar = document.querySelector('.bar')?.getBoundingClientRect()
  const end = bar && bar.bottom > innerHeight - 1 ? Math.min(innerHeight, bar.top) : innerHeight
  return { seen: top >= 0 && (bottom <= end || top < end / 4), tells: place.textContent.includes(reason), said }
})`

/** Sends what another server answers in two halves, the second so late that the first has been painted. */
async function inParts(origin: string): Promise<{ url: string; close: () => void }> {
  const app = express().use(async ({ url }, res) => {
    const answer = await fetch(`${origin}${url}`, { headers: { Accept: 'text/html' } })
    const body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('Content-Type') ?? ''
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

describe('after a refusal, at 320 × 568', () => {
  let browser: Browser
  let served: Awaited<ReturnType<typeof preview>>

  before(async () => {
    served = await preview()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    served.close()
  })

  async function open(state: string, javaScriptEnabled: boolean, url = served.url): Promise<Page> {
    const page = await browser.newPage({ viewport: SMALL, javaScriptEnabled })
    await page.goto(`${url}/${state}`)
    await page.waitForFunction('document.activeElement !== document.body')
    return page
  }

  const judge = (page: Page, reason: string) => page.evaluate(`${JUDGE}(${JSON.stringify(reason)})`)

  for (const [state, reason] of Object.entries(REFUSED)) {
    it(`${state} says why, once, in sight, where the focus is`, async () => {
      const page = await open(state, true)
      expect(await judge(page, reason)).to.deep.equal({ seen: true, tells: true, said: 1 })
      await page.context().close()
    })

    it(`${state} says so without its script`, async () => {
      const page = await open(state, false)
      // On a busy machine the browser paints before it has read the whole page, and only the script puts that right.
      for (let loads = 1; loads < 5 && !(await isSeen(page, reason)); loads += 1) await page.reload()
      expect(await judge(page, reason)).to.deep.equal({ seen: true, tells: true, said: 1 })
      await page.context().close()
    })

    it(`${state} says so where the page comes in two parts`, async () => {
      const slow = await inParts(served.url)
      const page = await open(state, true, slow.url)
      expect(await judge(page, reason)).to.deep.equal({ seen: true, tells: true, said: 1 })
      await page.context().close()
      slow.close()
    })
  }

  async function isSeen(page: Page, reason: string): Promise<boolean> {
    return ((await judge(page, reason)) as { seen?: boolean }).seen === true
  }

  it('a declined method is still the chosen one, and so is one whose transfer was rejected', async () => {
    for (const [state, method] of [
      ['pay-declined', 'test'],
      ['pay-declined-many', 'test'],
      ['pay-rejected-of-two', 'bank_transfer'],
    ] as const) {
      const page = await open(state, false)
      const chosen = page.locator('input[name=payment_method]:checked')
      expect(await chosen.getAttribute('value'), state).to.equal(method)
      await page.context().close()
    }
  })
})
