import { price, type PriceObject } from '../../common/domain/prices/object.ts'
import { product } from '../../common/domain/products/object.ts'
import { subscription, type SubscriptionObject } from '../../common/domain/subscriptions/object.ts'
import type { Locale } from '../../common/kit/format.ts'
import { textsIn } from './shop.ts'

const UNKNOWN_ID = 900_000_001
const STAMPS = { created_at: '2026-08-12T11:04:00.000000Z', updated_at: '2026-08-12T11:04:00.000000Z' }

export function priceOf(name: string, amount: number, changes: Partial<PriceObject> = {}): PriceObject {
  const own = { id: UNKNOWN_ID, is_test: false, ...STAMPS }
  return price.like({
    ...{ ...own, product_id: UNKNOWN_ID, unit_amount: amount, lookup_key: null },
    product: product.like({ ...own, name, client_reference_id: null }),
    ...changes,
  })
}

/** Returns a monthly subscription of the reading room, paid until 12 September, with `changes`. */
export function subscriptionIn(
  locale: Locale,
  changes: Partial<SubscriptionObject> = {},
): SubscriptionObject {
  const price = changes.price ?? priceOf(textsIn(locale).plan, 25_000)
  return subscription.like({
    ...{
      id: UNKNOWN_ID,
      customer_id: UNKNOWN_ID,
      product_id: UNKNOWN_ID,
      price_id: UNKNOWN_ID,
      is_test: false,
      ...STAMPS,
    },
    ...{ current_period_start: STAMPS.created_at, current_period_end: '2026-09-12T15:59:59.000000Z' },
    customer: {
      id: UNKNOWN_ID,
      name: null,
      email: 'saraa@mail.example',
      phone: null,
      client_reference_id: null,
    },
    ...{ price, product: price.product },
    ...changes,
  })
}
