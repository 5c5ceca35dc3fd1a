import type { Migration } from './migration.ts'

/** The portal looks for plans among prices; a shop may have very many of them, and few that recur. */
export const plans: Migration[] = [
  {
    name: '0801-prices-that-recur',
    sql: 'ALTER TABLE prices ADD KEY prices_type (project_id, is_test, type, id)',
  },
]
