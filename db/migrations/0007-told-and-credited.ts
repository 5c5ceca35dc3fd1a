import type { Migration } from './migration.ts'

/**
 * What customers tell when they cancel, which days a credit is for, and whom the merchant named as the
 * buyer. Every column comes last: elsewhere an older MySQL would write the whole table anew.
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
