import {
  atHour,
  type Day,
  dayOf,
  daysLater,
  endOf,
  isDay,
} from '../../../common/domain/subscriptions/calendar.ts'

/** Returns the last day before a time in a form; empty without a time. */
export function dayField(time: string | null, zone: string): string {
  // A time that ends at midnight belongs to the day before.
  return time === null ? '' : dayOf(new Date(new Date(time).getTime() - 1), zone)
}

/** Returns the first day at or after a time in a form; empty without a time. */
export function firstDayField(time: string | null, zone: string): string {
  return time === null ? '' : dayOf(new Date(time), zone)
}

/** Returns a time as the day that a form takes for it; null if it is within a day, as only the API can set it. */
export function wholeDay(edge: 'first' | 'last', time: string, zone: string): Day | null {
  const at = new Date(time)
  const day = edge === 'first' ? firstDayField(time, zone) : dayField(time, zone)
  const edges =
    edge === 'first' ? [atHour(day, 0, zone)] : [endOf(day, zone), atHour(daysLater(day, 1), 0, zone)]
  return edges.some((one) => one.getTime() === at.getTime()) ? day : null
}

/** Returns the beginning of a day of a form; null if it is not a day. */
export function startOfDay(typed: string, zone: string): string | null {
  return isDay(typed) ? atHour(typed, 0, zone).toISOString() : null
}

/** Returns the end of a day of a form; null if it is not a day. */
export function endOfDay(typed: string, zone: string): string | null {
  return isDay(typed) ? endOf(typed, zone).toISOString() : null
}
