import Joi from 'joi'
import { cancelSubscription } from '../../../common/subscriptions/cancel.ts'
import type { CancelMode } from '../../../common/subscriptions/cancel.ts'
import { listSubscriptions, subscriptionOf } from '../../../common/subscriptions/find-subscription.ts'
import type { SubscriptionFilter } from '../../../common/subscriptions/find-subscription.ts'
import { resumeSubscription } from '../../../common/subscriptions/resume.ts'
import { timelineOf } from '../../../common/subscriptions/timeline.ts'
import { updateMetadata } from '../../../common/subscriptions/update-metadata.ts'
import { reserveChange } from '../../../common/payments/reserve-change.ts'
import { reserveTrial } from '../../../common/payments/reserve-trial.ts'
import type { TrialInput } from '../../../common/subscriptions/start-trial.ts'
import type { PriceName } from '../../../common/products/name-price.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { fields, id, metadata, queryId, text, wholeNumber } from '../../fields.ts'
import { allOf, listOf, one } from '../../openapi/shape.ts'
import { subscription } from '../../openapi/shapes/subscription.ts'
import { timelineEntry } from '../../openapi/shapes/timeline.ts'
import { listAnswer, PAGE_FIELD } from '../../page.ts'

const ONE = '/subscriptions/:subscription_id'

const trialBody = fields<TrialInput>({
  customer_id: id().required().description('Who tries.'),
  price: text(100).description('The lookup key of a recurring price.'),
  price_id: id().description('The id of a recurring price; it counts where both are given.'),
  trial_days: wholeNumber(1, 365)
    .required()
    .description('The trial ends with the local day so many days ahead.'),
})
  .or('price', 'price_id')
  .example({ customer_id: 7, price: 'club_monthly', trial_days: 14 })

const listQuery = fields<SubscriptionFilter>({
  ...PAGE_FIELD,
  customer_id: queryId().description('Only those of this customer.'),
  price_id: queryId().description('Only those at this price.'),
  price: text(100).description('Only those at the price with this lookup key.'),
  status: Joi.string()
    .valid('trialing', 'active', 'past_due', 'canceled')
    .description('Only those that stand there.'),
})

const cancelBody = fields<{ mode?: CancelMode }>({
  mode: Joi.string()
    .valid('at_period_end', 'immediately')
    .description('When: at the end of what is paid for, or now, for good.')
    .meta({ default: 'at_period_end' }),
}).example({ mode: 'at_period_end' })

const scheduleBody = fields<PriceName>({
  price: text(100)
    .allow(null)
    .description('The lookup key of the price to renew at; null takes the change back.'),
  price_id: id().allow(null).description('Its id instead; it counts where both are given.'),
})
  .or('price', 'price_id')
  .example({ price: 'club_yearly' })

const changes = fields<{ metadata?: Record<string, string> | null }>({
  metadata: metadata().allow(null).description('Replaces what was there; null clears it.'),
}).example({ metadata: { seat: '12' } })

export const subscriptionEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/subscriptions',
      name: 'createSubscription',
      summary: 'Start a trial',
      description: 'A paid subscription starts from a checkout; this is the only one that nobody pays for.',
      answers: { 201: one(subscription) },
      refuses: [
        'customer_not_found',
        'lookup_key_not_found',
        'price_not_found',
        'price_inactive',
        'price_not_recurring',
        'already_subscribed',
        'trial_already_used',
        'plan_limit_reached',
      ],
      body: trialBody,
    },
    async (tx, request) => ({ status: 201, data: await reserveTrial(tx, request, request.draft) }),
  ),
  reads(
    {
      method: 'get',
      path: '/subscriptions',
      name: 'listSubscriptions',
      summary: 'List subscriptions',
      answers: { 200: listOf(subscription) },
      refuses: [],
      query: listQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await read((sql) => listSubscriptions(sql, request, query)))
    },
  ),
  reads(
    {
      method: 'get',
      path: ONE,
      name: 'retrieveSubscription',
      summary: 'Retrieve a subscription',
      answers: { 200: one(subscription) },
      refuses: [],
    },
    async (request) => ({
      data: await read((sql) => subscriptionOf(sql, request, request.id('subscription_id'))),
    }),
  ),
  writes(
    {
      method: 'patch',
      path: ONE,
      name: 'updateSubscription',
      summary: 'Update a subscription',
      answers: { 200: one(subscription) },
      refuses: [],
      body: changes,
    },
    async (tx, request) => ({
      status: 200,
      data: await updateMetadata(tx, request, request.id('subscription_id'), request.draft),
    }),
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/cancel`,
      name: 'cancelSubscription',
      summary: 'Cancel a subscription',
      description: 'At the end of what is paid for unless you say `immediately`, which cannot be taken back.',
      answers: { 200: one(subscription) },
      refuses: ['subscription_canceled'],
      body: cancelBody,
    },
    async (tx, request) => {
      const { id: found } = await subscriptionOf(tx.sql, request, request.id('subscription_id'))
      const { mode = 'at_period_end' } = request.body()
      await cancelSubscription(tx, request, found, mode)
      return { status: 200, data: await subscriptionOf(tx.sql, request, found) }
    },
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/resume`,
      name: 'resumeSubscription',
      summary: 'Take back a requested cancellation',
      answers: { 200: one(subscription) },
      refuses: ['subscription_canceled'],
    },
    async (tx, request) => {
      const { id: found } = await subscriptionOf(tx.sql, request, request.id('subscription_id'))
      request.body()
      await resumeSubscription(tx, request, found)
      return { status: 200, data: await subscriptionOf(tx.sql, request, found) }
    },
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/schedule-change`,
      name: 'scheduleChange',
      summary: 'Change the plan when the period ends',
      description: 'The next renewal is charged at this price; null takes that back.',
      answers: { 200: one(subscription) },
      refuses: [
        'subscription_canceled',
        'lookup_key_not_found',
        'price_not_found',
        'price_inactive',
        'price_not_recurring',
        'already_subscribed',
        'renewal_already_paid',
      ],
      body: scheduleBody,
      nullClears: true,
    },
    async (tx, request) => {
      const { id: found } = await subscriptionOf(tx.sql, request, request.id('subscription_id'))
      await reserveChange(tx, request, found, request.draft)
      return { status: 200, data: await subscriptionOf(tx.sql, request, found) }
    },
  ),
  reads(
    {
      method: 'get',
      path: `${ONE}/timeline`,
      name: 'retrieveTimeline',
      summary: 'What has happened, and what will if nobody acts',
      answers: { 200: allOf(timelineEntry) },
      refuses: [],
    },
    async (request) => ({
      data: await read((sql) => timelineOf(sql, request, request.id('subscription_id'))),
    }),
  ),
]
