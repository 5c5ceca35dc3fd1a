import { DAY, later } from '../../kit/time.ts'
import { atHour, dayOf, daysLater } from '../subscriptions/calendar.ts'

const HOUR = 10

/** The next time after `time` at which a merchant is told what waits: at 10:00 of a day of theirs. */
export function nextDigest(time: Date, zone: string): Date {
  const today = dayOf(time, zone)
  const at = atHour(today, HOUR, zone)
  return at > time ? at : atHour(daysLater(today, 1), HOUR, zone)
}

/** Who is told of a transfer at once is told again when it has waited for so long. */
const LONG = DAY
/** Merchants who have not decided by then know of it, and do not want to. */
const GIVEN_UP = 14 * DAY

/** The first digest that a transfer makes necessary, which was reported at `claimedAt`. */
export function firstDigest(claimedAt: Date, zone: string): Date {
  return nextDigest(later(claimedAt, LONG), zone)
}

/** What waits since before this has waited for long. */
export function longBefore(now: Date): Date {
  return later(now, -LONG)
}

/** Of what was due before this nobody is reminded for its own sake any more. */
export function givenUpBefore(now: Date): Date {
  return later(now, -GIVEN_UP)
}

/** Days that are left until `due`, a begun one counted; 0 when it is over. */
export function daysLeft(due: Date, now: Date): number {
  return Math.max(0, Math.ceil((due.getTime() - now.getTime()) / DAY))
}
