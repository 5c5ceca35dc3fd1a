import type { Migration } from './migration.ts'

/** Payments through external providers, which report their state. */
export const providerPayments: Migration[] = [
  {
    // The next question about a payment. Its time is in `timers`.
    name: '2501-provider-payments',
    sql: `CREATE TABLE provider_payments (
      payment_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, project_id BIGINT UNSIGNED NOT NULL, is_test BOOLEAN NOT NULL,
      method VARCHAR(32) NOT NULL, provider_id VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
      step VARCHAR(16) NOT NULL, step_since DATETIME(6) NOT NULL, calls INT UNSIGNED NOT NULL DEFAULT 0,
      asked_at DATETIME(6), hinted_at DATETIME(6), busy_until DATETIME(6), deadline DATETIME(6) NOT NULL, created_at DATETIME(6) NOT NULL,
      KEY provider_payments_hint (project_id, is_test, method, provider_id),
      KEY provider_payments_list (project_id, is_test, payment_id))
      ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
  {
    // The number of calls to the provider, and the reason why the refund is not complete.
    name: '2502-refunds-by-providers',
    sql: 'ALTER TABLE refunds ADD COLUMN calls INT UNSIGNED NOT NULL DEFAULT 0, ADD COLUMN failure_message VARCHAR(500)',
  },
]
