import type * as Luxon from 'luxon'
import { lazily } from '../../kit/lazily.ts'

const luxon = lazily<typeof Luxon>('luxon')

/** A day in the project's time zone: `2026-02-28`. */
export type Day = string

/** Returns whether a text is a day that exists. */
export function isDay(text: string): text is Day {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return time !== null && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

/** Returns the day at `time` in `zone` (IANA). */
export function dayOf(time: Date, zone: string): Day {
  return luxon().DateTime.fromJSDate(time, { zone }).toISODate()!
}

/**
 * Returns when a day's paid time ends: 23:59:59 in `zone`, since a customer who pays by hand has the whole
 * day. If daylight saving ends at midnight, that time exists twice: returns the second before the next
 * day first begins.
 */
export function endOf(day: Day, zone: string): Date {
  const next = luxon().DateTime.fromISO(daysLater(day, 1), { zone }).startOf('day')
  const starts = next.getPossibleOffsets().map((start) => start.toMillis())
  return new Date(Math.min(...starts) - 1_000)
}

/** Returns when a trial of `days` days ends that starts at `start`: with the local day so many days later. */
export function trialEnd(start: Date, days: number, zone: string): Date {
  return endOf(daysLater(dayOf(start, zone), days), zone)
}

/** Returns `hour` o'clock of a day in `zone`; an hour skipped by daylight saving becomes the next one. */
export function atHour(day: Day, hour: number, zone: string): Date {
  return luxon().DateTime.fromISO(day, { zone }).set({ hour }).toJSDate()
}

export function daysLater(day: Day, days: number): Day {
  return luxon().DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate()!
}

/**
 * Returns the day `months` calendar months after `anchor`, at most the month's last day. Adds all months in
 * one step, so the day does not drift: 31 Jan, 28 Feb, 31 Mar.
 */
export function monthsAfter(anchor: Day, months: number): Day {
  return luxon().DateTime.fromISO(anchor, { zone: 'utc' }).plus({ months }).toISODate()!
}
