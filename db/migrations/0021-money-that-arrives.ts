import type { Migration } from './migration.ts'

/** What becomes of a payment's money: what came, why none did, and when. */
export const moneyThatArrives: Migration[] = [
  {
    // Of a payment that an older release has ended they are null: then just what was asked for has come, or nothing.
    name: '2101-payments-in-sums',
    sql: `ALTER TABLE payments ADD COLUMN amount_received BIGINT, ADD COLUMN failure_code VARCHAR(16),
      ADD COLUMN ended_at DATETIME(6), ADD COLUMN paid_at DATETIME(6)`,
  },
  {
    // Each time that money came for a payment. What somebody has entered under a key is entered once.
    name: '2102-deposits',
    sql: `CREATE TABLE deposits (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL,
      payment_id BIGINT UNSIGNED NOT NULL, amount BIGINT NOT NULL, entered_by VARCHAR(64) NOT NULL,
      entry_key VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, request_id VARCHAR(128),
      created_at DATETIME(6) NOT NULL, UNIQUE KEY deposits_entry (payment_id, entry_key))
      ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
]
