import { gunzipSync, gzipSync } from 'node:zlib'
import { onConnection, type Sql } from '../../../db/sql.ts'
import type { Atomically, AtomicallyTogether, ModelTx } from '../../../db/transaction.ts'
import { countLines } from '../../domain/statements/import.ts'
import { later, SECOND } from '../../kit/time.ts'
import { withCause } from '../../runtime/audit.ts'
import type { Project, Scope } from '../projects/project.ts'
import { clearTimer, setTimer } from '../timers/set.ts'
import type { Confirming } from './confirm-lines.ts'
import { importStatement } from './import.ts'
import { openLinesOf } from './imports.ts'
import type { MatchedLine } from './preview.ts'
import { reportForPeople } from './report.ts'
import { StatementImport } from './statement-imports-table.ts'

/** A long import runs in parts: a worker that must stop can do so soon. */
const TURN = 10 * SECOND
/** When another worker takes over from one that has died: no part lasts this long. */
const TAKEN_FOR = 3 * TURN
/** The source of the confirmations of an import without a member. */
const UNKNOWN = 'dashboard'
/** The time between two updates of the progress. */
const SHOWN_EVERY = SECOND / 2

/**
 * Confirms the exact lines of an import that a member has started, and writes its progress and its report to its row. A
 * worker may be killed at any moment: another continues with the lines that are left.
 */
export async function runImport(
  project: Project,
  id: number,
  atomically: Atomically,
  atomicallyTogether: AtomicallyTogether,
): Promise<void> {
  const claimed = await atomically((tx) => claim(tx, project, id))
  if (!claimed?.file) return
  const { verifiedBy, isTest, mapping, locale } = claimed
  const scope = { project, isTest }
  const where = { projectId: project.id, id }
  const until = performance.now() + TURN
  let { total } = claimed
  let shownAt = 0
  let saving: Promise<unknown> = Promise.resolve()
  const file = gunzipSync(claimed.file)
  const confirming: Confirming = {
    ...{ verifiedBy: verifiedBy ?? UNKNOWN, importId: id, atomically, atomicallyTogether },
    mayContinue: () => performance.now() < until,
    progress: (step, done, left) => {
      if (step !== 'confirmed' || performance.now() < shownAt + SHOWN_EVERY) return
      shownAt = performance.now()
      if (total === 0) total = left
      const progress = { total, done: total - left + done }
      // The next update shows what this one could not write.
      saving = atomically(({ transaction }) =>
        StatementImport.update(progress, { where, transaction }),
      ).catch(() => undefined)
    },
  }
  const { preview, remaining } = await withCause(claimed.cause!, () =>
    importStatement(scope, file, mapping, confirming),
  )
  await saving
  if (remaining > 0)
    return atomically((tx) => setTimer(tx, 'statement.import', { id, projectId: project.id }, tx.now))
  const { lines } = preview
  await onConnection((sql) => markConfirmed(sql, scope, claimed, lines))
  const result = countLines(lines, preview)
  await atomically(async (tx) => {
    const { now, transaction } = tx
    const counts = { total: result.exact.count, done: lines.filter(({ confirmed }) => confirmed).length }
    const report = gzipSync(reportForPeople(preview, project.currency, locale ?? project.locale))
    const openLines = gzipSync(JSON.stringify(openLinesOf(preview)))
    await StatementImport.update(
      { status: 'done', ...counts, file: null, result, report, openLines, updatedAt: now },
      { where, transaction },
    )
    await clearTimer(tx, 'statement.import', { id, projectId: project.id })
  })
}

/** Locks the row of an import, and makes it due again in case this worker dies. Returns null if there is nothing to do. */
async function claim(tx: ModelTx, { id: projectId }: Project, id: number): Promise<StatementImport | null> {
  const { transaction } = tx
  const row = await StatementImport.findOne({ where: { projectId, id }, lock: true, transaction })
  if (row?.status !== 'confirming') {
    await clearTimer(tx, 'statement.import', { id, projectId })
    return null
  }
  await setTimer(tx, 'statement.import', { id, projectId }, later(tx.now, TAKEN_FOR))
  return row
}

/** Lines that are looked up by one statement. */
const LOOKED_UP = 1_000

/**
 * The line confirmed a payment by this import. An older release's worker stores no import: such a line belongs to this one if the
 * same member's money was entered by it since the import was started.
 */
const BY_THIS_IMPORT = `(line.import_id = ? OR (line.import_id IS NULL AND line.created_at >= ? AND EXISTS (
    SELECT 1 FROM deposits deposit WHERE deposit.payment_id = line.payment_id
      AND deposit.entry_key = CONCAT('statement ', LOWER(HEX(line.line_hash))) AND deposit.entered_by = ?)))`

/** Marks the lines that an earlier part of this import confirmed: they are not a result of another import. */
async function markConfirmed(
  sql: Sql,
  { project, isTest }: Scope,
  { id, startedAt, verifiedBy }: StatementImport,
  lines: readonly MatchedLine[],
): Promise<void> {
  const known = lines.filter(({ result, hash }) => result === 'already_confirmed' && hash !== null)
  for (let start = 0; start < known.length; start += LOOKED_UP) {
    const some = known.slice(start, start + LOOKED_UP)
    const rows = await sql.rows<{ line_hash: Buffer }>(
      `SELECT line.line_hash FROM statement_lines line
       WHERE line.project_id = ? AND line.is_test = ? AND line.line_hash IN (?) AND ${BY_THIS_IMPORT}`,
      [project.id, isTest, some.map(({ hash }) => hash!), id, startedAt, verifiedBy ?? UNKNOWN],
    )
    const own = new Set(rows.map(({ line_hash: hash }) => hash.toString('hex')))
    for (const line of some)
      if (own.has(line.hash!.toString('hex')))
        Object.assign(line, { result: 'exact', evidence: null, confirmed: true })
  }
}
