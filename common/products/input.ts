import type { Amount } from '../kit/money.ts'

/** A valid body of `POST /products`, and the `product_data` of a price. */
export interface ProductInput {
  name: string
  description?: string
  image_url?: string
  client_reference_id?: string
  grace_period_days?: number
  active?: boolean
  metadata?: Record<string, string>
}

/** A valid body of `PATCH /products/:id`; null clears. */
export interface ProductChanges {
  name?: string
  description?: string | null
  image_url?: string | null
  client_reference_id?: string | null
  grace_period_days?: number
  active?: boolean
  metadata?: Record<string, string> | null
}

export type Interval = 'month' | 'year'

/** A valid body of `POST /prices`: exactly one of `product_id` and `product_data`. */
export interface PriceInput {
  product_id?: number
  product_data?: ProductInput
  type?: 'one_time' | 'recurring'
  unit_amount: Amount
  recurring_interval?: Interval
  recurring_interval_count?: number
  lookup_key?: string
  transfer_lookup_key?: boolean
  active?: boolean
  metadata?: Record<string, string>
}

/** A valid body of `PATCH /prices/:id`; null clears. What money was agreed on never changes. */
export interface PriceChanges {
  lookup_key?: string | null
  transfer_lookup_key?: boolean
  active?: boolean
  metadata?: Record<string, string> | null
}
