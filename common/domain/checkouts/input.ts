import type { Locale } from '../../kit/format.ts'
import type { Amount } from '../../kit/money.ts'
import type { CustomFieldInput } from './custom-fields.ts'

/** A valid body of `POST /checkouts`. */
export interface CheckoutInput {
  items: ItemInput[]
  success_url?: string
  cancel_url?: string
  customer_id?: number
  customer_email?: string
  client_reference_id?: string
  subscription_id?: number
  email_collection?: boolean
  phone_number_collection?: boolean
  delivery_address_collection?: boolean
  allow_promotion_codes?: boolean
  custom_fields?: CustomFieldInput[]
  locale?: 'auto' | Locale
  expires_at?: Date
  discounts?: { amount: Amount; description: string }[]
  metadata?: Record<string, string>
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
