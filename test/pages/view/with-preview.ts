import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from '../../support/browser.ts'
import { preview } from './preview.ts'

/** The preview of all states, and a browser for it. */
interface PreviewInBrowser {
  readonly url: string
  readonly browser: Browser
  /** Opens a state as a new visitor. */
  open(state: string, options?: BrowserContextOptions): Promise<Page>
}

/** Serves the states and launches a browser for the tests of a `describe`. */
export function withPreview(): PreviewInBrowser {
  const started = {} as { preview: Awaited<ReturnType<typeof preview>>; browser: Browser }
  before(async () => {
    started.preview = await preview()
    started.browser = await launchBrowser()
  })
  after(async () => {
    await started.browser.close()
    started.preview.close()
  })
  return {
    get url() {
      return started.preview.url
    },
    get browser() {
      return started.browser
    },
    async open(state, options = {}) {
      const context = await started.browser.newContext(options)
      const page = await context.newPage()
      await page.goto(`${started.preview.url}/${state}`)
      return page
    },
  }
}
