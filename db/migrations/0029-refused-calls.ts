import type { Migration } from './migration.ts'

/** How often in a row a provider has refused what an earlier call about a refund may have done. */
export const refusedCalls: Migration[] = [
  {
    name: '2901-refused-calls',
    sql: 'ALTER TABLE refunds ADD COLUMN refused_calls SMALLINT UNSIGNED NOT NULL DEFAULT 0',
  },
]
