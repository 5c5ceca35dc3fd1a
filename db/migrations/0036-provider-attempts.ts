import type { Migration } from './migration.ts'

/**
 * Numbers the requests to a provider that stores its answers by idempotency key: after an error the next request needs another
 * key. An older release sends the first key again, which is refused and changes nothing.
 */
export const providerAttempts: Migration[] = [
  {
    name: '3601-attempts-to-open',
    sql: 'ALTER TABLE provider_payments ADD COLUMN attempt SMALLINT UNSIGNED NOT NULL DEFAULT 0',
  },
  {
    name: '3602-attempts-to-refund',
    sql: 'ALTER TABLE refunds ADD COLUMN attempt SMALLINT UNSIGNED NOT NULL DEFAULT 0',
  },
]
