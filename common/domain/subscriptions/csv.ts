import { csvColumns } from '../../kit/csv.ts'
import type { SubscriptionObject } from './object.ts'

const { plain, computed, times } = csvColumns<SubscriptionObject>()

/** The columns of exported subscriptions. */
export const subscriptionCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('status', 'entitled', 'customer_id'),
  ...computed('customer_name', ({ customer }) => customer.name),
  ...computed('customer_email', ({ customer }) => customer.email),
  ...computed('customer_phone', ({ customer }) => customer.phone),
  ...plain('product_id'),
  ...computed('product_name', ({ product }) => product.name),
  ...plain('price_id'),
  ...computed('price_name', ({ price }) => price.name),
  ...times('current_period_start', 'current_period_end', 'trial_ends_at', 'canceled_at', 'ended_at'),
  ...plain('cancellation_reason', 'scheduled_price_id'),
  ...computed('cancellation_feedback', ({ cancellation_details: details }) => details?.feedback ?? null),
  ...computed('cancellation_comment', ({ cancellation_details: details }) => details?.comment ?? null),
  ...times('updated_at'),
]
