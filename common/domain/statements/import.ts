import type { Amount } from '../../kit/money.ts'
import type { Evidence } from './match.ts'
import { LINE_RESULTS, type LineResult } from './object.ts'

/** `ready`: nothing is confirmed, and the columns can be corrected. */
export type ImportStatus = 'ready' | 'confirming' | 'done'

/**
 * The kinds of lines that the dashboard distinguishes, beyond the results of the API.
 *
 * - `probably_recorded`: `already_confirmed`, but the recorded line may be another transfer.
 * - `skipped`: no transaction, such as a total or a note of the bank.
 */
const LINE_KINDS = [...LINE_RESULTS, 'probably_recorded', 'skipped'] as const

export type LineKind = (typeof LINE_KINDS)[number]

/** The lines of one kind. */
export interface KindCount {
  count: number
  sum: Amount
}

/** The lines of a statement by what they mean. A row of an older release lacks the newer kinds. */
export type ImportResult = Record<LineResult, KindCount> &
  Partial<Record<LineKind, KindCount>> & {
    /** The lines of money that went out. */
    outgoing: number
  }

interface Judged {
  result: LineResult
  evidence: Evidence | null
  amount: Amount | null
}

export function kindOf({ result, evidence }: Pick<Judged, 'result' | 'evidence'>): LineKind {
  return evidence === 'probable' ? 'probably_recorded' : result
}

/** Counts the lines of each kind, with the sum of their money. */
export function countLines(
  lines: readonly Judged[],
  { outgoing, skipped }: { outgoing: number; skipped: readonly unknown[] },
): ImportResult {
  const kinds = Object.fromEntries(LINE_KINDS.map((kind) => [kind, { count: 0, sum: 0 }])) as Record<
    LineKind,
    KindCount
  >
  for (const line of lines) {
    const kind = kinds[kindOf(line)]
    kind.count += 1
    kind.sum += line.amount ?? 0
  }
  kinds.skipped.count = skipped.length
  return { ...kinds, outgoing }
}
