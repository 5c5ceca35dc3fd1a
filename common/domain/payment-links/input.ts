import type { Changed, Created } from '../../kit/field.ts'
import type { Amount } from '../../kit/money.ts'
import type { CustomFieldInput } from '../checkouts/custom-fields.ts'
import type { InlineProduct } from '../checkouts/input.ts'
import type { paymentLinkProperties } from './object.ts'

/** A valid body of `POST /payment-links`. */
export interface PaymentLinkInput extends Created<typeof paymentLinkProperties> {
  items: LinkItemInput[]
  custom_fields?: CustomFieldInput[]
}

/** A valid body of `PATCH /payment-links/:id`; null clears. */
export interface PaymentLinkChanges extends Changed<typeof paymentLinkProperties> {
  items?: LinkItemInput[]
  custom_fields?: CustomFieldInput[] | null
}

/** Exactly one of `price`, `price_id` and `price_data`. */
export interface LinkItemInput {
  price?: string
  price_id?: number
  /** Exactly one of `unit_amount` and `custom_unit_amount`. */
  price_data?: { unit_amount?: Amount; custom_unit_amount?: CustomAmountInput; product_data: InlineProduct }
  quantity: number
  adjustable_quantity?: { enabled: boolean; min?: number; max?: number }
}

interface CustomAmountInput {
  minimum: Amount
  maximum?: Amount
  suggested?: Amount
}
