import type { Amount } from '../kit/money.ts'

/** A valid body of `POST /checkouts`. */
export interface CheckoutInput {
  items: ItemInput[]
  success_url?: string
  cancel_url?: string
  customer_id?: number
  customer_email?: string
  client_reference_id?: string
  email_collection?: boolean
  discounts?: { amount: Amount; description: string }[]
  metadata?: Record<string, string>
}

/** Exactly one of `price`, `price_id` and `price_data`. */
export interface ItemInput {
  price?: string
  price_id?: number
  price_data?: { unit_amount: Amount; product_data: { name: string; client_reference_id?: string } }
  quantity: number
}
