import type { Amount } from '../kit/money.ts'
import type { PriceObject } from '../products/present.ts'
import type { CheckoutStatus } from './rules/status.ts'

export type { CheckoutStatus } from './rules/status.ts'

/** A checkout as `GET /checkouts/:id` answers it and as events carry it. Times are ISO 8601 in UTC. */
export interface CheckoutObject {
  id: number
  url: string
  project_id: number
  status: CheckoutStatus
  mode: 'payment' | 'subscription'
  is_test: boolean
  currency: string
  amount_subtotal: Amount
  amount_total: Amount
  credit_amount: Amount
  client_reference_id: string | null
  customer_id: number | null
  customer: CheckoutCustomerObject | null
  customer_email: string | null
  is_guest: boolean
  subscription_id: number | null
  items: CheckoutItemObject[]
  discounts: DiscountObject[]
  promotion_codes: { code: string; amount: Amount }[]
  /** The same codes, as published clients read them. */
  coupon_codes: { code: string; coupon_name: string; discount_amount: Amount; redeemed_at: string | null }[]
  custom_fields: CustomFieldObject[]
  allow_promotion_codes: boolean
  email_collection: boolean
  phone_number_collection: boolean
  delivery_address_collection: boolean
  phone_number: string | null
  delivery_address: Record<string, string> | null
  locale: 'auto' | 'en' | 'mn'
  success_url: string | null
  cancel_url: string | null
  payment_method: string | null
  paid_at: string | null
  receipt_number: string | null
  metadata: Record<string, string>
  expires_at: string
  created_at: string
  updated_at: string
}

export interface CheckoutCustomerObject {
  id: number
  name: string | null
  email: string | null
  phone: string | null
  client_reference_id: string | null
}

export interface CheckoutItemObject {
  id: number
  price_id: number | null
  /** What it was called when it was put on the checkout. */
  name: string
  quantity: number
  unit_amount: Amount
  /** The same, and the price's product, where published clients look for them. */
  amount_unit: Amount
  product: ItemPriceObject['product']
  amount_subtotal: Amount
  amount_total: Amount
  adjustable_quantity: { enabled: boolean; min: number; max: number } | null
  price: ItemPriceObject
}

/** An item's price: the registered one whole, or of a `price_data` item its amount and its product's name. */
export type ItemPriceObject =
  | PriceObject
  | {
      id: null
      unit_amount: Amount
      product: { id: null; name: string; client_reference_id: string | null }
    }

export interface DiscountObject {
  amount: Amount
  description: string
}

export interface CustomFieldObject {
  key: string
  label: string
  type: 'text' | 'numeric' | 'dropdown'
  optional: boolean
  dropdown: { options: { label: string; value: string }[] } | null
  value: string | null
}
