import type { CheckoutItemObject } from '../checkouts/object.ts'
import type { PriceObject } from '../prices/object.ts'

/** Returns product and price as one name: `Gold · Family`; only the product's if the price has no name. */
export function planName({ product, name }: Pick<PriceObject, 'product' | 'name'>): string {
  return withPrice(product.name, name)
}

/** Returns the plan name of an order's line, as it was when it was ordered. */
export function lineName({
  name,
  price_name: price,
}: Pick<CheckoutItemObject, 'name' | 'price_name'>): string {
  return withPrice(name, price)
}

/** Joins both names. `price` is missing in data that an older release stored, such as a queued email. */
export function withPrice(product: string, price: string | null | undefined): string {
  return price ? `${product} · ${price}` : product
}
