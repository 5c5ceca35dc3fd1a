import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { AuditedObject } from '../../domain/audit-log/audited.ts'
import type { ActorType, AuditEntryObject } from '../../domain/audit-log/object.ts'
import { ofColumns } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { ENTRY_SELECT, type EntryRow, serializeEntry } from './rows.ts'

export interface AuditFilter extends ListQuery {
  object?: AuditedObject
  object_id?: number
  actor?: ActorType
  actor_id?: number
}

const INDEXES: readonly ListIndex[] = [
  { name: 'audit_log_list', of: [] },
  { name: 'audit_log_object', of: ['object', 'object_id'] },
  { name: 'audit_log_actor_id', of: ['actor', 'actor_id'] },
  { name: 'audit_log_actor', of: ['actor'] },
  { name: 'audit_log_kind', of: ['object'] },
]

/** The entries of the audit log of this project and mode, newest first. */
export function listAuditLog(sql: Sql, scope: Scope, filter: AuditFilter): Promise<Page<AuditEntryObject>> {
  const { object, object_id, actor, actor_id } = filter
  const filters = ofColumns({ object, object_id, actor, actor_id })
  const list = { table: 'audit_log', scope, filters, indexes: INDEXES, byTime: 'audit_log_time' }
  return listPage(sql, list, filter, async (ids) => {
    const rows = await sql.rows<EntryRow>(`${ENTRY_SELECT} WHERE entry.project_id = ? AND entry.id IN (?)`, [
      scope.project.id,
      ids,
    ])
    return rows.map(serializeEntry)
  })
}
