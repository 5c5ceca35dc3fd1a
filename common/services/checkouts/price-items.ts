import type { Sql } from '../../../db/sql.ts'
import type { ItemInput } from '../../domain/checkouts/input.ts'
import { MOST_PERIODS } from '../../domain/subscriptions/period.ts'
import { type Amount, times } from '../../kit/money.ts'
import type { Problems } from '../../kit/refusal.ts'
import {
  findSellablePrices,
  type RecurringPrice,
  type SellablePrice,
  type SellablePrices,
} from '../prices/find-sellable.ts'
import type { Scope } from '../projects/project.ts'

/** An item with its amounts; `priceId` and `productId` are null for `price_data`. */
export interface PricedItem {
  priceId: number | null
  productId: number | null
  name: string
  /** The name of the price, shown next to the product's name. */
  priceName: string | null
  description: string | null
  /** The address of its picture, for `price_data`. */
  imageUrl: string | null
  reference: string | null
  /** The lookup key, if the request named the price by one. */
  lookupKey: string | null
  quantity: number
  unitAmount: Amount
  amountSubtotal: Amount
  /** The quantities that the customer may choose; null if the quantity is fixed. */
  adjustable: { min: number; max: number } | null
  /** The price, if it is recurring. The subscription code decides whether it may be sold. */
  recurring: RecurringPrice | null
  /** The path of the price in the request. */
  path: string
}

/** Looks up the prices of all items in one query and calculates their amounts. Adds problems to `problems`. */
export async function priceItems(
  sql: Sql,
  scope: Scope,
  items: readonly (ItemInput | undefined)[] | undefined,
  problems: Problems,
): Promise<PricedItem[]> {
  if (!items) return [] // the schema has reported it
  const known = await findSellablePrices(
    sql,
    scope,
    items.flatMap((item) => item?.price ?? []),
    items.flatMap((item) => item?.price_id ?? []),
  )
  return items
    .map((item, index) => item && pricedItem(item, `items.${index}`, known, problems))
    .filter((item) => !!item)
}

function pricedItem(
  item: ItemInput,
  path: string,
  known: SellablePrices,
  problems: Problems,
): PricedItem | null {
  const source = item.price_data
    ? inline(item.price_data, path, problems)
    : registered(item, path, known, problems)
  // The quantity of a recurring price is a number of periods.
  const adjustable = adjustableRange(item, source?.recurring ? MOST_PERIODS : MAX_ADJUSTABLE, path, problems)
  if (!source || problems.has(path)) return null
  const amountSubtotal = times(source.unitAmount, item.quantity)
  if (amountSubtotal === null) {
    problems.add('amount_too_large', `${path}.quantity`)
    return null
  }
  return { quantity: item.quantity, amountSubtotal, adjustable, ...source }
}

const MAX_ADJUSTABLE = 99

/** Checks `1 ≤ min ≤ quantity ≤ max`: the customer starts within the range. */
function adjustableRange(
  item: ItemInput,
  limit: number,
  path: string,
  problems: Problems,
): PricedItem['adjustable'] {
  if (item.adjustable_quantity?.enabled !== true) return null
  const { min = 1, max = limit } = item.adjustable_quantity
  const at = `${path}.adjustable_quantity`
  if (problems.has(at) || problems.has(`${path}.quantity`)) return null
  if (min > item.quantity) {
    const sentence = `${at}.min must be at most the quantity, ${item.quantity}.`
    problems.add('validation_failed', `${at}.min`, { sentence })
  }
  if (max < item.quantity) {
    const sentence = `${at}.max must be at least the quantity, ${item.quantity}; the default is ${max}.`
    problems.add('validation_failed', `${at}.max`, { sentence })
  }
  return { min, max }
}

type Source = Omit<PricedItem, 'quantity' | 'amountSubtotal' | 'adjustable'>

function inline(data: NonNullable<ItemInput['price_data']>, path: string, problems: Problems): Source | null {
  if (problems.has(path)) return null
  const product = data.product_data
  return {
    priceId: null,
    productId: null,
    name: product.name,
    priceName: null,
    description: product.description ?? null,
    imageUrl: product.image_url ?? null,
    reference: product.client_reference_id ?? null,
    lookupKey: null,
    unitAmount: data.unit_amount,
    recurring: null,
    path,
  }
}

function registered(item: ItemInput, path: string, known: SellablePrices, problems: Problems): Source | null {
  if (item.price !== undefined) {
    const price = known.byKey.get(item.price)
    if (!price) problems.add('lookup_key_not_found', `${path}.price`, { key: item.price })
    return price ? { ...sellable(price, `${path}.price`, problems), lookupKey: item.price } : null
  }
  if (item.price_id === undefined) return null // the schema has reported it
  const price = known.byId.get(item.price_id)
  if (!price) problems.add('price_not_found', `${path}.price_id`, { id: item.price_id })
  return price ? sellable(price, `${path}.price_id`, problems) : null
}

function sellable(price: SellablePrice, path: string, problems: Problems): Source {
  const recurring = price.interval && { ...price, interval: price.interval }
  if (!price.active && !recurring) problems.add('price_inactive', path, { id: price.id })
  return {
    priceId: price.id,
    productId: price.productId,
    name: price.productName,
    priceName: price.name,
    description: price.productDescription,
    imageUrl: null,
    reference: price.productReference,
    lookupKey: null,
    unitAmount: price.unitAmount,
    recurring,
    path,
  }
}
