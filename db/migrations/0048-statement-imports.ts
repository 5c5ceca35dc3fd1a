import type { Migration } from './migration.ts'

/** Imports of bank statements in the dashboard: the file until it is confirmed, the progress, and the report. */
export const statementImports: Migration[] = [
  {
    name: '4801-statement-imports',
    sql: `CREATE TABLE statement_imports (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        project_id BIGINT UNSIGNED NOT NULL,
        is_test TINYINT NOT NULL,
        status VARCHAR(16) NOT NULL,
        file MEDIUMBLOB,
        mapping TEXT NOT NULL,
        verified_by VARCHAR(64),
        cause TEXT,
        total INT UNSIGNED NOT NULL DEFAULT 0,
        done INT UNSIGNED NOT NULL DEFAULT 0,
        started_at DATETIME(6),
        result TEXT,
        report MEDIUMBLOB,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        KEY statement_imports_created (created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
]
