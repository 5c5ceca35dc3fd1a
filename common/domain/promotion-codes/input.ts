import type { Amount } from '../../kit/money.ts'

/** A valid body of `POST /promotion-codes`: one of `percent_off` and `amount_off`. */
export interface PromotionCodeInput {
  code: string
  type: 'order_total' | 'product'
  percent_off?: number
  amount_off?: Amount
  /** Required with type `product`, not allowed otherwise. */
  product_ids?: number[]
  minimum_amount?: Amount
  starts_at?: Date
  expires_at?: Date
  max_redemptions?: number
  max_redemptions_per_customer?: number
  combinable?: boolean
  active?: boolean
}

/** A valid body of `PATCH /promotion-codes/:id`; null clears. A code's discount never changes. */
export interface PromotionCodeChanges {
  minimum_amount?: Amount | null
  starts_at?: Date | null
  expires_at?: Date | null
  max_redemptions?: number | null
  max_redemptions_per_customer?: number | null
  combinable?: boolean
  active?: boolean
}
