import type { Migration } from './migration.ts'

/**
 * Indexes for filters that each match many rows but together few, and for counts that need not read rows. `created` in a
 * project's test mode is read by id if none of its customers has ever been on a test clock.
 */
const INDEXES = [
  ['payments', 'method_status', 'project_id, is_test, method, status, id'],
  ['payments', 'customer_status', 'project_id, is_test, customer_id, status, id'],
  ['subscriptions', 'price_status', 'price_id, status, id'],
  ['invoices', 'customer_status', 'customer_id, status, id'],
  ['webhook_deliveries', 'endpoint_status', 'project_id, is_test, endpoint_id, status, id'],
  ['customers', 'present', 'project_id, is_test, deleted_at, id'],
  ['customers', 'on_clock', 'project_id, is_test, test_clock_id'],
] as const

export const filterIndexes: Migration[] = INDEXES.map(([table, name, columns], number) => ({
  name: `330${number + 1}-${table.replace('_', '-')}-${name.replace('_', '-')}`,
  sql: `ALTER TABLE ${table} ADD KEY ${table}_${name} (${columns})`,
}))
