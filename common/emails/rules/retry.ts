import { HOUR, later, MINUTE, SECOND } from '../../kit/time.ts'

/** How long after a failed try comes the next; the last comes about 18 hours after the first. */
const STEPS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]

/**
 * When to try again after `tries` failed ones, or null to give up. Each step is lengthened or
 * shortened by up to a fifth, as `chance` (0 to 1) says, so that a mail server which comes back is
 * not met by everybody at once. Counted and not measured from the email's date, which on a test
 * clock may lie anywhere.
 */
export function nextTry(tries: number, now: Date, chance: number): Date | null {
  const step = STEPS[tries - 1]
  return step === undefined ? null : later(now, Math.round(step * (0.8 + 0.4 * chance)))
}
