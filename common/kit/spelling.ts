/** Longer words are no misspelling of anything that we know, and are not compared. */
const LONGEST = 40

/** How many letters have to be put in, left out or exchanged to make `b` of `a`. */
export function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const exchanged = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      line.push(Math.min(exchanged, above[column]! + 1, line[column - 1]! + 1))
    }
    above = line
  }
  return above[b.length]!
}

/** `successUrl`, `success-url` and `Success_URL` are `success_url` in other manners. */
export function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The known word that `word` is most probably meant to be: a letter in four may be wrong. Null where it is none. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > LONGEST) return null
  const letters = plain(word)
  let best: { name: string; far: number } | null = null
  for (const name of known) {
    const other = plain(name)
    const most = Math.min(letters.length, other.length) / 4
    if (Math.abs(letters.length - other.length) > most) continue // each letter more is one wrong
    const far = distance(letters, other)
    if (far <= most && (best === null || far < best.far)) best = { name, far }
  }
  return best?.name ?? null
}
