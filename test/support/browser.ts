import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

/**
 * Debian's Chromium, which asks nobody for updates: tests reach loopback alone. `remembering`: it brings
 * pages back as they were left, as people's browsers do and driven ones do not.
 */
export function launchBrowser({ remembering = false } = {}): Promise<Browser> {
  const quiet = ['no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync']
  const args = ['no-sandbox', 'disable-gpu', 'disable-quic', ...quiet].map((flag) => `--${flag}`)
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args,
    ignoreDefaultArgs: remembering ? ['--disable-back-forward-cache'] : false,
  })
}
