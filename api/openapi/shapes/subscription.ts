import type { SubscriptionObject } from '../../../common/subscriptions/object.ts'
import { FEEDBACK, LONGEST_COMMENT } from '../../../common/subscriptions/rules/cancellation.ts'
import type { CancellationDetails } from '../../../common/subscriptions/rules/cancellation.ts'
import { Shape } from '../shape.ts'
import { choice, createdAt, flag, id, isTest, metadata, nullable } from '../values.ts'
import { projectId, text, time, updatedAt, wholeNumber } from '../values.ts'
import { buyer } from './buyer.ts'
import { price, product } from './product.ts'

const cancellationDetails = new Shape<CancellationDetails>({
  name: 'CancellationDetails',
  description: 'Why a customer cancels, as they said it in the portal.',
  properties: {
    feedback: nullable(choice('What they chose.', FEEDBACK)),
    comment: nullable(text('In their own words.', { maxLength: LONGEST_COMMENT })),
  },
  example: { feedback: 'too_expensive', comment: 'I will be back in autumn.' },
})

const properties = {
  id: id('The subscription.'),
  project_id: projectId,
  status: choice('Where it stands.', ['trialing', 'active', 'past_due', 'canceled']),
  entitled: flag('Whether it gives access: trialing, active and past_due do.'),
  customer_id: id('The customer.'),
  product_id: id('The product.'),
  price_id: id('The current price; a plan change moves it.'),
  current_period_start: time('When the current period began.'),
  current_period_end: time('When access ends unless it is renewed.'),
  trial_ends_at: nullable(time('When the trial ends; null without one.')),
  canceled_at: nullable(time('When the cancellation was requested.')),
  ended_at: nullable(time('When it ended.')),
  cancellation_reason: nullable(
    choice('Why it ended.', ['requested', 'unpaid', 'trial_ended', 'immediately']),
  ),
  cancellation_details: {
    ...nullable(cancellationDetails),
    description: 'What the customer said in the portal of why; null where nothing was said.',
  },
  scheduled_price_id: nullable(id('The price that the next renewal is charged at.')),
  metadata,
  is_test: isTest,
  customer: buyer,
  price,
  product,
  created_at: createdAt,
  updated_at: updatedAt,
}

export const subscription = new Shape<SubscriptionObject>({
  name: 'Subscription',
  description: 'Access of one customer to one product, paid for period by period.',
  properties,
  example: {
    id: 301,
    project_id: 1,
    status: 'active',
    entitled: true,
    customer_id: 56,
    product_id: 12,
    price_id: 34,
    current_period_start: '2026-02-05T06:12:00.000000Z',
    current_period_end: '2026-03-05T15:59:59.000000Z',
    trial_ends_at: null,
    canceled_at: null,
    ended_at: null,
    cancellation_reason: null,
    cancellation_details: null,
    scheduled_price_id: null,
    metadata: {},
    is_test: true,
    customer: {
      id: 56,
      name: 'Saraa',
      email: 'saraa@example.com',
      phone: '+97699112233',
      client_reference_id: 'user-7',
    },
    price: price.example,
    product: product.example,
    created_at: '2026-02-05T06:12:00.000000Z',
    updated_at: '2026-02-05T06:12:00.000000Z',
  },
})

export const dueSubscription = new Shape<SubscriptionObject & { days_before: number }>({
  name: 'DueSubscription',
  description: 'A subscription whose customer was reminded to renew.',
  properties: {
    ...properties,
    days_before: wholeNumber('How many days before the end the reminder was for.', 1),
  },
  example: { ...subscription.example, days_before: 7 },
})
