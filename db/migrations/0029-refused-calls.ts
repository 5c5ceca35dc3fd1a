import type { Migration } from './migration.ts'

/** The refusals in a row by a provider of a refund that an earlier call may already have made. */
export const refusedCalls: Migration[] = [
  {
    name: '2901-refused-calls',
    sql: 'ALTER TABLE refunds ADD COLUMN refused_calls SMALLINT UNSIGNED NOT NULL DEFAULT 0',
  },
]
