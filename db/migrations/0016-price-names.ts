import type { Migration } from './migration.ts'

/** What a price is called beside its product, and whether the portal offers it. */
export const priceNames: Migration[] = [
  {
    name: '1601-price-names',
    sql: 'ALTER TABLE prices ADD COLUMN name VARCHAR(100), ADD COLUMN portal BOOLEAN NOT NULL DEFAULT TRUE',
  },
  {
    // As it was when the price was put on the checkout.
    name: '1602-price-names-of-items',
    sql: 'ALTER TABLE checkout_items ADD COLUMN price_name VARCHAR(100)',
  },
]
