import type { Migration } from './migration.ts'

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'

/** Members sign in with passkeys. A challenge is stored when it was used, so that it works once. */
export const passkeys: Migration[] = [
  {
    name: '5001-passkeys',
    sql: `CREATE TABLE passkeys (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
      member_id BIGINT UNSIGNED NOT NULL,
      credential_hash BINARY(32) NOT NULL,
      credential_id VARCHAR(1400) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      public_key BLOB NOT NULL,
      counter BIGINT UNSIGNED NOT NULL,
      name VARCHAR(100) NOT NULL,
      last_used_at DATETIME(6),
      created_at DATETIME(6) NOT NULL,
      UNIQUE KEY passkeys_credential (credential_hash),
      KEY passkeys_member (member_id, id)) ${TABLE}`,
  },
  {
    name: '5002-used-challenges',
    sql: `CREATE TABLE used_challenges (
      challenge_hash BINARY(32) NOT NULL PRIMARY KEY,
      created_at DATETIME(6) NOT NULL,
      KEY used_challenges_age (created_at)) ${TABLE}`,
  },
]
