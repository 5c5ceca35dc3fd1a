import { defineTable } from '../../../db/define-table.ts'
import { flag, integer, money, primaryKey, reference, text, time, varchar, word } from '../../kit/column.ts'

export const promotionCodesTable = defineTable(
  'promotion_codes',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    code: varchar(50).binary().kept(),
    type: word<string>(16),
    percent_off: integer().nullable(),
    amount_off: money().nullable(),
    product_ids: text().nullable().kept(),
    minimum_amount: money().nullable(),
    starts_at: time().nullable(),
    expires_at: time().nullable(),
    max_redemptions: integer().nullable(),
    max_redemptions_per_customer: integer().nullable(),
    combinable: flag().default(0),
    active: flag().default(1),
    times_redeemed: integer().default(0),
    times_reserved: integer().default(0),
    created_at: time(),
    updated_at: time(),
  },
  {
    unique: {
      promotion_codes_code: ['project_id', 'is_test', 'code'],
    },
    index: {
      promotion_codes_active: ['project_id', 'is_test', 'active', 'id'],
      promotion_codes_by_created_at: ['project_id', 'is_test', 'created_at', 'id'],
      promotion_codes_list: ['project_id', 'is_test', 'id'],
    },
  },
)
