import type { Migration } from './migration.ts'

/** Whose account a transfer comes from: merchants look for a name where the reference was forgotten. */
export const payerName: Migration[] = [
  { name: '2801-payer-name', sql: 'ALTER TABLE payments ADD COLUMN payer_name VARCHAR(100)' },
]
