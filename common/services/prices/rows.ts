import { type Columns, columnsOf, listed } from '../../../db/columns.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import { readMetadata } from '../../kit/metadata.ts'
import { iso } from '../../kit/time.ts'
import { PRODUCT_COLUMNS, type ProductRow, serializeProduct } from '../products/rows.ts'

const PRICE =
  'id is_test product_id type unit_amount recurring_interval recurring_interval_count name portal lookup_key active metadata created_at updated_at'

/** The columns of `prices price`, and of its product, that `serializePrice` reads. */
export const PRICE_COLUMNS: Columns = [...columnsOf('price', PRICE), ...PRODUCT_COLUMNS]

export const PRICE_SELECT = `SELECT ${listed(PRICE_COLUMNS)} FROM prices price JOIN products product ON product.id = price.product_id`

export interface PriceRow extends ProductRow {
  price_id: number
  price_is_test: number
  price_product_id: number
  price_type: 'one_time' | 'recurring'
  price_unit_amount: number
  price_recurring_interval: 'month' | 'year' | null
  price_recurring_interval_count: number | null
  price_name: string | null
  price_portal: number
  price_lookup_key: string | null
  price_active: number
  price_metadata: string | null
  price_created_at: Date
  price_updated_at: Date
}

export function serializePrice(row: PriceRow): PriceObject {
  return {
    id: row.price_id,
    product_id: row.price_product_id,
    product: serializeProduct(row),
    type: row.price_type,
    unit_amount: row.price_unit_amount,
    recurring_interval: row.price_recurring_interval,
    recurring_interval_count: row.price_recurring_interval_count,
    name: row.price_name,
    portal: Boolean(row.price_portal),
    lookup_key: row.price_lookup_key,
    active: Boolean(row.price_active),
    is_test: Boolean(row.price_is_test),
    metadata: readMetadata(row.price_metadata),
    created_at: iso(row.price_created_at),
    updated_at: iso(row.price_updated_at),
  }
}
