import type { Migration } from './migration.ts'

/** Entries of the audit log name the fields that changed. */
export const auditChanges: Migration[] = [
  {
    name: '6101-audit-log-changes',
    sql: 'ALTER TABLE audit_log ADD COLUMN changes MEDIUMTEXT NULL',
  },
]
