import { HOUR, later, MINUTE, SECOND } from '../../kit/time.ts'

/** How long after a failed try comes the next: a picture may be uploaded a little after its address is given. */
const STEPS = [10 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]

/** A picture that was tried this often is given up, also where a try ended with its worker. */
export const MOST_TRIES = STEPS.length + 1

/**
 * When to try again after `tries` failed ones, or null to give up. Each step is lengthened or
 * shortened by up to a fifth, as `chance` (0 to 1) says.
 */
export function nextTry(tries: number, now: Date, chance: number): Date | null {
  const step = STEPS[tries - 1]
  return step === undefined ? null : later(now, Math.round(step * (0.8 + 0.4 * chance)))
}
