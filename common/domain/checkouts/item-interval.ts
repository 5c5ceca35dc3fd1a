import type { CheckoutItemObject } from './object.ts'

/** Returns the billing interval of an item; null for a one-time price. */
export function intervalOf({
  price,
}: Pick<CheckoutItemObject, 'price'>): { unit: 'month' | 'year'; count: number } | null {
  if (price.id === null || price.recurring_interval === null) return null
  return { unit: price.recurring_interval, count: price.recurring_interval_count ?? 1 }
}
