import { type Columns, columnsOf } from '../../../db/columns.ts'
import { type PackedQuery, packedQuery } from '../../../db/packed-query.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Interval } from '../../kit/interval.ts'
import type { Scope } from '../projects/project.ts'

/** A price with the fields that a sale needs. */
export interface SellablePrice {
  id: number
  /** Distinguishes it from the product's other prices. */
  name: string | null
  lookupKey: string | null
  unitAmount: number
  /** Billing interval; null for a one-time price. */
  interval: Interval | null
  /** False if the price or its product is archived. */
  active: boolean
  productId: number
  productName: string
  productDescription: string | null
  productReference: string | null
}

export interface RecurringPrice extends SellablePrice {
  interval: Interval
}

export interface SellablePrices {
  byKey: Map<string, SellablePrice>
  byId: Map<number, SellablePrice>
}

interface Row {
  price_id: number
  price_name: string | null
  price_lookup_key: string | null
  price_unit_amount: number
  price_recurring_interval: 'month' | 'year' | null
  price_recurring_interval_count: number | null
  active: number
  product_id: number
  product_name: string
  product_description: string | null
  product_client_reference_id: string | null
}

const COLUMNS: Columns = [
  ...columnsOf('price', 'id name lookup_key unit_amount recurring_interval recurring_interval_count'),
  ...columnsOf('product', 'id name description client_reference_id'),
  ['active', 'IF(price.active AND product.active, 1, 0)'],
]

const FROM_SCOPE = `FROM prices price JOIN products product ON product.id = price.product_id
  WHERE price.project_id = ? AND price.is_test = ?`

const BY_KEY = packedQuery<Row>(COLUMNS, {}, `${FROM_SCOPE} AND price.lookup_key IN (?)`)
const BY_ID = packedQuery<Row>(COLUMNS, {}, `${FROM_SCOPE} AND price.id IN (?)`)

/** Finds prices of this project and mode by key and by id, with their products. */
export async function findSellablePrices(
  sql: Sql,
  scope: Scope,
  keys: readonly string[],
  ids: readonly number[],
): Promise<SellablePrices> {
  const find = async (query: PackedQuery<Row>, names: readonly (string | number)[]) =>
    names.length === 0
      ? []
      : sql.rows(query, [scope.project.id, scope.isTest, Array.from(new Set(names)).sort()], { cached: true })
  const rows = [...(await find(BY_KEY, keys)), ...(await find(BY_ID, ids))]
  const prices = rows.map(toSellablePrice)
  return {
    byKey: new Map(prices.flatMap((price) => (price.lookupKey === null ? [] : [[price.lookupKey, price]]))),
    byId: new Map(prices.map((price) => [price.id, price])),
  }
}

function toSellablePrice(row: Row): SellablePrice {
  return {
    id: row.price_id,
    name: row.price_name,
    lookupKey: row.price_lookup_key,
    unitAmount: row.price_unit_amount,
    interval: row.price_recurring_interval && {
      unit: row.price_recurring_interval,
      count: row.price_recurring_interval_count ?? 1,
    },
    active: Boolean(row.active),
    productId: row.product_id,
    productName: row.product_name,
    productDescription: row.product_description,
    productReference: row.product_client_reference_id,
  }
}
