import type { Migration } from './migration.ts'

/** Payments are found by the name on the account that the money comes from. */
export const payerNameIndex: Migration[] = [
  {
    name: '4501-payments-by-payer-name',
    sql: 'CREATE INDEX payments_by_payer_name ON payments (project_id, is_test, payer_name, id)',
  },
]
