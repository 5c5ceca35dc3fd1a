/** From this failed try on, the next comes after a whole lease. */
const LAST_STEP = 5

/**
 * How long a timer is left alone after its `tries`-th failed try, in milliseconds: twice as long each
 * time, and at most a lease, since what metrics and invariants look at as due is armed no further
 * ahead. Up to a fifth sooner, as `chance` (0 to 1) says, so that what failed together is not tried together.
 */
export function retryAfter(tries: number, lease: number, chance: number): number {
  const step = lease / 2 ** Math.max(0, LAST_STEP - tries)
  return Math.round(step * (1 - 0.2 * chance))
}
