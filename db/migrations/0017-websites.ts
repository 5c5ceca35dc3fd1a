import type { Migration } from './migration.ts'

/** The address of the merchant's shop: the way back from pages without another one. */
export const websites: Migration[] = [
  { name: '1701-websites', sql: 'ALTER TABLE projects ADD COLUMN website_url VARCHAR(2048)' },
]
