import type { Migration } from './migration.ts'

/** The customers of a test clock, which are deleted with it. */
export const customersClock: Migration[] = [
  {
    name: '0401-customers-clock',
    sql: 'ALTER TABLE customers ADD KEY customers_clock (test_clock_id, id)',
  },
]
