import { csvColumns } from '../../kit/csv.ts'
import type { PriceObject } from './object.ts'

/** A price with the currency of its project. */
export interface CurrencyPrice extends PriceObject {
  currency: string
}

const { plain, computed, times, money } = csvColumns<CurrencyPrice>()

/** The columns of exported prices. */
export const priceCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('product_id'),
  ...computed('product', ({ product }) => product.name),
  ...plain('name', 'type'),
  ...money(({ currency }) => currency, 'unit_amount'),
  ...plain('currency', 'recurring_interval', 'recurring_interval_count', 'lookup_key', 'portal', 'active'),
  ...times('updated_at'),
]
