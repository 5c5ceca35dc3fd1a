import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { faultsOf } from '../../support/axe.ts'
import { launchBrowser } from '../../support/browser.ts'
import { preview } from './preview.ts'
import { states } from './states.ts'

const WIDTHS = [320, 1280]
/** What a first view may weigh on the wire: the page, its styles, scripts and pictures, compressed. */
const WEIGHT = 60 * 1024

/** A browser's window, and what is noted of the page in it. */
interface Window {
  page: Page
  complaints: string[]
  /** All that came over the network. */
  bytes: number
  /** Chromium's layout shifts, added up. */
  moved: number
}

describe('by day and night, at 320 and 1280 px, with and without a script, everybody can read and use', function () {
  this.timeout(120_000)
  let browser: Browser
  let served: Awaited<ReturnType<typeof preview>>
  let windows: { how: string; lang: string; window: Window }[]

  before(async () => {
    served = await preview()
    browser = await launchBrowser()
    windows = await Promise.all(
      [true, false].flatMap((script) =>
        ['en', 'mn'].map(async (lang) => {
          const how = `${lang}, ${script ? 'with' : 'without'} a script`
          return { how, lang, window: await openWindow(script) }
        }),
      ),
    )
  })
  after(async () => {
    await browser.close()
    served.close()
  })

  async function openWindow(javaScriptEnabled: boolean): Promise<Window> {
    const page = await browser.newPage({ javaScriptEnabled })
    const devtools = await page.context().newCDPSession(page)
    const opened: Window = { page, complaints: [], bytes: 0, moved: 0 }
    page.on('console', (message) => message.type() === 'error' && opened.complaints.push(message.text()))
    page.on('pageerror', (error) => opened.complaints.push(error.message))
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (opened.bytes += encodedDataLength))
    devtools.on('PerformanceTimeline.timelineEventAdded', ({ event }) => {
      opened.moved += event.layoutShiftDetails?.value ?? 0
    })
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true }) // each view is a first one
    await devtools.send('PerformanceTimeline.enable', { eventTypes: ['layout-shift'] })
    return opened
  }

  async function look(window: Window, address: string, width: number): Promise<void> {
    const { page } = window
    await page.goto('about:blank')
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    Object.assign(window, { bytes: 0, moved: 0 })
    await page.goto(address)
    expect(await faultsOf(page), 'by day').to.deep.equal([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'fits').to.equal(true)
    expect(window.moved, 'moved').to.equal(0)
    expect(window.bytes, 'bytes').to.be.within(1_000, WEIGHT)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await faultsOf(page, 'colours'), 'by night').to.deep.equal([])
    expect(window.complaints).to.deep.equal([])
  }

  for (const state of Object.keys(states)) {
    it(state, async () => {
      const looks = windows.map(async ({ how, lang, window }) => {
        for (const width of WIDTHS) {
          try {
            await look(window, `${served.url}/${state}?lang=${lang}`, width)
          } catch (error) {
            const reason = error instanceof Error ? error.message : String(error)
            throw new Error(`${how}, at ${String(width)} px: ${reason}`, { cause: error })
          }
        }
      })
      await Promise.all(looks)
    })
  }
})
