import { defineTable } from '../../../db/define-table.ts'
import { integer, money, primaryKey, reference, text, varchar } from '../../kit/column.ts'

export const checkoutItemsTable = defineTable(
  'checkout_items',
  {
    id: primaryKey(),
    project_id: reference(),
    checkout_id: reference(),
    price_id: reference().nullable(),
    product_id: reference().nullable(),
    name: varchar(255).kept(),
    product_client_reference_id: varchar(191).binary().nullable().kept(),
    lookup_key: varchar(100).binary().nullable().kept(),
    quantity: integer(),
    unit_amount: money(),
    amount_subtotal: money(),
    amount_total: money(),
    adjustable_min: integer().nullable(),
    adjustable_max: integer().nullable(),
    price_name: varchar(100).nullable().kept(),
    description: text().nullable().kept(),
    image_url: varchar(2048).nullable().kept(),
    picture_id: reference().nullable(),
  },
  {
    index: {
      checkout_items_checkout: ['checkout_id', 'id'],
    },
  },
)
