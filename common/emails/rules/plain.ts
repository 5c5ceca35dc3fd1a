import { unturned } from '../../kit/text.ts'

/** What would break a line. */
const UNRULY = /[\p{Cc}\u2028\u2029]+/gu

/** What somebody typed, as one line that cannot start a header, a paragraph or a change of direction. */
export function oneLine(text: string): string {
  return unturned(text.toWellFormed()).replace(UNRULY, ' ').replace(/ {2,}/g, ' ').trim()
}

/** The lines of what somebody typed, each of them by itself. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(oneLine)
    .filter((line) => line !== '')
}

/** Every text in `value`, however deep, as one line. */
export function tamed<Value>(value: Value): Value {
  if (typeof value === 'string') return oneLine(value) as Value
  if (Array.isArray(value)) return value.map(tamed) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, tamed(inner as unknown)]),
  ) as Value
}
