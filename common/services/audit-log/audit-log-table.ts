import { defineTable } from '../../../db/define-table.ts'
import { auditEntryProperties } from '../../domain/audit-log/object.ts'
import { columnsIn } from '../../kit/field.ts'

/**
 * The audit log: rows are only added (`common/runtime/audit.ts`), and deleted after their time. They name no customer, so an
 * erasure changes nothing here.
 */
export const auditLogTable = defineTable('audit_log', columnsIn(auditEntryProperties), {
  index: {
    audit_log_list: ['project_id', 'is_test', 'id'],
    audit_log_object: ['project_id', 'is_test', 'object', 'object_id', 'id'],
    audit_log_kind: ['project_id', 'is_test', 'object', 'id'],
    audit_log_actor: ['project_id', 'is_test', 'actor', 'id'],
    audit_log_actor_id: ['project_id', 'is_test', 'actor', 'actor_id', 'id'],
    audit_log_time: ['project_id', 'is_test', 'created_at'],
  },
})
