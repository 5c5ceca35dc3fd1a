import type { PriceObject } from '../../../common/domain/prices/object.ts'
import { findPrices } from '../../../common/services/prices/find.ts'
import { listPrices } from '../../../common/services/prices/list.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { planName } from '../../../common/services/text/names.ts'
import type { Sql } from '../../../db/sql.ts'
import { newest } from '../kit/filters.ts'
import type { Presenter } from '../kit/presenter.ts'

/** How many prices a menu offers, the newest first. */
export const MOST_PRICES = 100

/** The prices that a form offers. */
export interface PriceChoices {
  prices: readonly PriceObject[]
  /** Whether there are older ones, which the menu leaves out. */
  isCut: boolean
}

/** Finds the prices that can be sold, and those with the ids `also`, such as prices that are sold already. */
export async function findPriceChoices(
  sql: Sql,
  scope: Scope,
  also: readonly number[] = [],
): Promise<PriceChoices> {
  const page = await listPrices(sql, scope, { active: true, ...newest(MOST_PRICES) })
  const listed = new Set(page.items.map(({ id }) => id))
  const missing = also.filter((id) => !listed.has(id))
  const others = missing.length > 0 ? await findPrices(sql, scope, missing) : new Map<number, PriceObject>()
  return {
    prices: [...others.values(), ...page.items].filter(
      ({ id, product }) => product.active || also.includes(id),
    ),
    isCut: 'hasMore' in page && page.hasMore,
  }
}

/** Returns the amount of a price, with its period if it is recurring: `₮25,000 a month`. */
export function priceText(
  {
    unit_amount: unit,
    recurring_interval: interval,
    recurring_interval_count: count,
  }: Pick<PriceObject, 'unit_amount' | 'recurring_interval' | 'recurring_interval_count'>,
  presenter: Presenter,
): string {
  const amount = presenter.money(unit)
  return interval === null ? amount : presenter.t(`order.per_${interval}`, { amount, count: count ?? 1 })
}

/** Returns a price as a menu names it: the product, and how much it costs. */
export function priceLabel(price: PriceObject, presenter: Presenter): string {
  return `${planName(price)}: ${priceText(price, presenter)}`
}
