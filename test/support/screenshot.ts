import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core'

const MOST_TRIES = 8

/**
 * A picture of a page or of a part of it, as PNG; taking one waits until it has been drawn. On a busy machine
 * Chromium has nothing to show yet, now and then, and refuses: it is asked again, for up to ten seconds.
 */
export async function screenshot(of: Page | Locator, options: PageScreenshotOptions = {}): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await of.screenshot(options)
    } catch (error) {
      if (tries === MOST_TRIES || !String(error).includes('Unable to capture screenshot')) throw error
      await pause(50 * 2 ** tries)
    }
  }
}
