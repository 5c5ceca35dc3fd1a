import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { type Infer, nullable, shape } from '../../kit/shape.ts'
import {
  choice,
  createdAt,
  flag,
  id,
  isTest,
  metadata,
  projectId,
  text,
  time,
  updatedAt,
  wholeNumber,
} from '../../kit/values.ts'
import { buyer } from '../customers/buyer.ts'
import { price } from '../prices/object.ts'
import { product } from '../products/object.ts'
import { FEEDBACK, LONGEST_COMMENT } from './cancellation.ts'

const cancellationDetailsProperties = {
  feedback: nullable(choice('The chosen reason.', FEEDBACK, 'too_expensive')),
  comment: nullable(
    text("The customer's comment.", 'I will be back in autumn.', { maxLength: LONGEST_COMMENT }),
  ),
}

/** A customer's reason for a cancellation: a choice, a comment, or both. */
export interface CancellationDetails extends Infer<typeof cancellationDetailsProperties> {}

const cancellationDetails = shape<CancellationDetails>(
  'CancellationDetails',
  "The customer's reason for the cancellation, given in the portal.",
  cancellationDetailsProperties,
)

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'canceled'] as const

export const subscriptionProperties = {
  id: field(id('The subscription.', 301), column.primaryKey()),
  status: field(choice('The state of the subscription.', SUBSCRIPTION_STATUSES, 'active'), column.word(16)),
  entitled: flag('Whether it gives access: true for trialing, active and past_due.', true),
  project_id: projectId,
  customer_id: field(id('The customer.', buyer.example.id), column.reference()),
  product_id: field(id('The product.', product.example.id), column.reference()),
  price_id: field(id('The current price; a plan change replaces it.', price.example.id), column.reference()),
  current_period_start: field(
    time('When the current period began.', '2026-02-05T06:12:00.000000Z'),
    column.time(),
  ),
  current_period_end: field(
    time('When access ends unless it is renewed.', '2026-03-05T15:59:59.000000Z'),
    column.time(),
  ),
  trial_ends_at: field(time('When the trial ends; null without one.'), column.time().nullable()),
  canceled_at: field(time('When the cancellation was requested.'), column.time().nullable()),
  ended_at: field(time('When it ended.'), column.time().nullable()),
  cancellation_reason: field(
    choice('Why it ended.', ['requested', 'unpaid', 'trial_ended', 'immediately']),
    column.word(16).nullable(),
  ),
  cancellation_details: nullable(cancellationDetails, {
    description: "The customer's reason, given in the portal; null if none was given.",
    example: null,
  }).erased(),
  scheduled_price_id: field(id('The price of the next renewal.'), column.reference().nullable()),
  is_test: isTest,
  customer: buyer,
  price: price.kept(),
  product: product.kept(),
  metadata,
  created_at: createdAt('2026-02-05T06:12:00.000000Z'),
  updated_at: updatedAt('2026-02-05T06:12:00.000000Z'),
}

/** A subscription as `GET /subscriptions/:id` returns it and as events carry it. Times are ISO 8601 in UTC. */
export interface SubscriptionObject extends Infer<typeof subscriptionProperties> {}

export const subscription = shape<SubscriptionObject>(
  'Subscription',
  'Access of one customer to one product, paid period by period.',
  subscriptionProperties,
)

export type SubscriptionStatus = SubscriptionObject['status']
export type CancellationReason = NonNullable<SubscriptionObject['cancellation_reason']>

const dueProperties = {
  ...subscriptionProperties,
  days_before: wholeNumber('The number of days before the end for which the reminder was sent.', 7, {
    minimum: 1,
  }),
}

/** A subscription with the reminder that an event reports. */
export interface DueSubscriptionObject extends Infer<typeof dueProperties> {}

export const dueSubscription = shape<DueSubscriptionObject>(
  'DueSubscription',
  'A subscription whose customer was reminded to renew.',
  dueProperties,
)

const timelineEntryProperties = {
  at: time('The time.', '2026-01-31T09:30:00.000000Z'),
  type: choice(
    'The type of the matching event.',
    [
      'subscription.created',
      'subscription.renewed',
      'subscription.updated',
      'subscription.renewal_due',
      'subscription.past_due',
      'subscription.canceled',
    ],
    'subscription.created',
  ),
  description: text('A description in words.', 'The subscription began.'),
  done: flag('Whether it has happened.', true),
}

export interface TimelineEntry extends Infer<typeof timelineEntryProperties> {}

export const timelineEntry = shape<TimelineEntry>(
  'TimelineEntry',
  'A past change of a subscription, or a future one if nothing is done.',
  timelineEntryProperties,
)
