import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { emailNames, languages } from '../../dev/emails/show.ts'
import { startInbox } from '../../dev/inbox.ts'
import { brokenWords } from '../support/broken-words.ts'
import { launchBrowser } from '../support/browser.ts'
import { Judge } from '../support/judge.ts'
import { isThorough } from '../support/thorough.ts'
import { linkCount } from './links.ts'

const WIDTHS = [320, 1280]

/** Rules about landmarks, which apply to pages only: the mail program brings its own. */
const PAGE_RULES = /^(region|landmark-one-main):/

/** The address of the merchant's pictures, the only files that an email loads. */
const LOGO = 'http://127.0.0.1:3000/assets/pictures/1/shown-only.png'
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Returns the colours in which an email is checked: both, or one that the other language has at the other width. */
function coloursOf(locale: string, width: number): ('light' | 'dark')[] {
  if (isThorough) return ['light', 'dark']
  return (locale === 'en') === (width === WIDTHS[0]) ? ['light'] : ['dark']
}

interface Window {
  page: Page
  devtools: CDPSession
  locale: string
  requests: string[]
}

describe('an email at 320 and 1280 px, in light and dark, in both languages', () => {
  let browser: Browser
  let inbox: Awaited<ReturnType<typeof startInbox>>
  let folder: string
  let windows: Window[]
  const judge = new Judge()

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tolbor-emails-'))
    inbox = await startInbox(folder, 0, 0)
    browser = await launchBrowser()
    windows = await Promise.all(languages.map(openWindow))
  })
  after(async () => {
    await browser.close()
    inbox.stop()
    rmSync(folder, { recursive: true })
  })

  async function openWindow(locale: string): Promise<Window> {
    // The preview forbids scripts, but axe is one.
    const page = await (await browser.newContext({ bypassCSP: true })).newPage()
    const requests: string[] = []
    await page.route(LOGO, (route) => route.fulfill({ contentType: 'image/png', body: DOT }))
    page.on('request', (request) => requests.push(request.url()))
    return { page, devtools: await page.context().newCDPSession(page), locale, requests }
  }

  async function check({ page, devtools, locale, requests }: Window, name: string): Promise<void> {
    const url = `${inbox.url}/emails/${name}/${locale}/html`
    requests.length = 0
    await page.goto(url)
    for (const width of WIDTHS) {
      const how = `${locale}, ${width} px`
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), how).to.equal(true)
      // The address of an endpoint is longer than a line.
      if (!name.startsWith('endpoint-')) expect(await brokenWords(page), how).to.deep.equal([])
      for (const colorScheme of coloursOf(locale, width)) {
        await page.emulateMedia({ colorScheme })
        expect(await judge.faultsOf(page, devtools, PAGE_RULES), `${how}, ${colorScheme}`).to.deep.equal([])
      }
    }
    expect(await page.locator('a:visible').count(), 'buttons').to.equal(linkCount(name))
    expect(await page.locator('.preview:visible').count(), 'visible preview lines').to.equal(0)
    expect(new Set(requests)).to.deep.equal(new Set(/(logo|pictures)$/.test(name) ? [url, LOGO] : [url]))
  }

  for (const name of emailNames) {
    it(`fits and is accessible: ${name}`, async () => {
      await Promise.all(windows.map((window) => check(window, name)))
    })
  }
})
