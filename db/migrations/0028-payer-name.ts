import type { Migration } from './migration.ts'

/** The holder of the account that a transfer comes from. Merchants search for the name if the reference is missing. */
export const payerName: Migration[] = [
  { name: '2801-payer-name', sql: 'ALTER TABLE payments ADD COLUMN payer_name VARCHAR(100)' },
]
