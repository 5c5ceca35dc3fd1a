import type { PromotionCodeObject } from '../../domain/promotion-codes/object.ts'
import { iso, isoOrNull } from '../../kit/time.ts'

export interface PromotionCodeRow {
  id: number
  code: string
  type: 'order_total' | 'product'
  percent_off: number | null
  amount_off: number | null
  product_ids: string | null
  minimum_amount: number | null
  starts_at: Date | null
  expires_at: Date | null
  max_redemptions: number | null
  max_redemptions_per_customer: number | null
  combinable: number
  active: number
  times_redeemed: number
  is_test: number
  created_at: Date
  updated_at: Date
}

export const PROMOTION_CODE_SELECT = 'SELECT * FROM promotion_codes'

export function serializePromotionCode(row: PromotionCodeRow): PromotionCodeObject {
  return {
    id: row.id,
    code: row.code,
    type: row.type,
    percent_off: row.percent_off,
    amount_off: row.amount_off,
    product_ids: row.product_ids === null ? [] : (JSON.parse(row.product_ids) as number[]),
    minimum_amount: row.minimum_amount,
    starts_at: isoOrNull(row.starts_at),
    expires_at: isoOrNull(row.expires_at),
    max_redemptions: row.max_redemptions,
    max_redemptions_per_customer: row.max_redemptions_per_customer,
    combinable: Boolean(row.combinable),
    active: Boolean(row.active),
    times_redeemed: row.times_redeemed,
    is_test: Boolean(row.is_test),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}
