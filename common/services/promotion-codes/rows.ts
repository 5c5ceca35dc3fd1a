import type { Row } from '../../../db/define-table.ts'
import { type PromotionCodeObject, promotionCodeProperties } from '../../domain/promotion-codes/object.ts'
import { serializerOf } from '../../kit/field.ts'
import type { promotionCodesTable } from './promotion-codes-table.ts'

export interface PromotionCodeRow extends Row<typeof promotionCodesTable> {}

export const PROMOTION_CODE_SELECT = 'SELECT * FROM promotion_codes'

const promotionCodeOf = serializerOf(promotionCodeProperties)

export function serializePromotionCode(row: PromotionCodeRow): PromotionCodeObject {
  return promotionCodeOf(row, {})
}
