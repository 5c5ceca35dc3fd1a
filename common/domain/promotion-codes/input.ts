import type { Changed, Created } from '../../kit/field.ts'
import type { Problems } from '../../kit/refusal.ts'
import type { promotionCodeProperties } from './object.ts'

/** A valid body of `POST /promotion-codes`: one of `percent_off` and `amount_off`. */
export interface PromotionCodeInput extends Created<typeof promotionCodeProperties> {
  /** Required with type `product`, not allowed otherwise. */
  product_ids?: number[]
}

/** A valid body of `PATCH /promotion-codes/:id`; null clears. A code's discount never changes. */
export interface PromotionCodeChanges extends Changed<typeof promotionCodeProperties> {}

/** A code that ends before it begins could never be used. */
export function checkWindow(
  { starts_at: start, expires_at: end }: { starts_at?: Date | null; expires_at?: Date | null },
  problems: Problems,
): void {
  if (!start || !end || start < end) return
  problems.add('validation_failed', 'expires_at', { sentence: 'expires_at must be later than starts_at.' })
}
