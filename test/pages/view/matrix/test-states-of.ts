import { expect } from 'chai'
import type { CDPSession, Page } from 'playwright-core'
import { Judge } from '../../../support/judge.ts'
import { isThorough } from '../../../support/thorough.ts'
import { states } from '../states.ts'
import { withPreview } from '../with-preview.ts'

const PHONE = { width: 320, height: 800 }
const DESKTOP = { width: 1280, height: 800 }
type Viewport = typeof PHONE
type View = [viewport: Viewport, colorScheme: 'light' | 'dark']
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
  /** The viewports in which each page is loaded. */
  loadedAt: readonly Viewport[]
  /** The views in which the loaded page is checked. */
  views: readonly View[]
  /** Whether scripts run. Then nothing may shift, and the bytes that come over the network are counted. */
  hasScripts: boolean
  bytes: number
  /** Chromium's layout shifts, with their times in seconds. */
  shifts: { time: number; value: number }[]
}

const ON_PHONE: View = [PHONE, 'light']
const AT_DESK: View = [DESKTOP, 'light']
const ON_PHONE_AT_NIGHT: View = [PHONE, 'dark']
const AT_DESK_AT_NIGHT: View = [DESKTOP, 'dark']

/**
 * The windows of a language: without scripts, then with. A page of the dashboard is loaded without scripts only in Mongolian:
 * what it shows in their place is longer there. A test that is not thorough has one window for each language, and shows each page
 * in one of them, in turns.
 */
function scriptsIn(lang: string, group: Group): boolean[] {
  if (!isThorough) return [lang === 'en']
  return lang === 'en' && group === 'the dashboard' ? [true] : [false, true]
}

/**
 * The views of each page. Every window shows it at both widths, and in a thorough test the windows of each language show it in
 * both colours. The colours of an element depend on neither the language nor scripts.
 */
function viewsOf(lang: string, hasScripts: boolean): View[] {
  if (lang === 'en' && hasScripts && isThorough)
    return [ON_PHONE, ON_PHONE_AT_NIGHT, AT_DESK_AT_NIGHT, AT_DESK]
  return lang === 'mn' && !hasScripts ? [AT_DESK, ON_PHONE_AT_NIGHT] : [ON_PHONE, AT_DESK_AT_NIGHT]
}

/**
 * Scripts move the same elements in any language, so that a page of the dashboard is loaded at one width in each. A test that is
 * not thorough loads a page for customers only on the phone that most of them have.
 */
function viewportsOf(lang: string, hasScripts: boolean, group: Group): Viewport[] {
  if (!hasScripts) return lang === 'mn' ? [DESKTOP] : [PHONE]
  if (group !== 'the dashboard') return isThorough ? [DESKTOP, PHONE] : [PHONE]
  return lang === 'mn' ? [PHONE] : [DESKTOP]
}

/** Waits until a page with scripts was drawn three times. Returns the time of its start in milliseconds. */
const DRAWN = `(async () => {
  for (let drawn = 0; drawn <= 3; drawn += 1) await new Promise(requestAnimationFrame)
  return performance.timeOrigin
})()`

/** Shared by all groups in a process, so that the same content is checked once. */
const judge = new Judge()

/** Returns whether the window has this width, and the page fits in it. */
async function fits({ devtools }: Window, width: number): Promise<unknown> {
  const expression = `innerWidth === ${String(width)} && document.documentElement.scrollWidth <= innerWidth`
  const { result } = await devtools.send('Runtime.evaluate', { expression, returnByValue: true })
  return result.value
}

/** Defines the tests of a group. Each group has its own file, so that several can run in parallel. */
export function testStatesOf(group: Group): void {
  describe(`${group}: light and dark, at ${WIDTHS[group] ?? '320 and 1280'} px, with and without scripts`, () => {
    const preview = withPreview()
    /** The windows of each language. */
    let windows: Window[][]

    before(async () => {
      windows = await Promise.all(
        ['en', 'mn'].map((lang) =>
          Promise.all(scriptsIn(lang, group).map((hasScripts) => openWindow(lang, hasScripts))),
        ),
      )
    })

    async function openWindow(lang: string, hasScripts: boolean): Promise<Window> {
      // Without a viewport and colours of its own, so that one session sets both.
      const page = await preview.browser.newPage({
        ...{ javaScriptEnabled: hasScripts, viewport: null, colorScheme: null },
      })
      const devtools = await page.context().newCDPSession(page)
      const opened: Window = {
        ...{ how: `${lang}, ${hasScripts ? 'with' : 'without'} scripts`, lang, page, devtools, hasScripts },
        ...{ loadedAt: viewportsOf(lang, hasScripts, group), views: viewsOf(lang, hasScripts) },
        ...{ consoleErrors: [], bytes: 0, shifts: [] },
      }
      page.on('console', (message) => message.type() === 'error' && opened.consoleErrors.push(message.text()))
      page.on('pageerror', (error) => opened.consoleErrors.push(error.message))
      if (!hasScripts) return opened
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (opened.bytes += encodedDataLength))
      devtools.on('PerformanceTimeline.timelineEventAdded', ({ event }) => {
        opened.shifts.push({ time: event.time, value: event.layoutShiftDetails?.value ?? 0 })
      })
      await devtools.send('Network.enable')
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true }) // each view is a first view
      await devtools.send('PerformanceTimeline.enable', { eventTypes: ['layout-shift'] })
      return opened
    }

    /** Loads a page for the first time. */
    async function load(window: Window, address: string, viewport: Viewport): Promise<void> {
      const { page, devtools } = window
      // The page before cannot shift any more, and is resized sooner.
      const empty = devtools.send('Runtime.evaluate', { expression: 'document.body.remove()' })
      await Promise.all([empty, show(window, [viewport, 'light'])])
      Object.assign(window, { bytes: 0, shifts: [] })
      await page.goto(address)
    }

    async function show({ devtools }: Window, [viewport, colorScheme]: View): Promise<void> {
      await Promise.all([
        devtools.send('Emulation.setDeviceMetricsOverride', {
          ...viewport,
          deviceScaleFactor: 1,
          mobile: false,
        }),
        devtools.send('Emulation.setEmulatedMedia', {
          features: [{ name: 'prefers-color-scheme', value: colorScheme }],
        }),
      ])
    }

    /** Waits until the page is drawn. Returns the sum of its layout shifts. */
    async function shiftsOf({ devtools, shifts }: Window): Promise<number> {
      const { result } = await devtools.send('Runtime.evaluate', { expression: DRAWN, awaitPromise: true })
      const since = Number(result.value) / 1000 // shifts of the page before may be reported late
      return shifts.reduce((sum, { time, value }) => sum + (time >= since ? value : 0), 0)
    }

    /** Loads a page, and checks it in each view. */
    async function check(window: Window, address: string): Promise<void> {
      const { page, devtools, lang, hasScripts } = window
      // The elements are the same in English, and the texts without scripts.
      const isJudgedElsewhere = group === 'the dashboard' && lang === 'mn' && hasScripts
      window.consoleErrors = []
      for (const viewport of window.loadedAt) {
        // A busy machine may draw half a page, such as the bar before its last link. A real shift happens each time.
        let moved = 1
        for (let loads = 0; moved > 0 && loads < 5; loads += 1) {
          await load(window, address, viewport)
          moved = hasScripts ? await shiftsOf(window) : 0
        }
        expect(moved, `layout shift at ${String(viewport.width)} px`).to.equal(0)
      }
      if (hasScripts) expect(window.bytes, 'bytes').to.be.within(1_000, MAX_BYTES)

      for (const [viewport, colorScheme] of window.views) {
        const at = `at ${String(viewport.width)} px`
        await show(window, [viewport, colorScheme])
        expect(await fits(window, viewport.width), `fits ${at}`).to.equal(true)
        if (!isJudgedElsewhere)
          expect(await judge.faultsOf(page, devtools), `${colorScheme}, ${at}`).to.deep.equal([])
      }
      if (group === 'the dashboard' && hasScripts) await checkBetween(window)
      expect(window.consoleErrors.join('; '), 'errors in the console').to.equal('')
    }

    /** Checks that a page fits at the widths between, and is accessible there in the colours of the last check. */
    async function checkBetween(window: Window): Promise<void> {
      const { page, devtools, lang, views } = window
      for (const width of BETWEEN) {
        await show(window, [{ width, height: 800 }, views.at(-1)![1]])
        expect(await fits(window, width), `fits at ${String(width)} px`).to.equal(true)
        // The elements are the same in the other language.
        if (lang === 'en' && isThorough)
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

    for (const [index, state] of statesOf(group).entries()) {
      it(`${state} fits, is accessible, stays in place and causes no error`, async () => {
        const seenIn = isThorough ? windows : [windows[index % windows.length]!]
        const faults = await Promise.all(seenIn.map((inLanguage) => faultsIn(inLanguage, state)))
        expect(faults.flat().join('\n')).to.equal('')
      })
    }
  })
}
