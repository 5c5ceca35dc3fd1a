import type { Migration } from './migration.ts'

/** Subscriptions are listed by the end of their period. */
export const subscriptionEnds: Migration[] = [
  {
    name: '5301-subscriptions-by-end',
    sql: `CREATE INDEX subscriptions_ends ON subscriptions
      (project_id, is_test, status, current_period_end, id)`,
  },
]
