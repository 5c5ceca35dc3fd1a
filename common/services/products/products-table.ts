import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { productProperties } from '../../domain/products/object.ts'
import { varchar } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const productsTable = defineTable(
  'products',
  {
    ...columnsIn(productProperties),
    /** The name of our copy of the picture. */
    picture: varchar(96).ascii().nullable().kept(),
  },
  {
    generated: {
      name_from_word_2: varchar(255).nullable().kept(),
      name_from_word_3: varchar(255).nullable().kept(),
    },
    index: {
      products_active: ['project_id', 'is_test', 'active', 'id'],
      products_by_created_at: ['project_id', 'is_test', 'created_at', 'id'],
      products_by_name: ['project_id', 'is_test', 'name', 'id'],
      products_by_name_from_word_2: ['project_id', 'is_test', 'name_from_word_2', 'id'],
      products_by_name_from_word_3: ['project_id', 'is_test', 'name_from_word_3', 'id'],
      products_list: ['project_id', 'is_test', 'id'],
    },
  },
)

/** A product as the database has it. */
export const Product = modelOf(productsTable)
export type Product = InstanceType<typeof Product>
