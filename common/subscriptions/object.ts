import type { PriceObject, ProductObject } from '../products/present.ts'
import type { CancellationDetails } from './rules/cancellation.ts'
import type { CancellationReason, SubscriptionStatus } from './rules/states.ts'

/** A subscription as `GET /subscriptions/:id` answers it and as events carry it. Times are ISO 8601 in UTC. */
export interface SubscriptionObject {
  id: number
  status: SubscriptionStatus
  entitled: boolean
  project_id: number
  customer_id: number
  product_id: number
  price_id: number
  current_period_start: string
  current_period_end: string
  trial_ends_at: string | null
  canceled_at: string | null
  ended_at: string | null
  cancellation_reason: CancellationReason | null
  /** What the customer said in the portal of why; null where nothing was said. */
  cancellation_details: CancellationDetails | null
  scheduled_price_id: number | null
  is_test: boolean
  customer: {
    id: number
    name: string | null
    email: string | null
    phone: string | null
    client_reference_id: string | null
  }
  price: PriceObject
  product: ProductObject
  metadata: Record<string, string>
  created_at: string
  updated_at: string
}
