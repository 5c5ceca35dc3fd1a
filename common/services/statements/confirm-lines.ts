import { isDuplicate } from '../../../db/errors.ts'
import { writeRows } from '../../../db/rows.ts'
import { onConnection, type Sql } from '../../../db/sql.ts'
import type { Atomically, AtomicallyTogether, Tx } from '../../../db/transaction.ts'
import { isSettled } from '../../domain/payments/status.ts'
import { missingOf, receivedOf } from '../../domain/payments/sums.ts'
import type { Transfer } from '../../domain/statements/lines.ts'
import {
  type JudgedLine,
  Matcher,
  type Meaning,
  type Period,
  periodOf,
} from '../../domain/statements/match.ts'
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
  /** The import in the dashboard, stored with each confirmed line. */
  importId?: number
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
 * the number of exact lines that remain: there was no time for them, or they are exact only since their payment has changed.
 */
export async function confirmLines(
  scope: Scope,
  lines: readonly MatchedLine[],
  confirming: Confirming,
): Promise<number> {
  const { mayContinue = () => true, progress = () => undefined } = confirming
  const lost = new Map<MatchedLine, Loss>()
  const exact = lines.filter(({ result, confirmed }) => result === 'exact' && !confirmed)
  const batches = await onConnection((sql) => batchLines(sql, exact))
  let done = 0
  const confirmNext = async (): Promise<void> => {
    while (batches.length > 0 && mayContinue()) {
      const batch = batches.shift()!
      for (const [line, loss] of await confirmBatch(scope, batch, confirming)) lost.set(line, loss)
      progress('confirmed', (done += batch.length), exact.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, confirmNext))
  if (lost.size > 0) await judgeLost(scope, lines, lost)
  await keepExplained(scope, lines, confirming.atomically)
  // A line with a message was refused.
  return lines.filter(
    ({ result, confirmed, message }) => result === 'exact' && !confirmed && message === null,
  ).length
}

/** The line was imported before, or is being imported by another process that commits first. */
class ImportedBefore extends Error {}

/** Why a line is no longer exact: its payment has changed since it was matched, or cannot complete its order. */
type Loss = 'changed' | 'not_completed'

class NoLongerExact extends Error {
  readonly loss: Loss

  constructor(loss: Loss) {
    super(loss)
    this.loss = loss
  }
}

/** Returns the lines that are no longer exact. */
async function confirmBatch(
  scope: Scope,
  lines: readonly MatchedLine[],
  confirming: Confirming,
): Promise<Map<MatchedLine, Loss>> {
  const lost = new Map<MatchedLine, Loss>()
  if (lines.length > 1)
    try {
      const works = lines.map((line) => ({
        work: (tx: Tx) => confirmExact(tx, scope, moneyOf(line), confirming),
      }))
      await confirming.atomicallyTogether(works)
      for (const line of lines) line.confirmed = true
      return lost
    } catch (error) {
      log().debug(
        { error: messageOf(error), count: lines.length },
        'a batch of an import failed; retried one by one',
      )
    }
  for (const line of lines) {
    const loss = await confirmLine(scope, line, confirming)
    if (loss) lost.set(line, loss)
  }
  return lost
}

/** Returns why the line is no longer exact, or null. */
async function confirmLine(scope: Scope, line: MatchedLine, confirming: Confirming): Promise<Loss | null> {
  const { project } = scope
  const { atomically } = confirming
  try {
    await giveUpFirst(project, atomically, () =>
      atomically((tx) => confirmExact(tx, scope, moneyOf(line), confirming)),
    )
    line.confirmed = true
  } catch (error) {
    if (error instanceof ImportedBefore)
      Object.assign(line, { result: 'already_confirmed', evidence: 'same_transfer' })
    else if (error instanceof NoLongerExact) return error.loss
    else if (error instanceof Refusal)
      line.message = error.problems.map((problem) => sentenceOf(problem)).join(' ')
    else throw error
  }
  return null
}

/** A line with whole money for a payment. */
interface MoneyLine {
  paymentId: number
  day: string
  amount: Amount
  hash: Buffer
  transfer: Transfer
  recordedCount: number
}

function moneyOf({ paymentId, day, amount, hash, transfer, recordedCount }: MatchedLine): MoneyLine {
  return {
    ...{ paymentId: paymentId!, day: day!, amount: amount!, hash: hash!, transfer: transfer! },
    recordedCount: recordedCount!,
  }
}

async function confirmExact(
  tx: Tx,
  scope: Scope,
  line: MoneyLine,
  { verifiedBy, importId = null }: { verifiedBy: string; importId?: number | null },
): Promise<void> {
  const { paymentId, amount, hash, recordedCount } = line
  await writeRows(tx.sql, 'statement_lines', [rowOf(scope, line, importId)], {
    failed: (error) => (isDuplicate(error, 'statement_lines_once') ? new ImportedBefore() : error),
  })
  const locked = await lockPayment(tx, scope, paymentId)
  const { payment } = locked
  if (isSettled(payment.status) || missingOf(payment) !== amount) throw new NoLongerExact('changed')
  // Another import may have recorded this transfer, as money that a person entered: that changes no sum.
  if (receivedOf(payment) > 0 && (await countRecorded(tx, scope, paymentId)) > recordedCount + 1)
    throw new NoLongerExact('changed')
  const entryKey = `statement ${hash.toString('hex')}`
  await confirmLocked(tx, scope, locked, { verifiedBy, amountReceived: amount, entryKey })
  // Money that cannot complete its order is the merchant's to decide about: accept it late, or return it.
  if (payment.status !== 'paid') throw new NoLongerExact('not_completed')
}

/** Counts the imported lines of a locked payment, with those that this transaction has stored. */
async function countRecorded({ sql }: Tx, { project }: Scope, paymentId: number): Promise<number> {
  const found = await sql.row<{ count: number }>(
    `SELECT payment_id AS subject, COUNT(*) AS count FROM statement_lines
     WHERE project_id = ? AND payment_id IN (?) GROUP BY payment_id`,
    [project.id, paymentId],
    { combine: 'subject' },
  )
  return found?.count ?? 0
}

/**
 * Updates the meaning of lines whose payments have changed since they were matched, with the other lines of these payments:
 * of two transfers, another import may have recorded the one that this import takes for the second.
 */
async function judgeLost(
  scope: Scope,
  lines: readonly MatchedLine[],
  lost: ReadonlyMap<MatchedLine, Loss>,
): Promise<void> {
  const changed = new Set([...lost.keys()].map(({ paymentId }) => paymentId))
  const about = lines.filter(({ hash, paymentId }) => hash !== null && changed.has(paymentId))
  const matcher = await onConnection((sql) => matcherOf(sql, scope, about, periodOf(lines)))
  for (const line of about) {
    const meaning = matcher(line)
    const isTooLate = lost.get(line) === 'not_completed' && meaning.result === 'exact'
    update(line, isTooLate ? { ...meaning, result: 'too_late' } : meaning)
  }
}

/** Gives a line its new meaning. A line that has become exact remains, since the confirmations have ended. */
function update(line: MatchedLine, { result, evidence, message }: Meaning): void {
  if (line.confirmed || (line.result === 'exact' && result === 'exact')) return
  Object.assign(line, { result, evidence, message })
}

/** Returns a function that matches lines with the payments that they were about, as these are now. */
async function matcherOf(sql: Sql, scope: Scope, lines: readonly MatchedLine[], period: Period) {
  const ids = new Set(lines.map(({ paymentId }) => paymentId))
  const references = new Set(lines.map(({ reference }) => reference!))
  const candidates = await findCandidates(sql, scope, [...references], now())
  const judged = new Map(lines.map((line) => [line, judgedLine(line)]))
  const about = candidates.filter(({ id }) => ids.has(id))
  const matcher = new Matcher(about, new Map(), [...judged.values()], period)
  return (line: MatchedLine) => matcher.match(judged.get(line)!)
}

function judgedLine({ day, amount, hash, transfer, reference }: MatchedLine): JudgedLine {
  const references = { exact: [reference!], spaced: [] }
  return { day: day!, amount, hash: hash!, transfer: transfer!, references }
}

/** Payments that are locked at once, by a transaction that confirms nothing. */
const BATCH = 250

/**
 * Stores the lines whose money a person entered before. Otherwise a second transfer of the same amount would look like
 * this money too. The payments are locked and read again: two imports must not explain one amount by two lines, since the
 * second line would explain another transfer.
 */
async function keepExplained(
  scope: Scope,
  lines: readonly MatchedLine[],
  atomically: Atomically,
): Promise<void> {
  const period = periodOf(lines)
  const byPayment = new Map<number, MatchedLine[]>()
  for (const line of lines) if (line.evidence === 'entered') byPayment.set(line.paymentId!, [])
  for (const line of lines) if (line.hash !== null) byPayment.get(line.paymentId!)?.push(line)
  const ids = [...byPayment.keys()].sort((one, other) => one - other)
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH)
    const about = some.flatMap((id) => byPayment.get(id)!)
    await atomically(async ({ sql }) => {
      await sql.rows('SELECT id FROM payments WHERE id IN (?) ORDER BY id FOR UPDATE', [some])
      const matcher = await matcherOf(sql, scope, about, period)
      const meanings = about.map((line) => ({ line, meaning: matcher(line) }))
      for (const { line, meaning } of meanings) update(line, meaning)
      const rows = meanings
        .filter(({ meaning }) => meaning.evidence === 'entered')
        .map(({ line }) => rowOf(scope, moneyOf(line), null))
      const onDuplicate = 'id = id' // imported before
      if (rows.length > 0) await writeRows(sql, 'statement_lines', rows, { onDuplicate })
    })
  }
}

function rowOf({ project, isTest }: Scope, line: MoneyLine, importId: number | null) {
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
    import_id: importId,
    created_at: now(),
  }
}
