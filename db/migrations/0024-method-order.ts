import type { Migration } from './migration.ts'

/** Merchants say in which order their ways to pay are offered. */
export const methodOrder: Migration[] = [
  {
    // Names of methods with commas between; null: our own order.
    name: '2401-method-order',
    sql: 'ALTER TABLE projects ADD COLUMN payment_method_order VARCHAR(255) CHARACTER SET ascii',
  },
]
