import type { Amount } from '../../kit/money.ts'
import type { ProductInput } from '../products/input.ts'

export type Interval = 'month' | 'year'

/** A valid body of `POST /prices`: exactly one of `product_id` and `product_data`. */
export interface PriceInput {
  product_id?: number
  product_data?: ProductInput
  type?: 'one_time' | 'recurring'
  unit_amount: Amount
  recurring_interval?: Interval
  recurring_interval_count?: number
  name?: string
  portal?: boolean
  lookup_key?: string
  transfer_lookup_key?: boolean
  active?: boolean
  metadata?: Record<string, string>
}

/** A valid body of `PATCH /prices/:id`; null clears. Amount and interval never change. */
export interface PriceChanges {
  name?: string | null
  portal?: boolean
  lookup_key?: string | null
  transfer_lookup_key?: boolean
  active?: boolean
  metadata?: Record<string, string> | null
}
