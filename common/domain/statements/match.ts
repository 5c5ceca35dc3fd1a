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
}

/** The meaning of a line, and the payment that it is about. */
export interface Match {
  result: LineResult
  candidate: Candidate | null
  message: string | null
}

/** A bank may book a transfer before the day on which our clock saw its payment begin. */
const BEFORE_BEGIN = 2 * DAY

/** Matches lines to payments. Lines that came before count: of two equal lines the second one is `paid_twice`. */
export class Matcher {
  readonly #byReference = new Map<string, Candidate[]>()
  readonly #imported: ReadonlyMap<string, number>

  /** `imported`: the payment of each line that was imported before, by its hash in hexadecimal. */
  constructor(candidates: readonly Candidate[], imported: ReadonlyMap<string, number>) {
    this.#imported = imported
    for (const candidate of candidates) {
      const same = this.#byReference.get(candidate.reference) ?? []
      this.#byReference.set(candidate.reference, [...same, candidate])
    }
  }

  match(line: StatementLine): Match {
    const found = this.#find(line)
    const paymentId = this.#imported.get(line.hash.toString('hex'))
    if (paymentId !== undefined)
      return {
        ...NONE,
        result: 'already_confirmed',
        candidate: found.find(({ id }) => id === paymentId) ?? null,
      }
    const matches = found.map((candidate) => ({
      candidate,
      result: judge(line.amount, candidate),
      message: null,
    }))
    const exact = matches.filter(({ result }) => result === 'exact')
    if (exact.length > 1) {
      const references = exact.map(({ candidate }) => candidate.reference).join(', ')
      return {
        ...NONE,
        message: `Several payments of this amount fit: ${references}. Confirm the right one yourself.`,
      }
    }
    const match = exact[0] ?? matches[0] ?? NONE
    if (match.candidate) take(line, match.candidate, match.result)
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

const NONE = { result: 'unknown_reference', candidate: null, message: null } as const

/** Returns what a line of this amount with a payment's reference means. */
export function judge(amount: Amount | null, candidate: Candidate): LineResult {
  const { unexplained, isSettled, order, missing } = candidate
  // Asked first: a part that a person entered must not be entered again as the rest.
  if (amount !== null && unexplained.includes(amount)) return 'already_confirmed'
  if (isSettled) return unexplained.length > 0 ? 'amount_differs' : 'paid_twice'
  if (order === 'paid') return 'paid_twice'
  if (order === 'ended') return 'too_late'
  return amount !== null && amount === missing ? 'exact' : 'amount_differs'
}

/** Records that a line belongs to money of a payment, so that no later line is matched with the same money. */
function take({ amount }: StatementLine, candidate: Candidate, result: LineResult): void {
  if (result === 'exact') Object.assign(candidate, { isSettled: true })
  if (result === 'already_confirmed') candidate.unexplained.splice(candidate.unexplained.indexOf(amount!), 1)
}
