import { DAY, later } from '../../kit/time.ts'
import { atHour, dayOf, daysLater } from '../subscriptions/calendar.ts'

const HOUR = 10

/** Returns the time of the next digest after `time`: 10:00 in the merchant's time zone. */
export function nextDigest(time: Date, zone: string): Date {
  const today = dayOf(time, zone)
  const at = atHour(today, HOUR, zone)
  return at > time ? at : atHour(daysLater(today, 1), HOUR, zone)
}

/** The merchant gets an email at each report. A digest repeats it after the payment has waited for this time. */
const LONG_WAIT = DAY
/** The last reminder. A merchant who has not decided by then has received many digests. */
const LAST_REMINDER = 14 * DAY

/** Returns the time of the first digest that includes a payment reported at `claimedAt`. */
export function firstDigest(claimedAt: Date, zone: string): Date {
  return nextDigest(later(claimedAt, LONG_WAIT), zone)
}

/** Returns the latest report time of a payment that has waited for long. */
export function longWaitBefore(now: Date): Date {
  return later(now, -LONG_WAIT)
}

/** Returns the due time of a decision from which on the merchant is no longer reminded. */
export function unremindedBefore(now: Date): Date {
  return later(now, -LAST_REMINDER)
}

/** Returns the days until `due`, rounded up; 0 if it has passed. */
export function daysLeft(due: Date, now: Date): number {
  return Math.max(0, Math.ceil((due.getTime() - now.getTime()) / DAY))
}
