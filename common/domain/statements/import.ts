import type { Amount } from '../../kit/money.ts'
import { LINE_RESULTS, type LineResult } from './object.ts'

/** `ready`: nothing is confirmed, and the columns can be corrected. */
export type ImportStatus = 'ready' | 'confirming' | 'done'

/** The lines of one kind. */
export interface KindCount {
  count: number
  sum: Amount
}

/** The lines of a statement by what they mean. */
export type ImportResult = Record<LineResult, KindCount> & {
  /** The lines of money that went out. */
  outgoing: number
}

interface Judged {
  result: LineResult
  amount: Amount | null
}

/** Counts the lines of each kind, with the sum of their money. */
export function countLines(lines: readonly Judged[], outgoing: number): ImportResult {
  const kinds = Object.fromEntries(LINE_RESULTS.map((kind) => [kind, { count: 0, sum: 0 }])) as Record<
    LineResult,
    KindCount
  >
  for (const { result, amount } of lines) {
    kinds[result].count += 1
    kinds[result].sum += amount ?? 0
  }
  return { ...kinds, outgoing }
}
