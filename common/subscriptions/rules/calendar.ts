import { DateTime } from 'luxon'

/** A day of the merchant's calendar, `2026-02-28`; the zone is the project's. */
export type Day = string

/** The last second of a day: somebody who pays by hand has the whole day. */
const LAST_SECOND = { hour: 23, minute: 59, second: 59 }

/** Which day it is at `time` in `zone` (IANA). */
export function dayOf(time: Date, zone: string): Day {
  return DateTime.fromJSDate(time, { zone }).toISODate()!
}

/** The instant at which a day's paid time is over: 23:59:59 by the clocks of `zone`. */
export function endOf(day: Day, zone: string): Date {
  return DateTime.fromISO(day, { zone }).set(LAST_SECOND).toJSDate()
}

/** `hour` o'clock of a day by the clocks of `zone`; an hour that daylight saving skips is the one after it. */
export function atHour(day: Day, hour: number, zone: string): Date {
  return DateTime.fromISO(day, { zone }).set({ hour }).toJSDate()
}

export function daysLater(day: Day, days: number): Day {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate()!
}

/**
 * The day `months` whole calendar months after `anchor`, clamped to the month's last day. All months
 * are added in one step, so it never drifts: 31 Jan, 28 Feb, 31 Mar.
 */
export function monthsAfter(anchor: Day, months: number): Day {
  return DateTime.fromISO(anchor, { zone: 'utc' }).plus({ months }).toISODate()!
}
