import { csvColumns } from '../../kit/csv.ts'
import type { PromotionCodeObject } from './object.ts'

/** A promotion code with the currency of its project. */
export interface CurrencyCode extends PromotionCodeObject {
  currency: string
}

const { plain, computed, times, money } = csvColumns<CurrencyCode>()

/** The columns of exported promotion codes. */
export const promotionCodeCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('code', 'type', 'percent_off'),
  ...money(({ currency }) => currency, 'amount_off', 'minimum_amount'),
  ...plain('currency'),
  ...computed('product_ids', ({ product_ids: ids }) => ids.join(' ')),
  ...times('starts_at', 'expires_at'),
  ...plain('max_redemptions', 'max_redemptions_per_customer', 'combinable', 'active', 'times_redeemed'),
  ...times('updated_at'),
]
