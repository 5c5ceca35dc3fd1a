import { type Browser, chromium } from 'playwright-core'

/**
 * Made-up hosts such as shop.example refuse every connection, and no name server is asked about them. Were they
 * not found instead, the browser would look up a host of its own to see whether anything can be.
 */
const LOOPBACK_ALONE = '--host-resolver-rules=MAP * 127.0.0.1:9, EXCLUDE 127.0.0.1, EXCLUDE localhost'

/** The scripts of a page run once: compiling them well would take longer than it saves. */
const INTERPRETED = '--js-flags=--no-maglev --no-opt'

/**
 * Debian's Chromium, which asks nobody for updates: tests reach loopback alone. `remembering`: it brings
 * pages back as they were left, as people's browsers do and driven ones do not.
 */
export function launchBrowser({ remembering = false } = {}): Promise<Browser> {
  const quiet = ['no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync']
  const args = ['no-sandbox', 'disable-gpu', 'disable-quic', ...quiet].map((flag) => `--${flag}`)
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [...args, LOOPBACK_ALONE, INTERPRETED, '--dns-prefetch-disable'],
    ignoreDefaultArgs: remembering ? ['--disable-back-forward-cache'] : false,
  })
}
