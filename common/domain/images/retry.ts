import { HOUR, later, MINUTE, SECOND } from '../../kit/time.ts'

/** The delays between tries: a picture may be uploaded a little after its address is set. */
const STEPS = [10 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]

/** The number of tries before giving up, including tries that ended with a killed worker. */
export const MOST_TRIES = STEPS.length + 1

/**
 * Returns when to try again after `tries` failures, or null to give up. `chance` (0 to 1) varies each delay by up to
 * a fifth.
 */
export function nextTry(tries: number, now: Date, chance: number): Date | null {
  const step = STEPS[tries - 1]
  return step === undefined ? null : later(now, Math.round(step * (0.8 + 0.4 * chance)))
}
