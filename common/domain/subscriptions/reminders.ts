import { atHour, dayOf, daysLater } from './calendar.ts'

const DAYS_BEFORE = { month: [7, 1], year: [30, 7, 1] } as const
const HOUR = 10

export interface Reminder {
  at: Date
  daysBefore: number
}

/** Returns the reminders before `end`, in order: at 10:00 local time, some days before its day. */
export function remindersBefore(end: Date, unit: 'month' | 'year', zone: string): Reminder[] {
  const last = dayOf(end, zone)
  return DAYS_BEFORE[unit].map((daysBefore) => ({
    at: atHour(daysLater(last, -daysBefore), HOUR, zone),
    daysBefore,
  }))
}
