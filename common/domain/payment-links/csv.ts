import { csvColumns } from '../../kit/csv.ts'
import type { PaymentLinkObject } from './object.ts'

const { plain, computed, times } = csvColumns<PaymentLinkObject>()

/** The columns of exported payment links. */
export const paymentLinkCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('status', 'url'),
  ...computed('items', ({ items }) =>
    items.map((item) => item.price_data?.product_data.name ?? item.price ?? item.price_id).join('; '),
  ),
  ...plain('times_sold', 'times_reserved', 'max_sales'),
  ...times('ends_at', 'updated_at'),
]
