import type { Migration } from './migration.ts'

const TABLES = ['checkouts', 'payments', 'customers', 'subscriptions', 'invoices', 'webhook_deliveries']

/** Indexes for lists by creation time. Events have one already; a shop has few rows of the other tables. */
export const lists: Migration[] = TABLES.map((table, number) => ({
  name: `110${number + 1}-${table.replace('_', '-')}-created`,
  sql: `ALTER TABLE ${table} ADD KEY ${table}_created (project_id, is_test, created_at)`,
}))
