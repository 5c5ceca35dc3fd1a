import { HOUR, later, MINUTE, SECOND } from '../../kit/time.ts'

/** Pause after each failed attempt, varied randomly by up to a fifth. */
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
 * Returns the time of the next attempt after `tries` failed ones, or null after the last. `chance` (0 to 1)
 * spreads deliveries that failed together. `askedFor`, the receiver's Retry-After in milliseconds, can
 * lengthen the pause up to a day but never shorten it.
 */
export function nextAttempt(tries: number, now: Date, chance: number, askedFor: number | null): Date | null {
  const step = STEPS[tries - 1]
  if (step === undefined) return null
  const spread = Math.round(step * (1 - SPREAD + 2 * SPREAD * chance))
  return later(now, Math.max(spread, Math.min(askedFor ?? 0, LONGEST_RETRY_AFTER)))
}
