import { expect } from 'chai'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../../../support/browser.ts'
import { Judge } from '../../../support/judge.ts'
import { screenshot } from '../../../support/screenshot.ts'
import { preview } from '../preview.ts'
import { states } from '../states.ts'

const PHONE = { width: 320, height: 800 }
const DESK = { width: 1280, height: 800 }
/** What a first view may weigh on the wire: the page, its styles, scripts and pictures, compressed. */
const WEIGHT = 60 * 1024

/** Pages that are looked at together, by the names of their states; each state belongs to the first that fits. */
const GROUPS = {
  paying: /^pay/,
  invoices: /^invoice/,
  decisions: /^(decide|transfer-(confirmed|rejected|decided|gone))/,
  renewing: /^renew/,
  'steps of the portal': /^portal-(renew|plans|cancel)/,
  'the portal': /^portal/,
  'what comes after paying': /^(transfer|code|redirect|processing|pending|receipt)/,
  'all others': /./,
} as const
type Group = keyof typeof GROUPS

function statesOf(group: Group): string[] {
  const groups = Object.entries(GROUPS)
  return Object.keys(states).filter((state) => groups.find(([, names]) => names.test(state))?.[0] === group)
}

/** A browser's window, and what is noted of the page in it. */
interface Window {
  how: string
  lang: string
  page: Page
  devtools: CDPSession
  complaints: string[]
  /** Where each page is loaded anew: what moves without a script moves with one as well, where both are. */
  loadedAt: readonly (typeof PHONE)[]
  /** All that came over the network. */
  bytes: number
  /** Chromium's layout shifts, and when they were, in seconds. */
  shifts: { time: number; value: number }[]
}

/** One for all groups that a runner takes: what was faultless in one is so in the next. */
const judge = new Judge()

/** One file for each group, so that several of them can be looked at side by side. */
export function everyLookOf(group: Group): void {
  describe(`${group}: by day and night, at 320 and 1280 px, with and without a script`, () => {
    let browser: Browser
    let served: Awaited<ReturnType<typeof preview>>
    /** By language: without a script, then with one. */
    let windows: Window[][]

    before(async () => {
      served = await preview()
      browser = await launchBrowser()
      windows = await Promise.all(
        ['en', 'mn'].map((lang) => Promise.all([openWindow(lang, false), openWindow(lang, true)])),
      )
    })
    after(async () => {
      await browser.close()
      served.close()
    })

    async function openWindow(lang: string, javaScriptEnabled: boolean): Promise<Window> {
      const page = await browser.newPage({ javaScriptEnabled })
      const devtools = await page.context().newCDPSession(page)
      const how = `${lang}, ${javaScriptEnabled ? 'with' : 'without'} a script`
      const loadedAt = javaScriptEnabled ? [DESK, PHONE] : [lang === 'en' ? PHONE : DESK]
      const opened: Window = { how, lang, page, devtools, loadedAt, complaints: [], bytes: 0, shifts: [] }
      page.on('console', (message) => message.type() === 'error' && opened.complaints.push(message.text()))
      page.on('pageerror', (error) => opened.complaints.push(error.message))
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (opened.bytes += encodedDataLength))
      devtools.on('PerformanceTimeline.timelineEventAdded', ({ event }) => {
        opened.shifts.push({ time: event.time, value: event.layoutShiftDetails?.value ?? 0 })
      })
      await devtools.send('Network.enable')
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true }) // each view is a first one
      await devtools.send('PerformanceTimeline.enable', { eventTypes: ['layout-shift'] })
      return opened
    }

    /** Loads a page for the first time, light; answers how far things moved until it stood there. */
    async function load(window: Window, address: string, viewport: typeof PHONE): Promise<number> {
      const { page } = window
      await page.evaluate('document.body.remove()') // the page before has nothing left that could move
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: 'light' })
      Object.assign(window, { bytes: 0, shifts: [] })
      await page.goto(address)
      await screenshot(page, { clip: { x: 0, y: 0, width: 1, height: 1 } }) // it has been drawn
      const since = (await page.evaluate<number>('performance.timeOrigin')) / 1000 // what was before is told late
      return window.shifts.reduce((sum, { time, value }) => sum + (time >= since ? value : 0), 0)
    }

    /** Loads a page, and looks at it by day and night where it was loaded last, then where it was not. */
    async function look(window: Window, address: string): Promise<void> {
      const { page, devtools } = window
      window.complaints = []
      for (const viewport of window.loadedAt) {
        // A busy machine may draw a page of which half has come; what moves by itself moves every time.
        const moved = (await load(window, address, viewport)) && (await load(window, address, viewport))
        expect(moved, `moved at ${String(viewport.width)} px`).to.equal(0)
      }
      expect(window.bytes, 'bytes').to.be.within(1_000, WEIGHT)

      const [last, other] = window.loadedAt.at(-1) === PHONE ? [PHONE, DESK] : [DESK, PHONE]
      for (const [viewport, colorSchemes] of [
        [last, ['light', 'dark']],
        [other, ['dark', 'light']],
      ] as const) {
        const at = `at ${String(viewport.width)} px`
        if (viewport === other) await page.setViewportSize(other)
        expect(
          await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
          `fits ${at}`,
        ).to.equal(true)
        for (const colorScheme of colorSchemes) {
          if (colorScheme !== colorSchemes[0]) await page.emulateMedia({ colorScheme })
          expect(await judge.faultsOf(page, devtools), `${colorScheme}, ${at}`).to.deep.equal([])
        }
      }
      expect(window.complaints.join('; '), 'complaints').to.equal('')
    }

    /** What is wrong in the windows of a language, one after the other. */
    async function wrongIn(inLanguage: Window[], state: string): Promise<string[]> {
      const wrong: string[] = []
      for (const window of inLanguage) {
        await look(window, `${served.url}/${state}?lang=${window.lang}`).catch((error: unknown) => {
          wrong.push(`${window.how}: ${error instanceof Error ? error.message : String(error)}`)
        })
      }
      return wrong
    }

    for (const state of statesOf(group)) {
      it(`everybody can read and use ${state}`, async () => {
        const wrong = await Promise.all(windows.map((inLanguage) => wrongIn(inLanguage, state)))
        expect(wrong.flat().join('\n')).to.equal('')
      })
    }
  })
}
