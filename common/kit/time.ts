/** Formats a time for the API, always in this form: `2026-01-31T09:30:00.000000Z`. */
export function iso(time: Date): string {
  return time.toISOString().slice(0, -1) + '000Z'
}

/** Formats a time like `iso`; null stays null. */
export function isoOrNull(time: Date | null): string | null {
  return time && iso(time)
}

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds)
}

/** Returns the same UTC time `months` calendar months later, limited to that month's last day. */
export function monthsLater(time: Date, months: number): Date {
  const moved = new Date(time)
  moved.setUTCDate(1) // which every month has
  moved.setUTCMonth(time.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(time.getUTCDate(), lastDay))
  return moved
}

/** The years that the database supports. */
const FIRST_YEAR = 1970
const LAST_YEAR = 9_999

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)$/i

/** Says, after the name of a field, why `text` is not a timestamp. */
export function unfitTime(text: unknown): string {
  const year = typeof text === 'string' ? ISO_8601.exec(text)?.[1] : undefined
  if (Number(year) < FIRST_YEAR) return `must be in ${FIRST_YEAR} or later`
  return year !== undefined
    ? 'is not a day and time that exists. Check the day of the month and the hour'
    : 'must be an ISO 8601 time with an offset, such as 2026-01-31T09:30:00Z'
}

/** Parses an ISO 8601 timestamp with an offset. Returns null if it is invalid, or names a day that does not exist. */
export function parseTime(text: string): Date | null {
  const parts = ISO_8601.exec(text)
  if (!parts) return null
  const part = (group: number) => Number(parts[group] || 0) // a group that did not match is undefined
  const [year, month, day] = [part(1), part(2), part(3)]
  const [hour, minute, second] = [part(4), part(5), part(6)]
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (year < FIRST_YEAR || month < 1 || month > 12 || day < 1 || day > daysInMonth) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  const milliseconds = Number((parts[7] || '0').padEnd(3, '0').slice(0, 3))
  const offset = parseOffset(parts[8] ?? 'Z')
  if (offset === null) return null
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds) - offset)
  return time.getUTCFullYear() > LAST_YEAR ? null : time
}

function parseOffset(text: string): number | null {
  if (text.toUpperCase() === 'Z') return 0
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  const hours = Number(digits.slice(0, 2))
  const minutes = Number(digits.slice(2))
  if (hours > 23 || minutes > 59) return null
  return (text.startsWith('-') ? -1 : 1) * (hours * HOUR + minutes * MINUTE)
}
