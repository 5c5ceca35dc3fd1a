import type { Migration } from './migration.ts'

/** Bank statements are imported: the hashes of their lines, and the corrections of their columns. */
export const statementLines: Migration[] = [
  {
    name: '4101-statement-lines',
    sql: `CREATE TABLE statement_lines (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        project_id BIGINT UNSIGNED NOT NULL,
        is_test TINYINT NOT NULL,
        line_hash BINARY(32) NOT NULL,
        payment_id BIGINT UNSIGNED NOT NULL,
        amount BIGINT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        UNIQUE KEY statement_lines_once (project_id, is_test, line_hash),
        KEY statement_lines_payment (payment_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    name: '4102-statement-mappings',
    sql: `CREATE TABLE statement_mappings (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        project_id BIGINT UNSIGNED NOT NULL,
        header_hash BINARY(32) NOT NULL,
        mapping TEXT NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        UNIQUE KEY statement_mappings_header (project_id, header_hash)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
]
