import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { faultsOf } from '../../support/axe.ts'
import { launchBrowser } from '../../support/browser.ts'
import { preview } from './preview.ts'
import { states } from './states.ts'

const PHONE = { width: 320, height: 800 }
const DESK = { width: 1280, height: 800 }
/** What a first view may weigh on the wire: the page, its styles, scripts and pictures, compressed. */
const WEIGHT = 60 * 1024

/** A browser's window, and what is noted of the page in it. */
interface Window {
  how: string
  lang: string
  page: Page
  complaints: string[]
  /** All that came over the network. */
  bytes: number
  /** Chromium's layout shifts, and when they were, in seconds. */
  shifts: { time: number; value: number }[]
}

describe('by day and night, at 320 and 1280 px, with and without a script, everybody can read and use', function () {
  this.timeout(120_000)
  let browser: Browser
  let served: Awaited<ReturnType<typeof preview>>
  let windows: Window[]

  before(async () => {
    served = await preview()
    browser = await launchBrowser()
    windows = await Promise.all(
      ['en', 'mn'].flatMap((lang) => [true, false].map((script) => openWindow(lang, script))),
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
    const opened: Window = { how, lang, page, complaints: [], bytes: 0, shifts: [] }
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
    await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } }) // it has been drawn
    const since = (await page.evaluate<number>('performance.timeOrigin')) / 1000 // what was before is told late
    return window.shifts.reduce((sum, { time, value }) => sum + (time >= since ? value : 0), 0)
  }

  async function look(window: Window, address: string): Promise<void> {
    const { page } = window
    window.complaints = []
    for (const viewport of [DESK, PHONE]) {
      // A busy machine may draw a page of which half has come; what moves by itself moves every time.
      const moved = (await load(window, address, viewport)) && (await load(window, address, viewport))
      expect(moved, `moved at ${String(viewport.width)} px`).to.equal(0)
    }
    expect(window.bytes, 'bytes').to.be.within(1_000, WEIGHT)

    for (const viewport of [PHONE, DESK]) {
      const at = `at ${String(viewport.width)} px`
      await page.setViewportSize(viewport)
      expect(
        await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
        `fits ${at}`,
      ).to.equal(true)
      expect(await faultsOf(page), `by ${viewport === PHONE ? 'day' : 'night'} ${at}`).to.deep.equal([])
      // From day to night on the phone, and back at the desk: all rules once by each, the colours by both.
      await page.emulateMedia({ colorScheme: viewport === PHONE ? 'dark' : 'light' })
      expect(await faultsOf(page, 'colours'), `the other colours ${at}`).to.deep.equal([])
    }
    expect(window.complaints.join('; '), 'complaints').to.equal('')
  }

  for (const state of Object.keys(states)) {
    it(state, async () => {
      const faults = await Promise.all(
        windows.map((window) =>
          look(window, `${served.url}/${state}?lang=${window.lang}`).catch((error: unknown) => {
            return `${window.how}: ${error instanceof Error ? error.message : String(error)}`
          }),
        ),
      )
      expect(faults.filter(Boolean).join('\n')).to.equal('')
    })
  }
})
