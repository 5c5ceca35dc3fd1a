import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { promotionCodeProperties } from '../../domain/promotion-codes/object.ts'
import { integer, reference } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const promotionCodesTable = defineTable(
  'promotion_codes',
  {
    ...columnsIn(promotionCodeProperties),
    project_id: reference(),
    times_reserved: integer().default(0),
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

/** A promotion code as the database has it. */
export const PromotionCode = modelOf(promotionCodesTable)
export type PromotionCode = InstanceType<typeof PromotionCode>
