import type { Migration } from '../migrate.ts'

/** What customers tell when they cancel, which days a credit is for, and whom the merchant named as the buyer. */
export const toldAndCredited: Migration[] = [
  {
    name: '0601-cancellation-details',
    sql: `ALTER TABLE subscriptions ADD COLUMN cancellation_feedback VARCHAR(32) AFTER cancellation_reason,
      ADD COLUMN cancellation_comment VARCHAR(500) AFTER cancellation_feedback`,
  },
  {
    name: '0602-credit-days',
    sql: 'ALTER TABLE checkouts ADD COLUMN credit_days TEXT AFTER credit_amount',
  },
  {
    name: '0603-named-customers',
    sql: 'ALTER TABLE checkouts ADD COLUMN is_customer_named BOOLEAN NOT NULL DEFAULT FALSE AFTER customer_id',
  },
]
