import { columnsOf, listed } from '../../../db/columns.ts'
import type { ProductObject } from '../../domain/products/object.ts'
import { readMetadata } from '../../kit/metadata.ts'
import { iso } from '../../kit/time.ts'

/** The columns of `products product` that `serializeProduct` reads. */
export const PRODUCT_COLUMNS = columnsOf(
  'product',
  'id project_id is_test name description image_url client_reference_id grace_period_days active metadata created_at updated_at',
)

export const PRODUCT_SELECT = `SELECT ${listed(PRODUCT_COLUMNS)} FROM products product`

export interface ProductRow {
  product_id: number
  product_project_id: number
  product_is_test: number
  product_name: string
  product_description: string | null
  product_image_url: string | null
  product_client_reference_id: string | null
  product_grace_period_days: number
  product_active: number
  product_metadata: string | null
  product_created_at: Date
  product_updated_at: Date
}

export function serializeProduct(row: ProductRow): ProductObject {
  return {
    id: row.product_id,
    project_id: row.product_project_id,
    name: row.product_name,
    description: row.product_description,
    image_url: row.product_image_url,
    client_reference_id: row.product_client_reference_id,
    grace_period_days: row.product_grace_period_days,
    active: Boolean(row.product_active),
    is_test: Boolean(row.product_is_test),
    metadata: readMetadata(row.product_metadata),
    created_at: iso(row.product_created_at),
    updated_at: iso(row.product_updated_at),
  }
}
