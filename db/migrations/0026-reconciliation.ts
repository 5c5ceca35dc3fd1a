import type { Migration } from './migration.ts'

/** Completed payments are compared with the provider's records. */
export const reconciliation: Migration[] = [
  {
    name: '2601-reconciled-payments',
    sql: `ALTER TABLE provider_payments ADD COLUMN reconciled_at DATETIME(6),
      ADD KEY provider_payments_age (project_id, is_test, created_at, payment_id)`,
  },
  {
    // The differences in a provider's records. The merchant is notified once of each.
    name: '2602-payment-discrepancies',
    sql: `CREATE TABLE payment_discrepancies (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, payment_id BIGINT UNSIGNED NOT NULL,
      kind VARCHAR(24) CHARACTER SET ascii NOT NULL, said VARCHAR(64) CHARACTER SET ascii NOT NULL, found_at DATETIME(6) NOT NULL,
      UNIQUE KEY payment_discrepancies_once (payment_id, kind, said))
      ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
]
