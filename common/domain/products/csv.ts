import { csvColumns } from '../../kit/csv.ts'
import type { ProductObject } from './object.ts'

const { plain, times } = csvColumns<ProductObject>()

/** The columns of exported products. */
export const productCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('name', 'description', 'client_reference_id', 'image_url', 'grace_period_days', 'active'),
  ...times('updated_at'),
]
