import type { Sql } from '../../db/sql.ts'
import type { Interval } from '../kit/interval.ts'
import type { Scope } from '../projects/project.ts'

/** What selling by a price needs to know of it. */
export interface SellablePrice {
  id: number
  /** What tells it from the product's other prices. */
  name: string | null
  lookupKey: string | null
  unitAmount: number
  /** How often it is paid; null is once. */
  interval: Interval | null
  /** Neither the price nor its product is archived. */
  active: boolean
  productId: number
  productName: string
  productDescription: string | null
  productReference: string | null
}

/** A price that is paid again and again. */
export interface RecurringPrice extends SellablePrice {
  interval: Interval
}

export interface SellablePrices {
  byKey: Map<string, SellablePrice>
  byId: Map<number, SellablePrice>
}

interface Row {
  id: number
  price_name: string | null
  lookup_key: string | null
  unit_amount: number
  recurring_interval: 'month' | 'year' | null
  recurring_interval_count: number | null
  active: number
  product_id: number
  name: string
  description: string | null
  client_reference_id: string | null
}

const SELECT = `SELECT price.id, price.name AS price_name, price.lookup_key, price.unit_amount, price.recurring_interval, price.recurring_interval_count,
    price.active AND product.active AS active,
    product.id AS product_id, product.name, product.description, product.client_reference_id
  FROM prices price JOIN products product ON product.id = price.product_id
  WHERE price.project_id = ? AND price.is_test = ? AND`

/** The prices of this project and mode with these keys and ids, with their products, in one query. */
export async function findSellablePrices(
  sql: Sql,
  scope: Scope,
  keys: readonly string[],
  ids: readonly number[],
): Promise<SellablePrices> {
  const owner = [scope.project.id, scope.isTest]
  const queries = [
    { text: `${SELECT} price.lookup_key IN (?)`, list: keys },
    { text: `${SELECT} price.id IN (?)`, list: ids },
  ].filter(({ list }) => list.length > 0)
  const rows =
    queries.length === 0
      ? []
      : await sql.rows<Row>(
          queries.map(({ text }) => text).join(' UNION ALL '),
          queries.flatMap(({ list }) => [...owner, list]),
        )
  const prices = rows.map(toSellablePrice)
  return {
    byKey: new Map(prices.flatMap((price) => (price.lookupKey === null ? [] : [[price.lookupKey, price]]))),
    byId: new Map(prices.map((price) => [price.id, price])),
  }
}

function toSellablePrice(row: Row): SellablePrice {
  return {
    id: row.id,
    name: row.price_name,
    lookupKey: row.lookup_key,
    unitAmount: row.unit_amount,
    interval: row.recurring_interval && {
      unit: row.recurring_interval,
      count: row.recurring_interval_count ?? 1,
    },
    active: Boolean(row.active),
    productId: row.product_id,
    productName: row.name,
    productDescription: row.description,
    productReference: row.client_reference_id,
  }
}
