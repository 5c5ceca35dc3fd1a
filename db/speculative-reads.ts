import type { PackedRow } from './packed-query.ts'

/** With more statements than this, all are forgotten, and each waits for its result once. */
const CACHE_SIZE = 2_000
/** Characters of a statement and its result. Merchants decide how long their texts are. */
const LONGEST = 8_192

/** The result of a statement: each row as text. */
export type CachedRows = readonly string[]

const cache = new Map<string, CachedRows>()

/** A cached row is stale. The transaction must run again: it then waits for the current rows. */
export class StaleRead extends Error {
  constructor() {
    super('a cached row has changed')
  }
}

/** Returns the last result of a statement with its values; undefined if it is not cached. */
export function cachedRows(text: string): CachedRows | undefined {
  return cache.get(text)
}

export function cacheRows(text: string, rows: readonly PackedRow[]): void {
  const texts = rows.map(asText)
  cache.delete(text) // the new result may be too long
  if (texts.reduce((sum, { length }) => sum + length, text.length) > LONGEST) return
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(text, texts)
}

/** Throws `StaleRead`, and caches `rows`, if they differ from the rows that a transaction used. */
export function verify(text: string, used: CachedRows, rows: readonly PackedRow[]): void {
  if (used.length === rows.length && rows.every((row, index) => asText(row) === used[index])) return
  cacheRows(text, rows)
  throw new StaleRead()
}

/** mysql2 has parsed the list if the server says that it is JSON. */
function asText({ packed }: PackedRow): string {
  return typeof packed === 'string' ? packed : JSON.stringify(packed)
}
