import type { Migration } from './migration.ts'

/** Refunds are found by their amount. */
export const refundAmounts: Migration[] = [
  {
    name: '6301-refunds-by-amount',
    sql: 'CREATE INDEX refunds_amount ON refunds (project_id, is_test, amount, id)',
  },
]
