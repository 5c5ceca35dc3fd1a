import { defineTable } from '../../../db/define-table.ts'
import { flag, integer, json, money, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const pricesTable = defineTable(
  'prices',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    product_id: reference(),
    type: word<'one_time' | 'recurring'>(16),
    unit_amount: money(),
    recurring_interval: word<'month' | 'year'>(8).nullable(),
    recurring_interval_count: integer().nullable(),
    lookup_key: varchar(100).binary().nullable().kept(),
    active: flag().default(1),
    metadata: json<Record<string, string>>().nullable().kept(),
    created_at: time(),
    updated_at: time(),
    name: varchar(100).nullable().kept(),
    portal: flag().default(1),
  },
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
