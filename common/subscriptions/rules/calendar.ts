import type * as Luxon from 'luxon'
import { lazily } from '../../kit/lazily.ts'

const luxon = lazily<typeof Luxon>('luxon')

/** A day of the merchant's calendar, `2026-02-28`; the zone is the project's. */
export type Day = string

/** Which day it is at `time` in `zone` (IANA). */
export function dayOf(time: Date, zone: string): Day {
  return luxon().DateTime.fromJSDate(time, { zone }).toISODate()!
}

/**
 * The instant at which a day's paid time is over: its last second by the clocks of `zone`, 23:59:59,
 * since somebody who pays by hand has the whole day. Where summer time ends at midnight, clocks show
 * that twice, or the next day's first hour: it is the second before that day first begins.
 */
export function endOf(day: Day, zone: string): Date {
  const next = luxon().DateTime.fromISO(daysLater(day, 1), { zone }).startOf('day')
  const starts = next.getPossibleOffsets().map((start) => start.toMillis())
  return new Date(Math.min(...starts) - 1_000)
}

/** `hour` o'clock of a day by the clocks of `zone`; an hour that daylight saving skips is the one after it. */
export function atHour(day: Day, hour: number, zone: string): Date {
  return luxon().DateTime.fromISO(day, { zone }).set({ hour }).toJSDate()
}

export function daysLater(day: Day, days: number): Day {
  return luxon().DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate()!
}

/**
 * The day `months` whole calendar months after `anchor`, clamped to the month's last day. All months
 * are added in one step, so it never drifts: 31 Jan, 28 Feb, 31 Mar.
 */
export function monthsAfter(anchor: Day, months: number): Day {
  return luxon().DateTime.fromISO(anchor, { zone: 'utc' }).plus({ months }).toISODate()!
}
