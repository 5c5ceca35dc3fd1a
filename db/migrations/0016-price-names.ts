import type { Migration } from './migration.ts'

/** The name of a price, and whether the portal offers it. */
export const priceNames: Migration[] = [
  {
    name: '1601-price-names',
    sql: 'ALTER TABLE prices ADD COLUMN name VARCHAR(100), ADD COLUMN portal BOOLEAN NOT NULL DEFAULT TRUE',
  },
  {
    // The name when the checkout was created.
    name: '1602-price-names-of-items',
    sql: 'ALTER TABLE checkout_items ADD COLUMN price_name VARCHAR(100)',
  },
]
