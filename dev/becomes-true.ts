import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Checks until `check` returns true. Returns false after some `seconds`. It checks every 20 ms at first and every 100 ms
 * later: a check may be a request, and takes time from what is awaited. A correction of the system's clock does not end
 * the wait. Nor does a machine that stands still during a pause: the pause counts as long as it was meant to be.
 */
export async function becomesTrue(
  check: () => boolean | Promise<boolean>,
  seconds: number,
): Promise<boolean> {
  for (let waited = 0; waited < seconds * 1000;) {
    const start = performance.now()
    if (await check()) return true
    const pause = Math.min(100, 20 + waited / 50)
    waited += performance.now() - start + pause
    await sleep(pause)
  }
  return false
}
