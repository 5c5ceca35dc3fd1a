import { expect } from 'chai'
import type { CDPSession, Page } from 'playwright-core'
import { Judge } from '../../../support/judge.ts'
import { screenshot } from '../../../support/screenshot.ts'
import { states } from '../states.ts'
import { withPreview } from '../with-preview.ts'

const PHONE = { width: 320, height: 800 }
const DESKTOP = { width: 1280, height: 800 }
/** Widths between them, at which a page of the dashboard is only resized: a usual phone, and a tablet. */
const BETWEEN = [390, 900]
/** The most bytes of a first view: the page, its styles, scripts and pictures, compressed. */
const MAX_BYTES = 60 * 1024

/** Groups of pages, by the names of their states. A state belongs to the first group that matches. */
const GROUPS = {
  paying: /^pay/,
  invoices: /^invoice/,
  'payment links': /^link/,
  decisions: /^(decide|transfer-(confirmed|rejected|decided|gone))/,
  renewing: /^renew/,
  'trial links': /^trial/,
  'steps of the portal': /^portal-(renew|plans|cancel)/,
  'the portal': /^portal/,
  'the dashboard': /^dashboard/,
  'after paying': /^(transfer|code|redirect|processing|pending|receipt)/,
  'all other pages': /./,
} as const
type Group = keyof typeof GROUPS

const WIDTHS: Partial<Record<Group, string>> = { 'the dashboard': '320, 390, 900 and 1280' }

function statesOf(group: Group): string[] {
  const groups = Object.entries(GROUPS)
  return Object.keys(states).filter((state) => groups.find(([, names]) => names.test(state))?.[0] === group)
}

/** A window of the browser, and the measurements of the page in it. */
interface Window {
  how: string
  lang: string
  page: Page
  devtools: CDPSession
  consoleErrors: string[]
  /** The viewports in which each page is loaded: both with scripts, one without, and one for the dashboard in Mongolian. */
  loadedAt: readonly (typeof PHONE)[]
  /** The bytes that came over the network. */
  bytes: number
  /** Chromium's layout shifts, with their times in seconds. */
  shifts: { time: number; value: number }[]
}

/** Shared by all groups in a process, so that the same content is checked once. */
const judge = new Judge()

function fits(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
}

/** Defines the tests of a group. Each group has its own file, so that several can run in parallel. */
export function testStatesOf(group: Group): void {
  describe(`${group}: light and dark, at ${WIDTHS[group] ?? '320 and 1280'} px, with and without scripts`, () => {
    const preview = withPreview()
    /** Two windows for each language: without scripts, then with. */
    let windows: Window[][]

    before(async () => {
      windows = await Promise.all(
        ['en', 'mn'].map((lang) => Promise.all([openWindow(lang, false), openWindow(lang, true)])),
      )
    })

    async function openWindow(lang: string, javaScriptEnabled: boolean): Promise<Window> {
      const page = await preview.browser.newPage({ javaScriptEnabled })
      const devtools = await page.context().newCDPSession(page)
      const how = `${lang}, ${javaScriptEnabled ? 'with' : 'without'} scripts`
      const isLoadedOnce = !javaScriptEnabled || (group === 'the dashboard' && lang === 'mn')
      const loadedAt = isLoadedOnce
        ? [lang === 'en' || javaScriptEnabled ? PHONE : DESKTOP]
        : [DESKTOP, PHONE]
      const opened: Window = { how, lang, page, devtools, loadedAt, consoleErrors: [], bytes: 0, shifts: [] }
      page.on('console', (message) => message.type() === 'error' && opened.consoleErrors.push(message.text()))
      page.on('pageerror', (error) => opened.consoleErrors.push(error.message))
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (opened.bytes += encodedDataLength))
      devtools.on('PerformanceTimeline.timelineEventAdded', ({ event }) => {
        opened.shifts.push({ time: event.time, value: event.layoutShiftDetails?.value ?? 0 })
      })
      await devtools.send('Network.enable')
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true }) // each view is a first view
      await devtools.send('PerformanceTimeline.enable', { eventTypes: ['layout-shift'] })
      return opened
    }

    /** Loads a page for the first time in light colours. Returns the sum of its layout shifts. */
    async function load(window: Window, address: string, viewport: typeof PHONE): Promise<number> {
      const { page } = window
      await page.evaluate('document.body.remove()') // the previous page cannot shift any more
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: 'light' })
      Object.assign(window, { bytes: 0, shifts: [] })
      await page.goto(address)
      await screenshot(page, { clip: { x: 0, y: 0, width: 1, height: 1 } }) // waits until it is drawn
      const since = (await page.evaluate<number>('performance.timeOrigin')) / 1000 // shifts of the previous page may be reported late
      return window.shifts.reduce((sum, { time, value }) => sum + (time >= since ? value : 0), 0)
    }

    /** Loads a page, and checks it in light and dark: first in the viewport of the last load, then in the other. */
    async function check(window: Window, address: string): Promise<void> {
      const { page, devtools } = window
      window.consoleErrors = []
      for (const viewport of window.loadedAt) {
        // A busy machine may draw half a page, such as the bar before its last link. A real shift happens each time.
        let moved = 1
        for (let loads = 0; moved > 0 && loads < 5; loads += 1) moved = await load(window, address, viewport)
        expect(moved, `layout shift at ${String(viewport.width)} px`).to.equal(0)
      }
      expect(window.bytes, 'bytes').to.be.within(1_000, MAX_BYTES)

      const [last, other] = window.loadedAt.at(-1) === PHONE ? [PHONE, DESKTOP] : [DESKTOP, PHONE]
      for (const [viewport, colorSchemes] of [
        [last, ['light', 'dark']],
        [other, ['dark', 'light']],
      ] as const) {
        const at = `at ${String(viewport.width)} px`
        if (viewport === other) await page.setViewportSize(other)
        expect(await fits(page), `fits ${at}`).to.equal(true)
        for (const colorScheme of colorSchemes) {
          if (colorScheme !== colorSchemes[0]) await page.emulateMedia({ colorScheme })
          expect(await judge.faultsOf(page, devtools), `${colorScheme}, ${at}`).to.deep.equal([])
        }
      }
      if (group === 'the dashboard') await checkBetween(window)
      expect(window.consoleErrors.join('; '), 'errors in the console').to.equal('')
    }

    /** Checks that a page fits at the widths between, and is accessible there in the colours of the last check. */
    async function checkBetween({ page, devtools, loadedAt }: Window): Promise<void> {
      for (const width of BETWEEN) {
        await page.setViewportSize({ width, height: 800 })
        expect(await fits(page), `fits at ${String(width)} px`).to.equal(true)
        // The elements are the same without scripts, and in the other language.
        if (loadedAt.length > 1)
          expect(await judge.faultsOf(page, devtools), `at ${String(width)} px`).to.deep.equal([])
      }
    }

    /** Returns the faults in the windows of a language, one window after the other. */
    async function faultsIn(inLanguage: Window[], state: string): Promise<string[]> {
      const faults: string[] = []
      for (const window of inLanguage) {
        await check(window, `${preview.url}/${state}?lang=${window.lang}`).catch((error: unknown) => {
          faults.push(`${window.how}: ${error instanceof Error ? error.message : String(error)}`)
        })
      }
      return faults
    }

    for (const state of statesOf(group)) {
      it(`${state} fits, is accessible, stays in place and causes no error`, async () => {
        const faults = await Promise.all(windows.map((inLanguage) => faultsIn(inLanguage, state)))
        expect(faults.flat().join('\n')).to.equal('')
      })
    }
  })
}
