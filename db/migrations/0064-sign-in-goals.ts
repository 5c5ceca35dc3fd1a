import type { Migration } from './migration.ts'

/** A sign-in leads back to a page with its query. The table holds few rows, and each for a short time. */
export const signInGoals: Migration[] = [
  {
    name: '6401-sign-ins-goal',
    sql: 'ALTER TABLE sign_ins MODIFY COLUMN goal VARCHAR(1000) CHARACTER SET ascii COLLATE ascii_bin NULL',
  },
]
