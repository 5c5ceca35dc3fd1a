import type { Migration } from './migration.ts'

/** A session knows when its member last proved who they are. */
export const freshProof: Migration[] = [
  {
    name: '4401-fresh-proof',
    sql: 'ALTER TABLE dashboard_sessions ADD COLUMN proved_at DATETIME(6) NULL',
  },
]
