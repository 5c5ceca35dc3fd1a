import { HOUR, later, MINUTE, SECOND } from '../../kit/time.ts'

/** How long after each failed attempt the next one is made, about: each is moved by up to a fifth. */
const STEPS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
const SPREAD = 0.2
export const LONGEST_RETRY_AFTER = 24 * HOUR

/**
 * When to try again after `tries` failed attempts, or null after the last. `chance` (0 to 1) spreads
 * what failed together. `askedFor`, the receiver's Retry-After in milliseconds, lengthens the step up
 * to a day and never shortens it.
 */
export function nextAttempt(tries: number, now: Date, chance: number, askedFor: number | null): Date | null {
  const step = STEPS[tries - 1]
  if (step === undefined) return null
  const spread = Math.round(step * (1 - SPREAD + 2 * SPREAD * chance))
  return later(now, Math.max(spread, Math.min(askedFor ?? 0, LONGEST_RETRY_AFTER)))
}
