import { isDuplicate } from '../../../db/errors.ts'
import { writeRows } from '../../../db/rows.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Atomically, AtomicallyTogether, Tx } from '../../../db/transaction.ts'
import { isSettled } from '../../domain/payments/status.ts'
import { missingOf } from '../../domain/payments/sums.ts'
import type { Transfer } from '../../domain/statements/lines.ts'
import { judgeAgain, type Meaning } from '../../domain/statements/match.ts'
import type { Amount } from '../../kit/money.ts'
import { Refusal, sentenceOf } from '../../kit/refusal.ts'
import { now } from '../../runtime/clock.ts'
import { log, messageOf } from '../../runtime/log.ts'
import { giveUpFirst } from '../operations/give-up-first.ts'
import { confirmLocked } from '../payments/confirm.ts'
import { lockPayment } from '../payments/lock.ts'
import type { Scope } from '../projects/project.ts'
import { batchLines } from './batch-lines.ts'
import { findCandidates } from './find-candidates.ts'
import type { MatchedLine, Progress } from './preview.ts'

/** How an import confirms. */
export interface Confirming {
  /** Source of the confirmations: `api`, `cli` … Stored with each payment. */
  verifiedBy: string
  atomically: Atomically
  atomicallyTogether: AtomicallyTogether
  /** Asked before each batch. If it returns false, the remaining lines stay as they are. */
  mayContinue?: () => boolean
  progress?: Progress
}

/** Batches at the same time. More would only wait for the processor, and take the connections of other requests. */
const AT_ONCE = 3

/**
 * Confirms the payments of all exact lines, each together with the hash of its line: a line is confirmed once, also if
 * several processes import it. Payments without common rows share a transaction. If that fails, each is confirmed in its
 * own, so that one failure costs no other line. Updates the lines. A line that no longer fits gets its new result. Returns
 * the number of exact lines that remain, because there was no time for them.
 */
export async function confirmLines(
  scope: Scope,
  lines: readonly MatchedLine[],
  confirming: Confirming,
): Promise<number> {
  const { mayContinue = () => true, progress = () => undefined } = confirming
  const exact = lines.filter(({ result, confirmed }) => result === 'exact' && !confirmed)
  const batches = await onConnection((sql) => batchLines(sql, exact))
  let begun = 0
  let done = 0
  const confirmNext = async (): Promise<void> => {
    while (batches.length > 0 && mayContinue()) {
      const batch = batches.shift()!
      begun += batch.length
      await confirmBatch(scope, batch, confirming)
      progress('confirmed', (done += batch.length), exact.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, confirmNext))
  await keepExplained(scope, lines, confirming.atomically)
  return exact.length - begun
}

/** The line was imported before, or is being imported by another process that commits first. */
class ImportedBefore extends Error {}

/** The payment has changed since it was matched, or its order cannot be completed by it. */
class NoLongerExact extends Error {}

async function confirmBatch(
  scope: Scope,
  lines: readonly MatchedLine[],
  confirming: Confirming,
): Promise<void> {
  if (lines.length > 1)
    try {
      const works = lines.map((line) => ({
        work: (tx: Tx) => confirmExact(tx, scope, moneyOf(line), confirming.verifiedBy),
      }))
      await confirming.atomicallyTogether(works)
      for (const line of lines) line.confirmed = true
      return
    } catch (error) {
      log().debug(
        { error: messageOf(error), count: lines.length },
        'a batch of an import failed; retried one by one',
      )
    }
  for (const line of lines) await confirmLine(scope, line, confirming)
}

async function confirmLine(
  scope: Scope,
  line: MatchedLine,
  { atomically, verifiedBy }: Confirming,
): Promise<void> {
  const { project } = scope
  try {
    await giveUpFirst(project, atomically, () =>
      atomically((tx) => confirmExact(tx, scope, moneyOf(line), verifiedBy)),
    )
    line.confirmed = true
  } catch (error) {
    if (error instanceof ImportedBefore)
      Object.assign(line, { result: 'already_confirmed', evidence: 'same_transfer' })
    else if (error instanceof NoLongerExact) Object.assign(line, await meaningNow(scope, line))
    else if (error instanceof Refusal)
      line.message = error.problems.map((problem) => sentenceOf(problem)).join(' ')
    else throw error
  }
}

/** A line with whole money for a payment. */
interface MoneyLine {
  paymentId: number
  day: string
  amount: Amount
  hash: Buffer
  transfer: Transfer
}

function moneyOf({ paymentId, day, amount, hash, transfer }: MatchedLine): MoneyLine {
  return { paymentId: paymentId!, day: day!, amount: amount!, hash: hash!, transfer: transfer! }
}

async function confirmExact(tx: Tx, scope: Scope, line: MoneyLine, verifiedBy: string): Promise<void> {
  const { paymentId, amount, hash } = line
  await writeRows(tx.sql, 'statement_lines', [rowOf(scope, line, now())], {
    failed: (error) => (isDuplicate(error, 'statement_lines_once') ? new ImportedBefore() : error),
  })
  const locked = await lockPayment(tx, scope, paymentId)
  const { payment } = locked
  if (isSettled(payment.status) || missingOf(payment) !== amount) throw new NoLongerExact()
  const entryKey = `statement ${hash.toString('hex')}`
  await confirmLocked(tx, scope, locked, { verifiedBy, amountReceived: amount, entryKey })
  // Money that cannot complete its order is the merchant's to decide about: accept it late, or return it.
  if (payment.status !== 'paid') throw new NoLongerExact()
}

/** Returns what a line means after its payment has changed. */
async function meaningNow(scope: Scope, line: MatchedLine): Promise<Meaning> {
  const candidates = await onConnection((sql) => findCandidates(sql, scope, [line.reference!], now()))
  const candidate = candidates.find(({ id }) => id === line.paymentId)
  if (!candidate) return { result: 'unknown_reference', evidence: null, message: null }
  const meaning = judgeAgain(moneyOf(line), candidate)
  return meaning.result === 'exact' ? { ...meaning, result: 'too_late' } : meaning
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
  const entered = lines.filter(({ evidence }) => evidence === 'entered')
  const rows = entered.map((line) => rowOf(scope, moneyOf(line), now()))
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    const onDuplicate = 'id = id' // imported before
    await atomically((tx) => writeRows(tx.sql, 'statement_lines', batch, { onDuplicate }))
  }
}

function rowOf({ project, isTest }: Scope, line: MoneyLine, time: Date) {
  const { hash, paymentId, amount, day, transfer } = line
  return {
    project_id: project.id,
    is_test: isTest,
    line_hash: hash,
    payment_id: paymentId,
    amount,
    day,
    text_hash: transfer.textHash,
    sender_hash: transfer.senderHash,
    layout_hash: transfer.layoutHash,
    created_at: time,
  }
}
