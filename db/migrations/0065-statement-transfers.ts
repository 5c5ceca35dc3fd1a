import type { Migration } from './migration.ts'

/**
 * A transfer is recognised in another export of the same account. An older release writes rows without these columns. The
 * result of an import keeps the lines that need a decision, and its report is in the language of the member.
 */
export const statementTransfers: Migration[] = [
  {
    name: '6501-statement-lines-transfer',
    sql: `ALTER TABLE statement_lines
        ADD COLUMN day VARCHAR(10) NULL,
        ADD COLUMN text_hash BINARY(32) NULL,
        ADD COLUMN sender_hash BINARY(32) NULL,
        ADD COLUMN layout_hash BINARY(32) NULL`,
  },
  {
    name: '6502-statement-imports-open-lines',
    sql: 'ALTER TABLE statement_imports ADD COLUMN open_lines MEDIUMBLOB NULL, ADD COLUMN locale VARCHAR(8) NULL',
  },
]
