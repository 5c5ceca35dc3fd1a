import type { Migration } from './migration.ts'

/** An import that continues counts only its own confirmations. An older release writes rows without this column. */
export const importing: Migration[] = [
  {
    name: '6601-statement-lines-import',
    sql: 'ALTER TABLE statement_lines ADD COLUMN import_id BIGINT UNSIGNED NULL',
  },
]
