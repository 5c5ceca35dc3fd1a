import type { Amount } from '../../kit/money.ts'
import { DAY } from '../../kit/time.ts'
import type { StatementLine } from './lines.ts'
import type { LineResult } from './object.ts'

/** A payment that a line may pay. */
export interface Candidate {
  id: number
  reference: string
  currency: string
  createdAt: Date
  /** False for a payment of a test clock, whose times are not real. */
  hasRealTime: boolean
  /** Whether all its money has arrived and its use is decided. */
  isSettled: boolean
  /** The amount that it is missing. */
  missing: Amount
  /** Whether its order can be completed by it now, was paid by another payment, or has ended. */
  order: 'open' | 'paid' | 'ended'
  /** The received amounts that no imported line explains. */
  unexplained: Amount[]
  /** The same of another payment that has paid its order. A person may have entered this payment's transfer there. */
  elsewhere: readonly Amount[]
  /** The imported lines that no line of this file has been matched with. */
  recorded: RecordedLine[]
  /** The number of all its imported lines. */
  recordedCount: number
}

/** A line that was imported before. An older release stored no day and no `transfer`. */
export interface RecordedLine {
  hash: Buffer
  amount: Amount
  day: string | null
  transfer: { [Name in keyof StatementLine['transfer']]: Buffer | null }
  recordedAt: Date
}

/** The part of a line that its meaning depends on. */
export type JudgedLine = Pick<StatementLine, 'day' | 'amount' | 'hash' | 'transfer' | 'references'>

/** The first and the last day of the lines of a file. */
export interface Period {
  first: string
  last: string
}

export function periodOf(lines: readonly { day: string | null }[]): Period {
  const days = lines.flatMap(({ day }) => day ?? [])
  const least = (one: string, other: string) => (one < other ? one : other)
  const most = (one: string, other: string) => (one > other ? one : other)
  return { first: days.reduce(least, '9999'), last: days.reduce(most, '') }
}

/**
 * How it is known that money is recorded already.
 *
 * - `same_transfer`: an imported line is this transfer.
 * - `entered`: a person entered this amount, and no imported line explains it.
 * - `probable`: an imported line may be this transfer, written differently: its amount is equal, and its day is near. Or a
 *   person may have entered it for another payment of the order.
 */
export type Evidence = 'same_transfer' | 'entered' | 'probable'

export interface Meaning {
  result: LineResult
  /** Null unless the result is `already_confirmed`. */
  evidence: Evidence | null
  message: string | null
}

/** The meaning of a line, and the payment that it is about. */
export interface Match extends Meaning {
  candidate: Candidate | null
}

/** A bank may book a transfer before the day on which our clock saw its payment begin. */
const BEFORE_BEGIN = 2 * DAY
/** Exports name the day of a transfer or the day of its booking, which holidays separate. */
const NEAR = 5 * DAY

/** Matches lines to payments. Lines that came before count: of two equal lines the second one is `paid_twice`. */
export class Matcher {
  readonly #byReference = new Map<string, Candidate[]>()
  readonly #imported: ReadonlyMap<string, number>
  /** The lines that a recorded line explains. */
  readonly #known = new Map<JudgedLine, Match>()

  /**
   * `imported`: the payment of each line that was imported before, by its hash in hexadecimal. `lines`: all lines of the
   * file, or all of these payments with the `period` of the file. Each recorded line explains one of them at most: first
   * equal lines are paired, then equal transfers, then lines that are only alike.
   */
  constructor(
    candidates: readonly Candidate[],
    imported: ReadonlyMap<string, number>,
    lines: readonly JudgedLine[],
    period: Period = periodOf(lines),
  ) {
    this.#imported = imported
    for (const candidate of candidates) {
      const same = this.#byReference.get(candidate.reference) ?? []
      this.#byReference.set(candidate.reference, [...same, candidate])
    }
    const withRecords = lines.flatMap((line) => {
      const found = this.#find(line).filter(({ recorded }) => recorded.length > 0)
      return found.length > 0 ? [{ line, found }] : []
    })
    const pair = (meaning: Meaning, isSame: Comparison) => {
      for (const { line, found } of withRecords) {
        if (this.#known.has(line)) continue
        const candidate = found.find((one) => takeRecord(line, one, isSame))
        if (candidate) this.#known.set(line, { ...meaning, candidate })
      }
    }
    pair(SAME_TRANSFER, isSameLine)
    pair(SAME_TRANSFER, isSameTransfer)
    // The same day first, then by day: otherwise a line might take the only record that is near to another one.
    pair(PROBABLE, mayBeSame(period, 0))
    withRecords.sort(({ line: one }, { line: other }) =>
      one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
    )
    for (const { found } of withRecords) for (const { recorded } of found) recorded.sort(byDay)
    pair(PROBABLE, mayBeSame(period, NEAR))
  }

  match(line: JudgedLine): Match {
    const known = this.#known.get(line)
    if (known) return known
    const found = this.#find(line)
    const paymentId = this.#imported.get(line.hash.toString('hex'))
    if (paymentId !== undefined)
      return { ...SAME_TRANSFER, candidate: found.find(({ id }) => id === paymentId) ?? null }
    const matches = found.map((candidate): Match => ({ candidate, ...judge(line, candidate) }))
    const recorded = matches.find(({ result }) => result === 'already_confirmed')
    const exact = matches.filter(({ result }) => result === 'exact')
    if (!recorded && exact.length > 1) {
      const references = exact.map(({ candidate }) => candidate!.reference).join(', ')
      return {
        ...NONE,
        message: `Several payments of this amount fit: ${references}. Confirm the right one yourself.`,
      }
    }
    const match = recorded ?? exact[0] ?? matches[0] ?? NONE
    if (match.candidate) take(line, match.candidate, match)
    return match
  }

  /** Returns the payment of each reference in the description. References with gaps count only if no other one does. */
  #find({ references, day }: JudgedLine): Candidate[] {
    const dayEnd = Date.parse(day) + DAY
    const owner = (reference: string) => {
      const begun = (this.#byReference.get(reference) ?? []).filter(
        ({ createdAt, hasRealTime }) => !hasRealTime || createdAt.getTime() < dayEnd + BEFORE_BEGIN,
      )
      // A reference is given again after some time. The line belongs to the last payment that had begun.
      return begun.sort((one, other) => other.id - one.id).slice(0, 1)
    }
    const exact = references.exact.flatMap(owner)
    return exact.length > 0 ? exact : references.spaced.flatMap(owner)
  }
}

const NONE = { result: 'unknown_reference', evidence: null, candidate: null, message: null } as const
const SAME_TRANSFER = { result: 'already_confirmed', evidence: 'same_transfer', message: null } as const
const PROBABLE = {
  result: 'already_confirmed',
  evidence: 'probable',
  message:
    'Probably recorded before: an imported line has this amount and reference, and a near day. Check that your account shows both.',
} as const

const ELSEWHERE = {
  result: 'already_confirmed',
  evidence: 'probable',
  message:
    'Probably recorded before: this amount was entered for another payment of the same order. Check that your account shows both.',
} as const

/**
 * Returns the meaning of a line that no recorded line explains, for a payment whose reference it has. It is `paid_twice`
 * only if no recorded money of the payment can be this transfer: a merchant who returns money that arrived once loses it.
 */
function judge({ amount }: JudgedLine, candidate: Candidate): Meaning {
  // Asked first: a part that a person entered must not be entered again as the rest.
  if (amount !== null && candidate.unexplained.includes(amount))
    return { result: 'already_confirmed', evidence: 'entered', message: null }
  const result = judgeAsNew(amount, candidate)
  if (result === 'paid_twice' && amount !== null && candidate.elsewhere.includes(amount)) return ELSEWHERE
  return { result, evidence: null, message: null }
}

/** Returns the meaning of money that is not recorded. */
function judgeAsNew(amount: Amount | null, candidate: Candidate): LineResult {
  const { unexplained, isSettled, order, missing } = candidate
  if (isSettled) return unexplained.length > 0 ? 'amount_differs' : 'paid_twice'
  if (order === 'paid') return 'paid_twice'
  if (order === 'ended') return 'too_late'
  return amount !== null && amount === missing ? 'exact' : 'amount_differs'
}

type Comparison = (line: JudgedLine, recorded: RecordedLine) => boolean

const isSameLine: Comparison = ({ hash }, recorded) => hash.equals(recorded.hash)

/** Within one layout, another sender is another transfer. Another layout may lack the sender. */
const isSameTransfer: Comparison = ({ transfer }, { transfer: recorded }) => {
  if (!isEqual(transfer.textHash, recorded.textHash)) return false
  const { senderHash, layoutHash } = transfer
  const isMissing = senderHash === null || recorded.senderHash === null
  return isMissing && !isEqual(layoutHash, recorded.layoutHash)
    ? true
    : isEqual(senderHash, recorded.senderHash)
}

/**
 * Two exports may write the sender, the text and the day of one transfer differently. Exports of one layout rarely do: their
 * charset may differ, a spreadsheet may have rewritten them, or the bank completes a line later. A file of the same layout
 * must contain the recorded lines of its period, so one that is not found there is written differently.
 */
const mayBeSame =
  ({ first, last }: Period, apart: number): Comparison =>
  ({ day, amount, transfer }, recorded) => {
    if (amount !== recorded.amount) return false
    const latest = recorded.recordedAt.getTime() + BEFORE_BEGIN
    if (recorded.day === null) return apart > 0 && Date.parse(day) <= latest
    const isSameLayout = isEqual(transfer.layoutHash, recorded.transfer.layoutHash)
    if (isSameLayout && (recorded.day < first || recorded.day > last)) return false
    const recordedTime = Date.parse(recorded.day)
    const times = timesMeant(day)
    return (
      times.some((time) => time <= latest) && times.some((time) => Math.abs(time - recordedTime) <= apart)
    )
  }

/** Returns the times that a day may mean: an earlier file may have been read in the other order of day and month. */
function timesMeant(day: string): number[] {
  const [year, month, date] = day.split('-')
  const times = [Date.parse(day), Date.parse(`${year}-${date}-${month}`)]
  return times.filter((time) => !Number.isNaN(time))
}

/** Sorts recorded lines by day, the ones without a day last. */
function byDay({ day: one }: RecordedLine, { day: other }: RecordedLine): number {
  if (one === other) return 0
  return one !== null && (other === null || one < other) ? -1 : 1
}

function isEqual(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

/** Removes the first recorded line that is the same, so that it explains no other line. Returns false without one. */
function takeRecord(line: JudgedLine, { recorded }: Candidate, isSame: Comparison): boolean {
  const index = recorded.findIndex((one) => isSame(line, one))
  if (index >= 0) recorded.splice(index, 1)
  return index >= 0
}

/** Records that a line belongs to money of a payment, so that no later line is matched with the same money. */
function take(line: JudgedLine, candidate: Candidate, { result, evidence }: Meaning): void {
  if (result === 'exact') Object.assign(candidate, { isSettled: true })
  if (evidence === 'entered') candidate.unexplained.splice(candidate.unexplained.indexOf(line.amount!), 1)
}
