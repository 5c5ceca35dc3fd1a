import type { Migration } from './migration.ts'

/** Where a merchant's customers find the shop: the way back from pages that know no other. */
export const websites: Migration[] = [
  { name: '1701-websites', sql: 'ALTER TABLE projects ADD COLUMN website_url VARCHAR(2048)' },
]
