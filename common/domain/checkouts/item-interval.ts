import type { Interval } from '../../kit/interval.ts'
import type { PriceObject } from '../prices/object.ts'

/** An item with the interval of its registered price. */
export interface RecurringItem {
  price: { id: null } | Pick<PriceObject, 'id' | 'recurring_interval' | 'recurring_interval_count'>
}

/** Returns the billing interval of an item; null for a one-time price. */
export function intervalOf({ price }: RecurringItem): Interval | null {
  if (price.id === null || price.recurring_interval === null) return null
  return { unit: price.recurring_interval, count: price.recurring_interval_count ?? 1 }
}
