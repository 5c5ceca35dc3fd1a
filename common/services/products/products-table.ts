import { defineTable } from '../../../db/define-table.ts'
import { flag, integer, json, primaryKey, reference, text, time, varchar } from '../../kit/column.ts'

export const productsTable = defineTable(
  'products',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    name: varchar(255).kept(),
    description: text().nullable().kept(),
    image_url: varchar(2048).nullable().kept(),
    client_reference_id: varchar(191).binary().nullable().kept(),
    grace_period_days: integer().default(0),
    active: flag().default(1),
    metadata: json<Record<string, string>>().nullable().kept(),
    created_at: time(),
    updated_at: time(),
    picture: varchar(96).ascii().nullable().kept(),
  },
  {
    index: {
      products_active: ['project_id', 'is_test', 'active', 'id'],
      products_by_created_at: ['project_id', 'is_test', 'created_at', 'id'],
      products_list: ['project_id', 'is_test', 'id'],
    },
  },
)
