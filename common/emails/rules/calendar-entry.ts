/** A whole day in a customer's calendar. */
export interface CalendarEntry {
  /** Names the entry wherever it is kept: a later one with the same name takes its place. */
  uid: string
  /** When it was said: the later of two entries counts. */
  stamp: Date
  /** The day by the merchant's calendar, `2026-09-12`. */
  day: string
  title: string
  description: string
  url: string
}

/**
 * The entry as an iCalendar file (RFC 5545). Published and not an invitation: nobody is asked to
 * answer. What was typed can start no line and no property of its own.
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
    'TRANSP:TRANSPARENT', // the day is still free for other things
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

/** The end of an all-day entry is the day after it. */
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

/** A line of more than 75 bytes goes on in the next one, after a blank; no character is cut in two. */
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
