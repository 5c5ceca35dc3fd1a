import type { Sql } from '../../../db/sql.ts'
import { type AuditedObject, isInBothModes } from '../../domain/audit-log/audited.ts'
import type { AuditEntryObject } from '../../domain/audit-log/object.ts'
import type { Scope } from '../projects/project.ts'
import { ENTRY_SELECT, type EntryRow, serializeEntry } from './rows.ts'

/** Returns the newest entries about an object, newest first, by one statement. */
export async function findChangesOf(
  sql: Sql,
  { project, isTest }: Scope,
  object: AuditedObject,
  id: number,
  limit: number,
): Promise<AuditEntryObject[]> {
  const rows = await sql.rows<EntryRow>(
    `${ENTRY_SELECT} WHERE entry.project_id = ? AND entry.is_test = ? AND entry.object = ? AND entry.object_id = ?
     ORDER BY entry.id DESC LIMIT ?`,
    [project.id, isTest && !isInBothModes(object), object, id, limit],
  )
  return rows.map(serializeEntry)
}
