import type { Migration } from './migration.ts'

/** API tokens have a name. */
export const tokenNames: Migration[] = [
  {
    name: '6201-api-tokens-name',
    sql: 'ALTER TABLE api_tokens ADD COLUMN name VARCHAR(100) NULL',
  },
]
