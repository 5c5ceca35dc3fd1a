import type { Migration } from './migration.ts'

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const ID = 'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY'
const OWNER = 'project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL'
const VISIT = `${OWNER}, customer_id BIGINT UNSIGNED NOT NULL, hash BINARY(32) NOT NULL, return_url VARCHAR(2048),
      locale VARCHAR(8) NOT NULL`

/** Portal links that merchants create, and the browser sessions that links open. Only hashes of their secrets are stored. */
export const portal: Migration[] = [
  {
    name: '0501-portal-links',
    sql: `CREATE TABLE portal_links (
      ${ID}, ${VISIT}, flow VARCHAR(16), subscription_id BIGINT UNSIGNED,
      expires_at DATETIME(6) NOT NULL, created_at DATETIME(6) NOT NULL,
      UNIQUE KEY portal_links_hash (hash), KEY portal_links_age (created_at)) ${TABLE}`,
  },
  {
    name: '0502-portal-sessions',
    sql: `CREATE TABLE portal_sessions (
      ${ID}, ${VISIT}, ended_at DATETIME(6), expires_at DATETIME(6) NOT NULL, created_at DATETIME(6) NOT NULL,
      UNIQUE KEY portal_sessions_hash (hash), KEY portal_sessions_age (created_at)) ${TABLE}`,
  },
]
