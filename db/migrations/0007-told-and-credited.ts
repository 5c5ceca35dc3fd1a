import type { Migration } from './migration.ts'

/**
 * The reason of a cancellation, the days of a credit, and the buyer that the merchant named. Every column comes last:
 * in another place an older MySQL would copy the whole table.
 */
export const toldAndCredited: Migration[] = [
  {
    name: '0601-cancellation-details',
    sql: `ALTER TABLE subscriptions ADD COLUMN cancellation_feedback VARCHAR(32),
      ADD COLUMN cancellation_comment VARCHAR(500)`,
  },
  {
    name: '0602-credit-days',
    sql: 'ALTER TABLE checkouts ADD COLUMN credit_days TEXT',
  },
  {
    name: '0603-named-customers',
    sql: 'ALTER TABLE checkouts ADD COLUMN is_customer_named BOOLEAN NOT NULL DEFAULT FALSE',
  },
]
