import type { PackedRow } from './packed-query.ts'

/** So many looks are remembered; with more of them all are forgotten, and each is asked once more. */
const MOST = 2_000
/** Characters of a look and what it found: of many rows one will have changed, and merchants say how long theirs are. */
const LONGEST = 8_192

/** What a look found, each row as text. */
export type Found = readonly string[]

const found = new Map<string, Found>()

/** What was believed of some rows is no longer so: the transaction is to be run again, and sees what is. */
export class HasChanged extends Error {
  constructor() {
    super('a row has changed since it was last looked at')
  }
}

/** What this statement, its values written in, found last time; undefined where nobody remembers. */
export function recall(text: string): Found | undefined {
  return found.get(text)
}

export function remember(text: string, rows: readonly PackedRow[]): void {
  const texts = rows.map(asText)
  found.delete(text) // also where it has grown too long
  if (texts.reduce((sum, { length }) => sum + length, text.length) > LONGEST) return
  if (found.size >= MOST) found.clear()
  found.set(text, texts)
}

/** Refuses what differs from what somebody went on with, and remembers it. What is remembered by now may be another's. */
export function confirm(text: string, believed: Found, rows: readonly PackedRow[]): void {
  if (believed.length === rows.length && rows.every((row, index) => asText(row) === believed[index])) return
  remember(text, rows)
  throw new HasChanged()
}

/** Where the server says that it is JSON mysql2 has parsed it already. */
function asText({ packed }: PackedRow): string {
  return typeof packed === 'string' ? packed : JSON.stringify(packed)
}
