import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { config } from '../../../common/runtime/config.ts'
import { launchBrowser } from '../browser.ts'
import { serveApp } from '../serve.ts'
import { forgetSignIns, MemberBrowser } from './member.ts'

interface MemberPages {
  /** Opens a context of the browser in which a member is signed in. */
  signedIn(email: string, options?: BrowserContextOptions): Promise<BrowserContext>
}

/** Serves the service and launches a browser, for the tests of a `describe`. */
export function withMemberPages(): MemberPages {
  let browser: Browser
  let close: () => void
  before(async () => {
    close = await serveApp()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    close()
  })
  beforeEach(forgetSignIns)
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })
  return {
    async signedIn(email, options = {}) {
      const { cookies } = await MemberBrowser.of(email)
      const url = config().baseUrl
      const context = await browser.newContext({ baseURL: url, ...options })
      await context.addCookies(Array.from(cookies, ([name, value]) => ({ name, value, url })))
      return context
    },
  }
}

/** Returns the errors in the console of a page, as they occur. */
export function consoleErrorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}
