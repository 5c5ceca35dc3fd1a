import type { Migration } from './migration.ts'

const TABLES = ['checkouts', 'payments', 'customers', 'subscriptions', 'invoices', 'webhook_deliveries']

/** Lists of what was created in a time. Events have their key already; of the others a shop has few. */
export const lists: Migration[] = TABLES.map((table, number) => ({
  name: `110${number + 1}-${table.replace('_', '-')}-created`,
  sql: `ALTER TABLE ${table} ADD KEY ${table}_created (project_id, is_test, created_at)`,
}))
