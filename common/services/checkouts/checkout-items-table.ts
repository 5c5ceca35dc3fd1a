import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { checkoutItemProperties } from '../../domain/checkouts/object.ts'
import { integer, primaryKey, reference, varchar } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const checkoutItemsTable = defineTable(
  'checkout_items',
  {
    ...columnsIn(checkoutItemProperties),
    id: primaryKey(),
    project_id: reference(),
    checkout_id: reference(),
    product_id: reference().nullable(),
    product_client_reference_id: varchar(191).binary().nullable().kept(),
    lookup_key: varchar(100).binary().nullable().kept(),
    adjustable_min: integer().nullable(),
    adjustable_max: integer().nullable(),
    image_url: varchar(2048).nullable().kept(),
    picture_id: reference().nullable(),
  },
  {
    index: {
      checkout_items_checkout: ['checkout_id', 'id'],
    },
  },
)

/** An item of a checkout as the database has it. */
export const CheckoutItem = modelOf(checkoutItemsTable)
