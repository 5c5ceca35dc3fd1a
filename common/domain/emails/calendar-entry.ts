/** An all-day entry in a customer's calendar. */
export interface CalendarEntry {
  /** Identifies the entry in every calendar: a later one with the same name replaces it. */
  uid: string
  /** When the entry was created: the newer of two entries counts. */
  stamp: Date
  /** The day in the merchant's time zone, `2026-09-12`. */
  day: string
  title: string
  description: string
  url: string
}

/**
 * Returns the entry as an iCalendar file (RFC 5545). Its method is PUBLISH, not REQUEST, so no reply is expected.
 * Text from users cannot start a line or a property.
 */
export function calendarFile({ uid, stamp, day, title, description, url }: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tolbor//Renewals//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(day))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT', // the day still counts as free
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

/** Returns the end of an all-day entry, which is the following day. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

const LONGEST = 75

/** Folds a line of more than 75 bytes: it continues in the next line after a space. No character is split. */
function folded(line: string): string {
  let text = ''
  let length = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (length + bytes > LONGEST) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += bytes
  }
  return text
}
