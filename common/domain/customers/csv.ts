import { csvColumns } from '../../kit/csv.ts'
import type { CustomerObject } from './object.ts'

const { plain, computed, times } = csvColumns<CustomerObject>()

/** The columns of exported customers. */
export const customerCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('name', 'email', 'phone', 'client_reference_id'),
  ...computed('subscriptions', ({ subscriptions }) => subscriptions.length),
  ...computed('products', ({ subscriptions }) =>
    Array.from(new Set(subscriptions.map(({ product }) => product.name))).join('; '),
  ),
  ...times('updated_at'),
]
