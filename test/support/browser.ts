import { type Browser, chromium } from 'playwright-core'

/**
 * Maps invented hosts such as shop.example to a closed port, without DNS. If their lookup failed instead, the
 * browser would look up a host on the internet to check its DNS.
 */
const LOOPBACK_ONLY = '--host-resolver-rules=MAP * 127.0.0.1:9, EXCLUDE 127.0.0.1, EXCLUDE localhost'

/** The scripts of a page run once: optimizing them takes longer than it saves. */
const INTERPRETED = '--js-flags=--no-maglev --no-opt'

/**
 * Launches Debian's Chromium without update checks, since tests may only connect to loopback. `backForwardCache`
 * restores pages on "back" as customers' browsers do; browsers under test do not by default.
 */
export function launchBrowser({ backForwardCache = false } = {}): Promise<Browser> {
  const quiet = ['no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync']
  const args = ['no-sandbox', 'disable-gpu', 'disable-quic', ...quiet].map((flag) => `--${flag}`)
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [...args, LOOPBACK_ONLY, INTERPRETED, '--dns-prefetch-disable'],
    ignoreDefaultArgs: backForwardCache ? ['--disable-back-forward-cache'] : false,
  })
}
