import { isDuplicate } from '../../../db/errors.ts'
import { writeRows } from '../../../db/rows.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Atomically, Tx } from '../../../db/transaction.ts'
import { isSettled } from '../../domain/payments/status.ts'
import { missingOf } from '../../domain/payments/sums.ts'
import { judge } from '../../domain/statements/match.ts'
import type { LineResult } from '../../domain/statements/object.ts'
import type { Amount } from '../../kit/money.ts'
import { Refusal, sentenceOf } from '../../kit/refusal.ts'
import { now } from '../../runtime/clock.ts'
import { giveUpFirst } from '../operations/give-up-first.ts'
import { confirmPayment } from '../payments/confirm.ts'
import { lockPayment } from '../payments/lock.ts'
import type { Scope } from '../projects/project.ts'
import { findCandidates } from './find-candidates.ts'
import type { MatchedLine, Progress } from './preview.ts'

/** How an import confirms. */
export interface Confirming {
  /** Source of the confirmations: `api`, `cli` … Stored with each payment. */
  verifiedBy: string
  /** Asked before each confirmation. If it returns false, the remaining lines stay as they are. */
  mayContinue?: () => boolean
  progress?: Progress
}

/** Confirmations at the same time. More would take the connections of other requests. */
const AT_ONCE = 4

/**
 * Confirms the payments of all exact lines, each in its own transaction together with the hash of its line: a line is
 * confirmed once, also if several processes import it. Updates the lines. A line that no longer
 * fits gets its new result. Returns the number of exact lines that remain, because there was no time for them.
 */
export async function confirmLines(
  scope: Scope,
  lines: readonly MatchedLine[],
  atomically: Atomically,
  { verifiedBy, mayContinue = () => true, progress = () => undefined }: Confirming,
): Promise<number> {
  const exact = lines.filter(({ result, confirmed }) => result === 'exact' && !confirmed)
  let begun = 0
  let done = 0
  const confirmNext = async (): Promise<void> => {
    while (begun < exact.length && mayContinue()) {
      const line = exact[begun++]!
      await confirmLine(scope, line, atomically, verifiedBy)
      progress('confirmed', (done += 1), exact.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, confirmNext))
  await keepExplained(scope, lines, atomically)
  return exact.length - begun
}

/** The line was imported before, or is being imported by another process that commits first. */
class ImportedBefore extends Error {}

/** The payment has changed since it was matched, or its order cannot be completed by it. */
class NoLongerExact extends Error {}

async function confirmLine(
  scope: Scope,
  line: MatchedLine,
  atomically: Atomically,
  verifiedBy: string,
): Promise<void> {
  const { project } = scope
  const exact = { paymentId: line.paymentId!, amount: line.amount!, hash: line.hash! }
  try {
    await giveUpFirst(project, atomically, () =>
      atomically((tx) => confirmExact(tx, scope, exact, verifiedBy)),
    )
    line.confirmed = true
  } catch (error) {
    if (error instanceof ImportedBefore) line.result = 'already_confirmed'
    else if (error instanceof NoLongerExact) line.result = await resultNow(scope, line)
    else if (error instanceof Refusal)
      line.message = error.problems.map((problem) => sentenceOf(problem)).join(' ')
    else throw error
  }
}

interface ExactLine {
  paymentId: number
  amount: Amount
  hash: Buffer
}

async function confirmExact(
  tx: Tx,
  scope: Scope,
  { paymentId, amount, hash }: ExactLine,
  verifiedBy: string,
): Promise<void> {
  await writeRows(tx.sql, 'statement_lines', [rowOf(scope, { paymentId, amount, hash }, now())], {
    failed: (error) => (isDuplicate(error, 'statement_lines_once') ? new ImportedBefore() : error),
  })
  const { payment } = await lockPayment(tx, scope, paymentId)
  if (isSettled(payment.status) || missingOf(payment) !== amount) throw new NoLongerExact()
  const entryKey = `statement ${hash.toString('hex')}`
  const confirmed = await confirmPayment(tx, scope, paymentId, {
    verifiedBy,
    amountReceived: amount,
    entryKey,
  })
  // Money that cannot complete its order is the merchant's to decide about: accept it late, or return it.
  if (confirmed.status !== 'paid') throw new NoLongerExact()
}

/** Returns what a line means after its payment has changed. */
async function resultNow(scope: Scope, { reference, paymentId, amount }: MatchedLine): Promise<LineResult> {
  const candidates = await onConnection((sql) => findCandidates(sql, scope, [reference!], now()))
  const candidate = candidates.find(({ id }) => id === paymentId)
  const result = candidate ? judge(amount, candidate) : 'unknown_reference'
  return result === 'exact' ? 'too_late' : result
}

/** Lines in one transaction that confirms nothing. */
const BATCH = 500

/**
 * Stores the lines whose money a person entered before. Otherwise a second transfer of the same amount would look like
 * this money too.
 */
async function keepExplained(
  scope: Scope,
  lines: readonly MatchedLine[],
  atomically: Atomically,
): Promise<void> {
  const rows = lines.flatMap(({ result, hash, paymentId, amount }) =>
    result === 'already_confirmed' && hash !== null && paymentId !== null && amount !== null
      ? [rowOf(scope, { hash, paymentId, amount }, now())]
      : [],
  )
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    const onDuplicate = 'id = id' // imported before
    await atomically((tx) => writeRows(tx.sql, 'statement_lines', batch, { onDuplicate }))
  }
}

function rowOf({ project, isTest }: Scope, { hash, paymentId, amount }: ExactLine, time: Date) {
  return {
    project_id: project.id,
    is_test: isTest,
    line_hash: hash,
    payment_id: paymentId,
    amount,
    created_at: time,
  }
}
