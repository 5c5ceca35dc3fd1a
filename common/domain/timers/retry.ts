/** From this failed try on, the pause is a whole lease. */
const LAST_STEP = 5

/**
 * Returns the pause after the `tries`-th failed try, in milliseconds. It doubles each time, up to a lease:
 * metrics and invariants expect a due timer to be tried at least once per lease. `chance` (0 to 1) shortens
 * it by up to a fifth, so that timers that failed together are not retried together.
 */
export function retryAfter(tries: number, lease: number, chance: number): number {
  const step = lease / 2 ** Math.max(0, LAST_STEP - tries)
  return Math.round(step * (1 - 0.2 * chance))
}
