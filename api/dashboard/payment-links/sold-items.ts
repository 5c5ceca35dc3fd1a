import { customAmountOf } from '../../../common/domain/payment-links/items.ts'
import type { PaymentLinkItem, PaymentLinkObject } from '../../../common/domain/payment-links/object.ts'
import { type Amount, sum, times } from '../../../common/kit/money.ts'
import {
  findSellablePrices,
  type SellablePrice,
  type SellablePrices,
} from '../../../common/services/prices/find-sellable.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { withPrice } from '../../../common/services/text/names.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Presenter } from '../kit/presenter.ts'

/** A payment link with the prices of its items now. */
export interface PricedLink {
  id: number
  link: PaymentLinkObject
  prices: SellablePrices
}

/** Finds the prices of payment links, at most two queries for all of them. */
export async function withPrices(
  sql: Sql,
  scope: Scope,
  links: readonly PaymentLinkObject[],
): Promise<PricedLink[]> {
  const items = links.flatMap((link) => link.items)
  const keys = items.flatMap(({ price }) => price ?? [])
  const ids = items.flatMap(({ price_id: id }) => id ?? [])
  const prices = await findSellablePrices(sql, scope, keys, ids)
  return links.map((link) => ({ id: link.id, link, prices }))
}

/** Returns the registered price of an item; undefined without one. */
export function priceOf(
  { price, price_id: id }: PaymentLinkItem,
  prices: SellablePrices,
): SellablePrice | undefined {
  return price !== null ? prices.byKey.get(price) : id !== null ? prices.byId.get(id) : undefined
}

/** Returns whether an item can no longer be bought, because its price is archived or has lost its key. */
export function isGone(item: PaymentLinkItem, prices: SellablePrices): boolean {
  return item.price_data === null && priceOf(item, prices)?.active !== true
}

/** Returns the name of an item. */
export function nameOf(item: PaymentLinkItem, prices: SellablePrices): string {
  if (item.price_data) return item.price_data.product_data.name
  const price = priceOf(item, prices)
  return price ? withPrice(price.productName, price.name) : (item.price ?? String(item.price_id))
}

/** Returns the lowest amount of one unit; null if its price is gone. */
function lowestUnit(item: PaymentLinkItem, prices: SellablePrices): Amount | null {
  return (
    customAmountOf(item)?.minimum ?? item.price_data?.unit_amount ?? priceOf(item, prices)?.unitAmount ?? null
  )
}

/** Returns the price of one unit, with its interval: `₮25,000 a month`. Null if its price is gone. */
export function unitText(item: PaymentLinkItem, prices: SellablePrices, presenter: Presenter): string | null {
  const unit = lowestUnit(item, prices)
  if (unit === null) return null
  const amount = presenter.money(unit)
  if (customAmountOf(item)) return presenter.t('link.from', { amount })
  const interval = priceOf(item, prices)?.interval
  return interval ? presenter.t(`order.per_${interval.unit}`, { amount, count: interval.count }) : amount
}

/** Returns the amount of items as customers see it: `From …` if they choose a part of it. */
export function amountText(
  items: readonly PaymentLinkItem[],
  prices: SellablePrices,
  presenter: Presenter,
): string | null {
  const amounts = items.map((item) => {
    const unit = lowestUnit(item, prices)
    return unit === null ? null : times(unit, item.quantity)
  })
  if (amounts.includes(null)) return null
  const total = sum(amounts.filter((amount) => amount !== null))
  if (total === null) return null
  const amount = presenter.money(total)
  return items.some(customAmountOf) ? presenter.t('link.from', { amount }) : amount
}
