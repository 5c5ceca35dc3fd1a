import type { PriceObject } from '../../domain/prices/object.ts'
import { formatAmount, type Locale } from '../../kit/format.ts'
import { translate } from './translate.ts'

/** Returns `₮30,000 a month`; for a one-time price only the amount. */
export function priceLine(price: PriceObject, currency: string, locale: Locale): string {
  const amount = formatAmount(price.unit_amount, currency, locale)
  const { recurring_interval: unit, recurring_interval_count: count } = price
  return unit ? translate(locale)(`order.per_${unit}`, { amount, count: count ?? 1 }) : amount
}
