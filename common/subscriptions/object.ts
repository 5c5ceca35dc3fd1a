import { buyer } from '../customers/rules/buyer.ts'
import { type Infer, nullable, shape } from '../kit/shape.ts'
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
} from '../kit/values.ts'
import { price } from '../prices/object.ts'
import { product } from '../products/object.ts'
import { FEEDBACK, LONGEST_COMMENT } from './rules/cancellation.ts'

const cancellationDetailsProperties = {
  feedback: nullable(choice('What they chose.', FEEDBACK, 'too_expensive')),
  comment: nullable(text('In their own words.', 'I will be back in autumn.', { maxLength: LONGEST_COMMENT })),
}

/** What a customer said of why they cancel: a choice, their own words, or both. */
export interface CancellationDetails extends Infer<typeof cancellationDetailsProperties> {}

const cancellationDetails = shape<CancellationDetails>(
  'CancellationDetails',
  'Why a customer cancels, as they said it in the portal.',
  cancellationDetailsProperties,
)

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'canceled'] as const

const properties = {
  id: id('The subscription.', 301),
  project_id: projectId,
  status: choice('Where it stands.', SUBSCRIPTION_STATUSES, 'active'),
  entitled: flag('Whether it gives access: trialing, active and past_due do.', true),
  customer_id: id('The customer.', buyer.example.id),
  product_id: id('The product.', product.example.id),
  price_id: id('The current price; a plan change moves it.', price.example.id),
  current_period_start: time('When the current period began.', '2026-02-05T06:12:00.000000Z'),
  current_period_end: time('When access ends unless it is renewed.', '2026-03-05T15:59:59.000000Z'),
  trial_ends_at: nullable(time('When the trial ends; null without one.')),
  canceled_at: nullable(time('When the cancellation was requested.')),
  ended_at: nullable(time('When it ended.')),
  cancellation_reason: nullable(
    choice('Why it ended.', ['requested', 'unpaid', 'trial_ended', 'immediately']),
  ),
  cancellation_details: nullable(cancellationDetails, {
    description: 'What the customer said in the portal of why; null where nothing was said.',
    example: null,
  }),
  scheduled_price_id: nullable(id('The price that the next renewal is charged at.')),
  metadata,
  is_test: isTest,
  customer: buyer,
  price,
  product,
  created_at: createdAt('2026-02-05T06:12:00.000000Z'),
  updated_at: updatedAt('2026-02-05T06:12:00.000000Z'),
}

/** A subscription as `GET /subscriptions/:id` answers it and as events carry it. Times are ISO 8601 in UTC. */
export interface SubscriptionObject extends Infer<typeof properties> {}

export const subscription = shape<SubscriptionObject>(
  'Subscription',
  'Access of one customer to one product, paid for period by period.',
  properties,
)

export type SubscriptionStatus = SubscriptionObject['status']
export type CancellationReason = NonNullable<SubscriptionObject['cancellation_reason']>

const dueProperties = {
  ...properties,
  days_before: wholeNumber('How many days before the end the reminder was for.', 7, { minimum: 1 }),
}

/** The same with the reminder that an event tells of. */
export interface DueSubscriptionObject extends Infer<typeof dueProperties> {}

export const dueSubscription = shape<DueSubscriptionObject>(
  'DueSubscription',
  'A subscription whose customer was reminded to renew.',
  dueProperties,
)

const timelineEntryProperties = {
  at: time('When.', '2026-01-31T09:30:00.000000Z'),
  type: choice(
    'What: the type of the event that says so.',
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
  description: text('The same in words.', 'The subscription began.'),
  done: flag('Whether it has happened.', true),
}

export interface TimelineEntry extends Infer<typeof timelineEntryProperties> {}

export const timelineEntry = shape<TimelineEntry>(
  'TimelineEntry',
  'Something that has happened to a subscription, or will if nobody acts.',
  timelineEntryProperties,
)
