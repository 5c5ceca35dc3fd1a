import type { Migration } from '../migrate.ts'

/** The customers of a test clock, who go with it. */
export const testClocks: Migration[] = [
  {
    name: '0401-customers-clock',
    sql: 'ALTER TABLE customers ADD KEY customers_clock (test_clock_id, id)',
  },
]
