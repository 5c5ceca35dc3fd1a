import type { Migration } from './migration.ts'

/** The amount and currency that a provider received, and a lease: one process at a time requests a refund. */
export const whatProvidersTook: Migration[] = [
  {
    // The currency of the received money, if it differs from the requested one.
    name: '2701-received-currency',
    sql: 'ALTER TABLE payments ADD COLUMN received_currency CHAR(3) CHARACTER SET ascii',
  },
  {
    name: '2702-refund-lease',
    sql: 'ALTER TABLE refunds ADD COLUMN busy_until DATETIME(6)',
  },
]
