import { gunzipSync, gzipSync } from 'node:zlib'
import type { ModelTx } from '../../../db/transaction.ts'
import { TOO_LARGE, unreadable } from '../../domain/statements/file/unreadable.ts'
import { kindOf } from '../../domain/statements/import.ts'
import type { SkippedLine } from '../../domain/statements/lines.ts'
import type { MappingInput } from '../../domain/statements/object.ts'
import type { Locale } from '../../kit/languages.ts'
import { currentCause } from '../../runtime/audit.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import type { MatchedLine, StatementPreview } from './preview.ts'
import { StatementImport } from './statement-imports-table.ts'

const FOUND = ['id', 'status', 'mapping', 'total', 'done', 'result'] as const

/** An import in the dashboard, without its file and its report. */
export type FoundImport = Pick<StatementImport, (typeof FOUND)[number]>

/** A statement takes twice the bytes of its values, and the server accepts statements of 16 MiB. */
const LARGEST_STORED = 7 * 1024 * 1024

/**
 * Stores a file that a member has uploaded, until its lines are confirmed or a day has passed. Returns the id of the import.
 * Throws a `Refusal` if the file is too large.
 */
export async function createImport(
  { now, transaction }: ModelTx,
  { project, isTest }: Scope,
  file: Buffer,
): Promise<number> {
  const packed = gzipSync(file, { level: 1 })
  if (packed.length > LARGEST_STORED) throw unreadable(TOO_LARGE)
  const times = { createdAt: now, updatedAt: now }
  const { id } = await StatementImport.create(
    { projectId: project.id, isTest, status: 'ready', file: packed, mapping: {}, ...times },
    { transaction },
  )
  return id
}

/** The lines of a confirmed import that need a decision, and its skipped lines: the first of each, and their numbers. */
export interface OpenLines {
  open: OpenLine[]
  openCount: number
  skipped: SkippedLine[]
  skippedCount: number
}

/** A line as the page of an import shows it. */
export type OpenLine = Pick<
  MatchedLine,
  | 'line'
  | 'day'
  | 'amount'
  | 'description'
  | 'sender'
  | 'result'
  | 'evidence'
  | 'reference'
  | 'paymentId'
  | 'unreadable'
> &
  // An older release did not store it.
  Partial<Pick<MatchedLine, 'expectedAmount'>>

/** The most lines that a table of an import shows. The report has all. */
export const MOST_SHOWN = 50

/** Returns the lines that a member must decide about. */
export function openLinesOf({ lines, skipped }: Pick<StatementPreview, 'lines' | 'skipped'>): OpenLines {
  const open = lines.filter((line) => !['exact', 'already_confirmed'].includes(kindOf(line)))
  return {
    open: open
      .slice(0, MOST_SHOWN)
      .map(({ hash: _, transfer: _transfer, recordedCount: _recorded, ...line }) => line),
    openCount: open.length,
    skipped: skipped.slice(0, MOST_SHOWN),
    skippedCount: skipped.length,
  }
}

/** Reads the open lines of a confirmed import; null of one that an older release confirmed. */
export async function readOpenLines(scope: Scope, id: number): Promise<OpenLines | null> {
  const stored = await readStored(scope, id, 'openLines')
  return stored && (JSON.parse(stored.toString()) as OpenLines)
}

const own = ({ project, isTest }: Scope, id: number) => ({ projectId: project.id, isTest, id })

/** Finds an import of this project and mode; null if it does not exist any more. */
export function findImport(scope: Scope, id: number): Promise<FoundImport | null> {
  return StatementImport.findOne({ attributes: [...FOUND], where: own(scope, id) })
}

/** Reads the file, the report or the open lines of an import; null if it is deleted, or not written yet. */
export async function readStored(
  scope: Scope,
  id: number,
  name: 'file' | 'report' | 'openLines',
): Promise<Buffer | null> {
  const packed = (await StatementImport.findOne({ attributes: [name], where: own(scope, id) }))?.[name]
  return packed ? gunzipSync(packed) : null
}

/** Stores corrected columns. Does nothing once the lines are being confirmed. */
export async function correctImport(
  tx: ModelTx,
  scope: Scope,
  id: number,
  mapping: MappingInput,
): Promise<void> {
  const found = await lockReady(tx, scope, id)
  await found?.update({ mapping, updatedAt: tx.now }, { transaction: tx.transaction })
}

/** Lets a worker confirm the exact lines. Does nothing if that was done before. */
export async function startImport(
  tx: ModelTx,
  scope: Scope,
  id: number,
  { verifiedBy, locale }: { verifiedBy: string; locale: Locale },
): Promise<void> {
  const found = await lockReady(tx, scope, id)
  if (!found) return
  const { now, transaction } = tx
  await found.update(
    { status: 'confirming', verifiedBy, locale, cause: currentCause(), startedAt: now, updatedAt: now },
    { transaction },
  )
  await setTimer(tx, 'statement.import', { id, projectId: scope.project.id }, now)
}

/** Locks an import whose lines are not being confirmed yet; null without one. */
function lockReady({ transaction }: ModelTx, scope: Scope, id: number): Promise<StatementImport | null> {
  const where = { ...own(scope, id), status: 'ready' } as const
  return StatementImport.findOne({ attributes: ['id', 'projectId'], where, lock: true, transaction })
}
