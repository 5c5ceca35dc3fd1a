import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { priceProperties } from '../../domain/prices/object.ts'
import { reference } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const pricesTable = defineTable(
  'prices',
  { ...columnsIn(priceProperties), project_id: reference() },
  {
    unique: {
      prices_lookup_key: ['project_id', 'is_test', 'lookup_key'],
    },
    index: {
      prices_active: ['project_id', 'is_test', 'active', 'id'],
      prices_by_created_at: ['project_id', 'is_test', 'created_at', 'id'],
      prices_list: ['project_id', 'is_test', 'id'],
      prices_product: ['product_id', 'id'],
      prices_type: ['project_id', 'is_test', 'type', 'id'],
    },
  },
)

/** A price as the database has it. */
export const Price = modelOf(pricesTable)
export type Price = InstanceType<typeof Price>
