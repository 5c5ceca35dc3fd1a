import type { Created } from '../../kit/field.ts'
import type { Amount } from '../../kit/money.ts'
import type { CustomFieldInput } from './custom-fields.ts'
import type { checkoutProperties, DiscountObject } from './object.ts'

/** A valid body of `POST /checkouts`. */
export interface CheckoutInput extends Created<typeof checkoutProperties> {
  items: ItemInput[]
  custom_fields?: CustomFieldInput[]
  expires_at?: Date
  discounts?: DiscountObject[]
}

/** Exactly one of `price`, `price_id` and `price_data`. */
export interface ItemInput {
  price?: string
  price_id?: number
  price_data?: { unit_amount: Amount; product_data: InlineProduct }
  quantity: number
  adjustable_quantity?: { enabled: boolean; min?: number; max?: number }
}

/** A product that is in no catalogue. */
export interface InlineProduct {
  name: string
  description?: string
  image_url?: string
  client_reference_id?: string
}
