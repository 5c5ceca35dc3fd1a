import type { Migration } from './migration.ts'

/** Products are found by the beginning of their name. */
export const catalogue: Migration[] = [
  {
    name: '6001-products-by-name',
    sql: 'CREATE INDEX products_by_name ON products (project_id, is_test, name, id)',
  },
]
