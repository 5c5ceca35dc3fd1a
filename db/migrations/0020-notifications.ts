import type { Migration } from './migration.ts'

/** The emails that a merchant enabled, in addition to those that need an action. */
export const notifications: Migration[] = [
  {
    name: '2001-notifications',
    sql: `ALTER TABLE projects ADD COLUMN notify_sale BOOLEAN NOT NULL DEFAULT FALSE,
      ADD COLUMN notify_cancellation BOOLEAN NOT NULL DEFAULT FALSE`,
  },
]
