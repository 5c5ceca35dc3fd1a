import type { PackedRow } from './often.ts'

/** So many looks are remembered; with more of them all are forgotten, and each is asked once more. */
const MOST = 2_000
/** Characters: a longer statement is about many rows, of which one will have changed. */
const LONGEST = 4_096

const found = new Map<string, readonly string[]>()

/** What was believed of some rows is no longer so: the transaction is to be run again, and sees what is. */
export class HasChanged extends Error {
  constructor() {
    super('a row has changed since it was last looked at')
  }
}

/** What this statement, its values written in, found last time; undefined where nobody remembers. */
export function recall(text: string): PackedRow[] | undefined {
  return found.get(text)?.map((packed) => ({ packed }))
}

export function remember(text: string, rows: readonly PackedRow[]): void {
  if (text.length > LONGEST) return
  if (found.size >= MOST) found.clear()
  found.set(text, rows.map(asText))
}

/** Refuses what differs from what is remembered, and remembers it in its place. */
export function confirm(text: string, rows: readonly PackedRow[]): void {
  const known = found.get(text)
  if (known?.length === rows.length && rows.every((row, index) => asText(row) === known[index])) return
  remember(text, rows)
  throw new HasChanged()
}

/** Where the server says that it is JSON mysql2 has parsed it already. */
function asText({ packed }: PackedRow): string {
  return typeof packed === 'string' ? packed : JSON.stringify(packed)
}
