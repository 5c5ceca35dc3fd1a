import { iso } from '../kit/time.ts'

/** A product as `GET /products/:id` answers it. */
export interface ProductObject {
  id: number
  name: string
  description: string | null
  image_url: string | null
  client_reference_id: string | null
  grace_period_days: number
  active: boolean
  is_test: boolean
  metadata: Record<string, string>
  created_at: string
  updated_at: string
}

/** A price as `GET /prices/:id` answers it. */
export interface PriceObject {
  id: number
  product_id: number
  product: ProductObject
  type: 'one_time' | 'recurring'
  unit_amount: number
  recurring_interval: 'month' | 'year' | null
  recurring_interval_count: number | null
  lookup_key: string | null
  active: boolean
  is_test: boolean
  metadata: Record<string, string>
  created_at: string
  updated_at: string
}

const PRODUCT =
  'id is_test name description image_url client_reference_id grace_period_days active metadata created_at updated_at'
const PRICE =
  'id is_test product_id type unit_amount recurring_interval recurring_interval_count lookup_key active metadata created_at updated_at'

function columns(names: string, table: string): string {
  return names
    .split(' ')
    .map((name) => `${table}.${name} AS ${table}_${name}`)
    .join(', ')
}

/** The columns of `products product` that `presentProduct` reads, for a SELECT's list. */
export const PRODUCT_COLUMNS = columns(PRODUCT, 'product')
/** The columns of `prices price`, and of its product, that `presentPrice` reads. */
export const PRICE_COLUMNS = `${columns(PRICE, 'price')}, ${PRODUCT_COLUMNS}`

export interface ProductRow {
  product_id: number
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

export interface PriceRow extends ProductRow {
  price_id: number
  price_is_test: number
  price_product_id: number
  price_type: 'one_time' | 'recurring'
  price_unit_amount: number
  price_recurring_interval: 'month' | 'year' | null
  price_recurring_interval_count: number | null
  price_lookup_key: string | null
  price_active: number
  price_metadata: string | null
  price_created_at: Date
  price_updated_at: Date
}

/** What metadata is kept as, read back; none is an empty object. */
export function readMetadata(text: string | null): Record<string, string> {
  return text === null ? {} : (JSON.parse(text) as Record<string, string>)
}

export function presentProduct(row: ProductRow): ProductObject {
  return {
    id: row.product_id,
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

export function presentPrice(row: PriceRow): PriceObject {
  return {
    id: row.price_id,
    product_id: row.price_product_id,
    product: presentProduct(row),
    type: row.price_type,
    unit_amount: row.price_unit_amount,
    recurring_interval: row.price_recurring_interval,
    recurring_interval_count: row.price_recurring_interval_count,
    lookup_key: row.price_lookup_key,
    active: Boolean(row.price_active),
    is_test: Boolean(row.price_is_test),
    metadata: readMetadata(row.price_metadata),
    created_at: iso(row.price_created_at),
    updated_at: iso(row.price_updated_at),
  }
}
