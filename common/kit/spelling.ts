/** Longer words are not compared: none of our names is this long. */
const MAX_LENGTH = 40

/** Returns how many letters must be inserted, deleted or replaced to turn `a` into `b`. */
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

/** Normalizes the style of a name: `successUrl`, `success-url` and `Success_URL` are equal to `success_url`. */
export function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Returns the known word that `word` probably means, or null. One letter in four may be wrong. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > MAX_LENGTH) return null
  const letters = plain(word)
  let best: { name: string; far: number } | null = null
  for (const name of known) {
    const other = plain(name)
    const most = Math.min(letters.length, other.length) / 4
    if (Math.abs(letters.length - other.length) > most) continue // each extra letter counts as wrong
    const far = distance(letters, other)
    if (far <= most && (best === null || far < best.far)) best = { name, far }
  }
  return best?.name ?? null
}
