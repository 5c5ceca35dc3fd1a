import { withoutDirectionMarks } from '../../kit/text.ts'

/** Matches characters that break a line. */
const LINE_BREAKERS = /[\p{Cc}\u2028\u2029]+/gu

/** Returns text from a user as one line that cannot start a header, a paragraph or a change of text direction. */
export function oneLine(text: string): string {
  return withoutDirectionMarks(text.toWellFormed()).replace(LINE_BREAKERS, ' ').replace(/ {2,}/g, ' ').trim()
}

/** Returns the lines of text from a user, each made safe. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(oneLine)
    .filter((line) => line !== '')
}

/** Makes every string in `value` a single line, at any depth. */
export function withSingleLines<Value>(value: Value): Value {
  if (typeof value === 'string') return oneLine(value) as Value
  if (Array.isArray(value)) return value.map(withSingleLines) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withSingleLines(inner as unknown)]),
  ) as Value
}
