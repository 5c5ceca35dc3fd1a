import type { Migration } from './migration.ts'

/** The columns that people search by, each by its beginning. Other searched columns have an index already. */
const KNOWN_BY = [
  ['customers', 'phone'],
  ['customers', 'name'],
  ['checkouts', 'receipt_number'],
  ['invoices', 'number'],
  ['invoices', 'receipt_number'],
  ['payments', 'phone_number'],
] as const

/** Indexes for lists by creation time: a catalogue can be large too. */
const CREATED = ['products', 'prices', 'promotion_codes'] as const

/** The indexes of the search, and of the catalogue's lists by time. */
export const searchIndexes: Migration[] = [
  ...KNOWN_BY,
  ...CREATED.map((table) => [table, 'created_at'] as const),
].map(([table, column], number) => ({
  name: `22${String(number + 1).padStart(2, '0')}-${table.replace('_', '-')}-by-${column.replaceAll('_', '-')}`,
  sql: `ALTER TABLE ${table} ADD KEY ${table}_by_${column} (project_id, is_test, ${column}, id)`,
}))
