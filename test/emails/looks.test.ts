import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { emailNames, languages } from '../../dev/emails/show.ts'
import { startInbox } from '../../dev/inbox.ts'
import { freePort } from '../../dev/ports.ts'
import { launchBrowser } from '../support/browser.ts'
import { Judge } from '../support/judge.ts'
import { linksOf } from './links.ts'

const WIDTHS = [320, 1280]

/** What a page has and a mail has not: its reader brings the landmarks around it. */
const OF_PAGES = /^(region|landmark-one-main):/

/** The one thing that an email asks for: the merchant's pictures, from our own address. */
const LOGO = 'http://127.0.0.1:3000/assets/pictures/1/shown-only.png'
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Window {
  page: Page
  devtools: CDPSession
  locale: string
  asked: string[]
}

describe('at 320 and 1280 px, by day and night, in both languages, everybody can read', () => {
  let browser: Browser
  let inbox: Awaited<ReturnType<typeof startInbox>>
  let folder: string
  let windows: Window[]
  const judge = new Judge()

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tolbor-emails-'))
    inbox = await startInbox(folder, await freePort(), await freePort())
    browser = await launchBrowser()
    windows = await Promise.all(languages.map(openWindow))
  })
  after(async () => {
    await browser.close()
    inbox.stop()
    rmSync(folder, { recursive: true })
  })

  async function openWindow(locale: string): Promise<Window> {
    // Emails are shown shut in, without scripts; what judges them is one.
    const page = await (await browser.newContext({ bypassCSP: true })).newPage()
    const asked: string[] = []
    await page.route(LOGO, (route) => route.fulfill({ contentType: 'image/png', body: DOT }))
    page.on('request', (request) => asked.push(request.url()))
    return { page, devtools: await page.context().newCDPSession(page), locale, asked }
  }

  async function look({ page, devtools, locale, asked }: Window, name: string): Promise<void> {
    const url = `${inbox.url}/emails/${name}/${locale}/html`
    asked.length = 0
    await page.goto(url)
    for (const width of WIDTHS) {
      const how = `${locale}, ${width} px`
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), how).to.equal(true)
      expect(await judge.faultsOf(page, devtools, OF_PAGES), `${how}, by day`).to.deep.equal([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await judge.faultsOf(page, devtools, OF_PAGES), `${how}, by night`).to.deep.equal([])
    }
    expect(await page.locator('a:visible').count(), 'buttons').to.equal(linksOf(name))
    expect(await page.locator('.preview:visible').count(), 'the line for the inbox').to.equal(0)
    expect(new Set(asked)).to.deep.equal(new Set(/(logo|pictures)$/.test(name) ? [url, LOGO] : [url]))
  }

  for (const name of emailNames) {
    it(name, async () => {
      await Promise.all(windows.map((window) => look(window, name)))
    })
  }
})
