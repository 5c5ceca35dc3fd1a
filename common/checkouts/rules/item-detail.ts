import type { Amount } from '../../kit/money.ts'
import type { CheckoutItemObject } from '../object.ts'

/** The sentences of it, in whatever language and catalogue. */
type Translate = (
  key: 'order.per_month' | 'order.per_year' | 'order.times',
  params: Record<string, string | number>,
) => string

/** `₮12,500 × 2`, `₮9,900 a month × 3`; nothing where the line's amount already says it. */
export function itemDetail(
  item: CheckoutItemObject,
  money: (amount: Amount) => string,
  say: Translate,
): string | null {
  const interval = intervalOf(item)
  const amount = money(item.unit_amount)
  const price = interval ? say(`order.per_${interval.unit}`, { amount, count: interval.count }) : amount
  if (item.quantity > 1) return say('order.times', { price, count: item.quantity })
  return interval ? price : null
}

/** How often an item is paid; null where once. */
export function intervalOf({
  price,
}: Pick<CheckoutItemObject, 'price'>): { unit: 'month' | 'year'; count: number } | null {
  if (price.id === null || price.recurring_interval === null) return null
  return { unit: price.recurring_interval, count: price.recurring_interval_count ?? 1 }
}
