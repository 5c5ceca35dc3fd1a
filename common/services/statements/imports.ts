import { gunzipSync, gzipSync } from 'node:zlib'
import type { Row } from '../../../db/define-table.ts'
import { insert, update } from '../../../db/rows.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { TOO_LARGE, unreadable } from '../../domain/statements/file/unreadable.ts'
import type { ImportResult } from '../../domain/statements/import.ts'
import type { MappingInput } from '../../domain/statements/object.ts'
import { currentCause } from '../../runtime/audit.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import type { statementImportsTable } from './statement-imports-table.ts'

type ImportRow = Row<typeof statementImportsTable>

/** An import in the dashboard, without its file and its report. */
export interface FoundImport {
  id: number
  status: ImportRow['status']
  mapping: MappingInput
  total: number
  done: number
  result: ImportResult | null
}

/** A statement takes twice the bytes of its values, and the server accepts statements of 16 MiB. */
const LARGEST_STORED = 7 * 1024 * 1024

/**
 * Stores a file that a member has uploaded, until its lines are confirmed or a day has passed. Returns the id of the import.
 * Throws a `Refusal` if the file is too large.
 */
export async function createImport(tx: Tx, { project, isTest }: Scope, file: Buffer): Promise<number> {
  const packed = gzipSync(file, { level: 1 })
  if (packed.length > LARGEST_STORED) throw unreadable(TOO_LARGE)
  return insert(tx.sql, 'statement_imports', {
    project_id: project.id,
    is_test: isTest,
    status: 'ready',
    file: packed,
    mapping: '{}',
    created_at: tx.now,
    updated_at: tx.now,
  })
}

const FOUND = 'id, status, mapping, total, done, result'
const OWN = 'project_id = ? AND is_test = ? AND id = ?'

/** Finds an import of this project and mode; null if it does not exist any more. */
export async function findImport(
  sql: Sql,
  { project, isTest }: Scope,
  id: number,
): Promise<FoundImport | null> {
  const row = await sql.row<Pick<ImportRow, 'id' | 'status' | 'mapping' | 'total' | 'done' | 'result'>>(
    `SELECT ${FOUND} FROM statement_imports WHERE ${OWN}`,
    [project.id, isTest, id],
  )
  if (!row) return null
  return {
    ...row,
    mapping: JSON.parse(row.mapping) as MappingInput,
    result: row.result === null ? null : (JSON.parse(row.result) as ImportResult),
  }
}

/** Reads the file or the report of an import; null if it is deleted, or not written yet. */
export async function readStored(
  sql: Sql,
  { project, isTest }: Scope,
  id: number,
  column: 'file' | 'report',
): Promise<Buffer | null> {
  const row = await sql.row<{ packed: Buffer | null }>(
    `SELECT ${column} AS packed FROM statement_imports WHERE ${OWN}`,
    [project.id, isTest, id],
  )
  return row?.packed ? gunzipSync(row.packed) : null
}

/** Stores corrected columns. Does nothing once the lines are being confirmed. */
export async function correctImport(tx: Tx, scope: Scope, id: number, mapping: MappingInput): Promise<void> {
  if ((await lockImport(tx, scope, id))?.status !== 'ready') return
  await update(tx.sql, 'statement_imports', id, { mapping: JSON.stringify(mapping), updated_at: tx.now })
}

/** Lets a worker confirm the exact lines. Does nothing if that was done before. */
export async function startImport(tx: Tx, scope: Scope, id: number, verifiedBy: string): Promise<void> {
  if ((await lockImport(tx, scope, id))?.status !== 'ready') return
  await update(tx.sql, 'statement_imports', id, {
    status: 'confirming',
    verified_by: verifiedBy,
    cause: JSON.stringify(currentCause()),
    started_at: tx.now,
    updated_at: tx.now,
  })
  await setTimer(tx, 'statement.import', { id, projectId: scope.project.id }, tx.now)
}

async function lockImport(
  tx: Tx,
  { project, isTest }: Scope,
  id: number,
): Promise<Pick<ImportRow, 'status'> | undefined> {
  return tx.sql.row(`SELECT status FROM statement_imports WHERE ${OWN} FOR UPDATE`, [project.id, isTest, id])
}
