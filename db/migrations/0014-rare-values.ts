import type { Migration } from './migration.ts'

/** Without a matching row, a list would read all rows of the project: 100 to 150 ms for 100,000 rows. */
const BY_VALUE = [
  ['payments', 'method'],
  ['products', 'active'],
  ['prices', 'active'],
  ['promotion_codes', 'active'],
] as const

/** Indexes for lists of rare rows. */
export const rareValues: Migration[] = [
  {
    // Open checkouts that are shown as `expired`: closed, or past their expiry.
    name: '1401-checkouts-ending',
    sql: 'ALTER TABLE checkouts ADD KEY checkouts_ending (project_id, is_test, status, closed_by, expires_at)',
  },
  ...BY_VALUE.map(([table, column], number) => ({
    name: `140${number + 2}-${table.replace('_', '-')}-by-${column}`,
    sql: `ALTER TABLE ${table} ADD KEY ${table}_${column} (project_id, is_test, ${column}, id)`,
  })),
]
