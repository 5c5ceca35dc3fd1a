/** Returns the length of `text` in code points, not in UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Returns the first `length` code points of `text`. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join('')
}

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINE_BREAKS = /[^\P{Cc}\n\r\t]/u

/** Returns why `text` cannot be stored, or null if it can. */
export function unfit(text: string, lineBreaks = false): 'control' | 'surrogate' | null {
  if (!text.isWellFormed()) return 'surrogate'
  return (lineBreaks ? CONTROL_BUT_LINE_BREAKS : CONTROL).test(text) ? 'control' : null
}

/** Returns the text of a large field without invisible characters, or null if nothing is left. */
export function readable(text: string): string | null {
  const lines = text.toWellFormed().replaceAll('\r\n', '\n')
  return (
    Array.from(lines, (sign) => (unfit(sign, true) ? '' : sign))
      .join('')
      .trim() || null
  )
}

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns `text` without characters that change the text direction, because they would affect our sentence around it.
 */
export function withoutDirectionMarks(text: string): string {
  return text.replace(DIRECTION_MARKS, '')
}
