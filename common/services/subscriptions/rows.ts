import { listed } from '../../../db/columns.ts'
import type {
  CancellationDetails,
  CancellationReason,
  SubscriptionObject,
  SubscriptionStatus,
} from '../../domain/subscriptions/object.ts'
import { isEntitled } from '../../domain/subscriptions/states.ts'
import { readMetadata } from '../../kit/metadata.ts'
import { iso, isoOrNull } from '../../kit/time.ts'
import { PRICE_COLUMNS, type PriceRow, serializePrice } from '../prices/rows.ts'

export interface SubscriptionRow extends PriceRow {
  id: number
  project_id: number
  is_test: number
  customer_id: number
  status: SubscriptionStatus
  current_period_start: Date
  current_period_end: Date
  trial_ends_at: Date | null
  canceled_at: Date | null
  ended_at: Date | null
  cancellation_reason: CancellationReason | null
  cancellation_feedback: CancellationDetails['feedback']
  cancellation_comment: string | null
  scheduled_price_id: number | null
  metadata: string | null
  created_at: Date
  updated_at: Date
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  customer_client_reference_id: string | null
}

/** Selects subscriptions with their customer, price and product. */
export const SUBSCRIPTION_SELECT = `SELECT subscription.*, customer.name AS customer_name, customer.email AS customer_email,
    customer.phone AS customer_phone, customer.client_reference_id AS customer_client_reference_id, ${listed(PRICE_COLUMNS)}
  FROM subscriptions subscription
  JOIN customers customer ON customer.id = subscription.customer_id
  JOIN prices price ON price.id = subscription.price_id
  JOIN products product ON product.id = subscription.product_id`

export function serializeSubscription(row: SubscriptionRow): SubscriptionObject {
  const price = serializePrice(row)
  return {
    id: row.id,
    status: row.status,
    entitled: isEntitled(row.status),
    project_id: row.project_id,
    customer_id: row.customer_id,
    product_id: row.product_id,
    price_id: row.price_id,
    current_period_start: iso(row.current_period_start),
    current_period_end: iso(row.current_period_end),
    trial_ends_at: isoOrNull(row.trial_ends_at),
    canceled_at: isoOrNull(row.canceled_at),
    ended_at: isoOrNull(row.ended_at),
    cancellation_reason: row.cancellation_reason,
    cancellation_details: detailsOf(row),
    scheduled_price_id: row.scheduled_price_id,
    is_test: Boolean(row.is_test),
    customer: {
      id: row.customer_id,
      name: row.customer_name,
      email: row.customer_email,
      phone: row.customer_phone,
      client_reference_id: row.customer_client_reference_id,
    },
    price,
    product: price.product,
    metadata: readMetadata(row.metadata),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

function detailsOf({
  cancellation_feedback: feedback,
  cancellation_comment: comment,
}: SubscriptionRow): CancellationDetails | null {
  return feedback === null && comment === null ? null : { feedback, comment }
}
