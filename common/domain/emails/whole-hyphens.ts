/** Matches `и-мэйл`, `1-р`: the part before the hyphen is not a separate word. */
const WORD = /(?<![\p{L}\p{N}-])(?:\p{Script=Cyrillic}|\d{1,3})-\p{Script=Cyrillic}[\p{L}\p{N}]{0,20}/gu

/** Matches a tag, an element with raw text, or text. */
const PART = /<(style|title)\b.*?<\/\1>|<[^>]*>|[^<]+/gs

/**
 * Returns the HTML without line breaks after such a hyphen. Uses markup instead of a special hyphen, so that copied
 * text, such as a reference, can still be found.
 */
export function wholeHyphens(html: string): string {
  return html.replace(PART, (part) =>
    part.startsWith('<') ? part : part.replace(WORD, '<span style="white-space:nowrap">$&</span>'),
  )
}
