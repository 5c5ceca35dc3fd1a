import { listed } from '../../../db/columns.ts'
import type { Row } from '../../../db/define-table.ts'
import {
  type CancellationDetails,
  type SubscriptionObject,
  subscriptionProperties,
} from '../../domain/subscriptions/object.ts'
import { isEntitled } from '../../domain/subscriptions/states.ts'
import { serializerOf } from '../../kit/field.ts'
import { BUYER_COLUMNS, type BuyerRow, serializeBuyer } from '../customers/rows.ts'
import { PRICE_COLUMNS, type PriceRow, serializePrice } from '../prices/rows.ts'
import type { subscriptionsTable } from './subscriptions-table.ts'

export interface SubscriptionRow extends Row<typeof subscriptionsTable>, BuyerRow, PriceRow {}

/** Selects subscriptions with their customer, price and product. */
export const SUBSCRIPTION_SELECT = `SELECT subscription.*, ${listed([...BUYER_COLUMNS, ...PRICE_COLUMNS])}
  FROM subscriptions subscription
  JOIN customers buyer ON buyer.id = subscription.customer_id
  JOIN prices price ON price.id = subscription.price_id
  JOIN products product ON product.id = subscription.product_id`

const subscriptionOf = serializerOf(subscriptionProperties)

export function serializeSubscription(row: SubscriptionRow): SubscriptionObject {
  const price = serializePrice(row)
  return subscriptionOf(row, {
    entitled: isEntitled(row.status),
    cancellation_details: detailsOf(row),
    customer: serializeBuyer(row, row.customer_id),
    price,
    product: price.product,
  })
}

function detailsOf({
  cancellation_feedback: feedback,
  cancellation_comment: comment,
}: SubscriptionRow): CancellationDetails | null {
  return feedback === null && comment === null ? null : { feedback, comment }
}
