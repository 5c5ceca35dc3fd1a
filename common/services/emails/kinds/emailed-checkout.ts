import type { RecurringItem } from '../../../domain/checkouts/item-interval.ts'
import type { CheckoutItemObject, CheckoutObject } from '../../../domain/checkouts/object.ts'

/** A checkout as emails use it. */
export interface EmailedCheckout extends Omit<CheckoutObject, 'items'> {
  items: (Omit<CheckoutItemObject, 'price' | 'product'> & RecurringItem)[]
}

/** Returns a checkout without the prices and products of its items: they are half of its text, and emails name only intervals. */
export function forEmail({ items, ...checkout }: CheckoutObject): EmailedCheckout {
  return {
    ...checkout,
    items: items.map(({ price, product: _, ...item }) => ({ ...item, price: recurrenceOf(price) })),
  }
}

function recurrenceOf(price: CheckoutItemObject['price']): RecurringItem['price'] {
  if (price.id === null) return { id: null }
  const { id, recurring_interval, recurring_interval_count } = price
  return { id, recurring_interval, recurring_interval_count }
}
