import type { Locale } from '../../../common/kit/format.ts'
import type { PriceObject, ProductObject } from '../../../common/products/present.ts'
import type { SubscriptionObject } from '../../../common/subscriptions/object.ts'
import { typedIn } from './shop.ts'

const NOBODY = 900_000_001
const STAMPS = { created_at: '2026-08-12T11:04:00.000000Z', updated_at: '2026-08-12T11:04:00.000000Z' }

export function priceOf(name: string, amount: number, changes: Partial<PriceObject> = {}): PriceObject {
  const product: ProductObject = {
    ...{ id: NOBODY, name, description: null, image_url: null, client_reference_id: null },
    ...{ grace_period_days: 3, active: true, is_test: false, metadata: {}, ...STAMPS },
  }
  return {
    ...{ id: NOBODY, product_id: NOBODY, product, type: 'recurring', unit_amount: amount },
    ...{ recurring_interval: 'month', recurring_interval_count: 1, lookup_key: null, active: true },
    ...{ is_test: false, metadata: {}, ...STAMPS },
    ...changes,
  }
}

/** A month of the reading room, paid until 12 September; `changes` make another one of it. */
export function subscriptionIn(
  locale: Locale,
  changes: Partial<SubscriptionObject> = {},
): SubscriptionObject {
  const price = changes.price ?? priceOf(typedIn(locale).plan, 25_000)
  return {
    ...{ id: NOBODY, status: 'active', entitled: true, project_id: 1, customer_id: NOBODY },
    ...{ product_id: NOBODY, price_id: NOBODY, current_period_start: STAMPS.created_at },
    ...{ current_period_end: '2026-09-12T15:59:59.000000Z', trial_ends_at: null, canceled_at: null },
    ...{ ended_at: null, cancellation_reason: null, cancellation_details: null },
    ...{ scheduled_price_id: null, is_test: false },
    customer: { id: NOBODY, name: null, email: 'saraa@mail.example', phone: null, client_reference_id: null },
    ...{ price, product: price.product, metadata: {}, ...STAMPS },
    ...changes,
  }
}
