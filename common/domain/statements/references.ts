/** The most references that are looked up for one line. */
const MOST = 20

/**
 * Returns what may be a payment's reference in a description: six digits, not part of a longer number. `exact` ones are
 * written together; `spaced` ones have white space or hyphens between their digits, as in `726 741`.
 */
export function referencesIn(description: string): { exact: string[]; spaced: string[] } {
  const text = description.normalize('NFKC')
  const exact = text.match(/(?<!\d)[1-9]\d{5}(?!\d)/g) ?? []
  const spaced: string[] = []
  for (const [group] of text.matchAll(/\d+(?:[\s\u2010-\u2015-]{1,2}\d+)+/g)) {
    const parts = group.split(/\D+/)
    for (let first = 0; first < parts.length; first += 1)
      for (
        let joined = parts[first]!, next = first + 1;
        joined.length < 6 && next < parts.length;
        next += 1
      ) {
        joined += parts[next]!
        if (joined.length === 6 && !joined.startsWith('0')) spaced.push(joined)
      }
  }
  return { exact: few(exact), spaced: few(spaced) }
}

function few(references: readonly string[]): string[] {
  return Array.from(new Set(references)).slice(0, MOST)
}
