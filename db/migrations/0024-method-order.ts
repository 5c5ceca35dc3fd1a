import type { Migration } from './migration.ts'

/** Merchants choose the order of their payment methods. */
export const methodOrder: Migration[] = [
  {
    // Names of methods, separated by commas; null: our own order.
    name: '2401-method-order',
    sql: 'ALTER TABLE projects ADD COLUMN payment_method_order VARCHAR(255) CHARACTER SET ascii',
  },
]
