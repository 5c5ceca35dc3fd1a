import type { Migration } from './migration.ts'

/** Which emails a merchant wants beside those that ask for something. */
export const notifications: Migration[] = [
  {
    name: '2001-notifications',
    sql: `ALTER TABLE projects ADD COLUMN notify_sale BOOLEAN NOT NULL DEFAULT FALSE,
      ADD COLUMN notify_cancellation BOOLEAN NOT NULL DEFAULT FALSE`,
  },
]
