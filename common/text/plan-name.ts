import type { CheckoutItemObject } from '../checkouts/object.ts'
import type { PriceObject } from '../prices/object.ts'

/** A product and which of its prices, as one name: `Gold · Family`; the product's alone where the price has none. */
export function planName({ product, name }: Pick<PriceObject, 'product' | 'name'>): string {
  return withPrice(product.name, name)
}

/** The same of a line of an order, as it was when it was ordered. */
export function lineName({
  name,
  price_name: price,
}: Pick<CheckoutItemObject, 'name' | 'price_name'>): string {
  return withPrice(name, price)
}

/** `price` is missing in what an older release wrote down, such as an email that still waits. */
export function withPrice(product: string, price: string | null | undefined): string {
  return price ? `${product} · ${price}` : product
}
