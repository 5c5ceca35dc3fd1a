import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core'

const MAX_TRIES = 8

/**
 * Takes a PNG of a page or of a part of it, after it has been drawn. On a busy machine Chromium sometimes has no
 * frame yet and refuses. Retries for up to 13 seconds.
 */
export async function screenshot(of: Page | Locator, options: PageScreenshotOptions = {}): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await of.screenshot(options)
    } catch (error) {
      if (tries === MAX_TRIES || !String(error).includes('Unable to capture screenshot')) throw error
      await pause(50 * 2 ** tries)
    }
  }
}
