import type { Migration } from './migration.ts'

/** The portal looks for plans among prices. A shop can have many prices, and few recurring ones. */
export const plans: Migration[] = [
  {
    name: '0801-prices-that-recur',
    sql: 'ALTER TABLE prices ADD KEY prices_type (project_id, is_test, type, id)',
  },
]
