import type { CheckoutItemObject } from '../../domain/checkouts/object.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import { cut, lengthOf } from '../../kit/text.ts'

/** Returns a name's first letter or digit, in capitals. It may consist of several code points. */
export function initialOf(name: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(name), (part) => part.segment)
  return (
    characters.find((character) => /[\p{L}\p{N}]/u.test(character)) ??
    characters[0] ??
    ''
  ).toUpperCase()
}

const LONGEST = 40

/** Shortens a name for sentences, subjects and buttons, where a long one would hide the rest. */
export function shortName({ name }: { name: string }): string {
  return lengthOf(name) <= LONGEST ? name : `${cut(name, LONGEST - 1).trimEnd()}…`
}

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
