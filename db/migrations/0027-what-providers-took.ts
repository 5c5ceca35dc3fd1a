import type { Migration } from './migration.ts'

/** What a provider took is written as it says, and one process at a time asks for a refund. */
export const whatProvidersTook: Migration[] = [
  {
    // In which currency money came, where that is another than was asked for.
    name: '2701-received-currency',
    sql: 'ALTER TABLE payments ADD COLUMN received_currency CHAR(3) CHARACTER SET ascii',
  },
  {
    name: '2702-refund-lease',
    sql: 'ALTER TABLE refunds ADD COLUMN busy_until DATETIME(6)',
  },
]
