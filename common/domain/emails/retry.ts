import { HOUR, later, MINUTE, SECOND } from '../../kit/time.ts'

/** The delays between tries. The last try is about 18 hours after the first. */
const STEPS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]

/** The longest delay between two tries, in milliseconds. */
export const LONGEST_DELAY = 1.2 * Math.max(...STEPS)

/**
 * Returns when to try again after `tries` failures, or null to give up. `chance` (0 to 1) varies each delay by up to
 * a fifth, so that a recovered mail server does not get all emails at once. Uses the number of tries, not the email's
 * date, which on a test clock can be any time.
 */
export function nextTry(tries: number, now: Date, chance: number): Date | null {
  const step = STEPS[tries - 1]
  return step === undefined ? null : later(now, Math.round(step * (0.8 + 0.4 * chance)))
}
