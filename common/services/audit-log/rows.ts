import { type AuditEntryObject, auditEntryProperties } from '../../domain/audit-log/object.ts'
import { type FieldRow, serializerOf } from '../../kit/field.ts'

export interface EntryRow extends FieldRow<typeof auditEntryProperties> {
  actor_email: string | null
}

/** The beginning of a statement that reads entries. */
export const ENTRY_SELECT = `SELECT entry.*, member.email AS actor_email FROM audit_log entry
   LEFT JOIN members member ON entry.actor = 'member' AND member.id = entry.actor_id`

const entryOf = serializerOf(auditEntryProperties)

export function serializeEntry(row: EntryRow): AuditEntryObject {
  return entryOf(row, { actor_email: row.actor_email })
}
