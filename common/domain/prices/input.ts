import type { Changed, Created } from '../../kit/field.ts'
import type { ProductInput } from '../products/object.ts'
import type { PriceObject, priceProperties } from './object.ts'

/** A valid body of `POST /prices`: exactly one of `product_id` and `product_data`. */
export interface PriceInput extends Created<typeof priceProperties> {
  product_id?: number
  product_data?: ProductInput
  type?: PriceObject['type']
  transfer_lookup_key?: boolean
}

/** A valid body of `PATCH /prices/:id`; null clears. Amount and interval never change. */
export interface PriceChanges extends Changed<typeof priceProperties> {
  transfer_lookup_key?: boolean
}
