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
  /** The imported lines that no line of this file has been matched with. */
  recorded: RecordedLine[]
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
type Judged = Pick<StatementLine, 'day' | 'amount' | 'hash' | 'transfer'>

/**
 * How it is known that money is recorded already.
 *
 * - `same_transfer`: an imported line is this transfer.
 * - `entered`: a person entered this amount, and no imported line explains it.
 * - `probable`: an imported line of another layout may be this transfer: its amount is equal, and its day is near.
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
  /** The payments of the lines whose transfer was imported from another export. */
  readonly #known = new Map<StatementLine, Candidate>()

  /**
   * `imported`: the payment of each line that was imported before, by its hash in hexadecimal. `lines`: all lines of the
   * file. Each recorded line explains one of them at most, and equal lines are paired first.
   */
  constructor(
    candidates: readonly Candidate[],
    imported: ReadonlyMap<string, number>,
    lines: readonly StatementLine[],
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
    for (const isSame of [isSameLine, isSameTransfer])
      for (const { line, found } of withRecords) {
        const candidate = this.#known.has(line)
          ? undefined
          : found.find((one) => takeRecord(line, one, isSame))
        if (candidate) this.#known.set(line, candidate)
      }
  }

  match(line: StatementLine): Match {
    const found = this.#find(line)
    const paymentId = this.#known.get(line)?.id ?? this.#imported.get(line.hash.toString('hex'))
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
  #find({ references, day }: StatementLine): Candidate[] {
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

/**
 * Returns the meaning of a line for a payment whose reference it has. It is `paid_twice` only if no recorded money of the
 * payment can be this transfer: a merchant who returns money that arrived once loses it.
 */
function judge(line: Judged, candidate: Candidate): Meaning {
  const { amount } = line
  const { unexplained, recorded } = candidate
  // Asked first: a part that a person entered must not be entered again as the rest.
  if (amount !== null && unexplained.includes(amount))
    return { result: 'already_confirmed', evidence: 'entered', message: null }
  if (recorded.some((one) => mayBeSame(line, one))) return PROBABLE
  return { result: judgeAsNew(amount, candidate), evidence: null, message: null }
}

/** Returns the meaning of a single line, whose payment may have changed since it was matched. */
export function judgeAgain(line: Judged, candidate: Candidate): Meaning {
  const { recorded } = candidate
  const isKnown = recorded.some((one) => isSameLine(line, one) || isSameTransfer(line, one))
  return isKnown ? SAME_TRANSFER : judge(line, candidate)
}

/** Returns the meaning of money that is not recorded. */
function judgeAsNew(amount: Amount | null, candidate: Candidate): LineResult {
  const { unexplained, isSettled, order, missing } = candidate
  if (isSettled) return unexplained.length > 0 ? 'amount_differs' : 'paid_twice'
  if (order === 'paid') return 'paid_twice'
  if (order === 'ended') return 'too_late'
  return amount !== null && amount === missing ? 'exact' : 'amount_differs'
}

type Comparison = (line: Judged, recorded: RecordedLine) => boolean

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
 * Two layouts may write the sender and the text of one transfer differently. Within one layout, a line that differs is
 * another transfer.
 */
const mayBeSame: Comparison = ({ day, amount, transfer }, recorded) => {
  if (amount !== recorded.amount || isEqual(transfer.layoutHash, recorded.transfer.layoutHash)) return false
  const time = Date.parse(day)
  if (time > recorded.recordedAt.getTime() + BEFORE_BEGIN) return false
  return recorded.day === null || Math.abs(time - Date.parse(recorded.day)) <= NEAR
}

function isEqual(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

/** Removes the first recorded line that is the same, so that it explains no other line. Returns false without one. */
function takeRecord(line: Judged, { recorded }: Candidate, isSame: Comparison): boolean {
  const index = recorded.findIndex((one) => isSame(line, one))
  if (index >= 0) recorded.splice(index, 1)
  return index >= 0
}

/** Records that a line belongs to money of a payment, so that no later line is matched with the same money. */
function take(line: StatementLine, candidate: Candidate, { result, evidence }: Meaning): void {
  if (result === 'exact') Object.assign(candidate, { isSettled: true })
  if (evidence === 'entered') candidate.unexplained.splice(candidate.unexplained.indexOf(line.amount!), 1)
  if (evidence === 'probable') takeRecord(line, candidate, mayBeSame)
}
