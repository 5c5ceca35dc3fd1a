import type { Changed, Created } from '../../kit/field.ts'
import type { promotionCodeProperties } from './object.ts'

/** A valid body of `POST /promotion-codes`: one of `percent_off` and `amount_off`. */
export interface PromotionCodeInput extends Created<typeof promotionCodeProperties> {
  /** Required with type `product`, not allowed otherwise. */
  product_ids?: number[]
}

/** A valid body of `PATCH /promotion-codes/:id`; null clears. A code's discount never changes. */
export interface PromotionCodeChanges extends Changed<typeof promotionCodeProperties> {}
