import type { Migration } from './migration.ts'

/** The API requests of the last seven days, for the dashboard. */
export const apiRequests: Migration[] = [
  {
    name: '4301-api-requests',
    sql: `CREATE TABLE api_requests (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        project_id BIGINT UNSIGNED NOT NULL,
        is_test TINYINT NOT NULL,
        token_id BIGINT UNSIGNED NOT NULL,
        request_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        method VARCHAR(8) NOT NULL,
        path VARCHAR(255) NOT NULL,
        status SMALLINT NOT NULL,
        is_failed TINYINT NOT NULL,
        duration_ms INT NOT NULL,
        error TEXT NULL,
        body TEXT NULL,
        skipped INT NOT NULL DEFAULT 0,
        created_at DATETIME(6) NOT NULL,
        KEY api_requests_list (project_id, is_test),
        KEY api_requests_failed (project_id, is_test, is_failed),
        KEY api_requests_request (project_id, is_test, request_id),
        KEY api_requests_created (project_id, is_test, created_at),
        KEY api_requests_age (created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
]
