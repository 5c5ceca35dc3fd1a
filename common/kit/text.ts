/** How long a person would say `text` is: in code points, not in UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** The first `length` code points of `text`. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join('')
}

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINE_BREAKS = /[^\P{Cc}\n\r\t]/u

/** Why `text` cannot be kept as it is, or null where it can. */
export function unfit(text: string, lineBreaks = false): 'control' | 'surrogate' | null {
  if (!text.isWellFormed()) return 'surrogate'
  return (lineBreaks ? CONTROL_BUT_LINE_BREAKS : CONTROL).test(text) ? 'control' : null
}

/** What was typed in a large field, as others will read it: without signs that no reader can see; null where nothing is left. */
export function readable(text: string): string | null {
  const lines = text.toWellFormed().replaceAll('\r\n', '\n')
  return (
    Array.from(lines, (sign) => (unfit(sign, true) ? '' : sign))
      .join('')
      .trim() || null
  )
}

const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** `text` without the signs that turn the direction of what follows them: in a sentence of ours, that is ours. */
export function unturned(text: string): string {
  return text.replace(TURNS, '')
}
