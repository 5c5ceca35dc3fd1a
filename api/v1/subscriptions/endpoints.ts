import Joi from 'joi'
import { scheduleChangeAndExpire } from '../../../common/operations/schedule-change.ts'
import { startTrialForCustomer } from '../../../common/operations/start-trial.ts'
import type { PriceName } from '../../../common/prices/name.ts'
import { type CancelMode, cancelSubscription } from '../../../common/subscriptions/cancel.ts'
import { getSubscription } from '../../../common/subscriptions/find.ts'
import type { TrialInput } from '../../../common/subscriptions/input.ts'
import { listSubscriptions, type SubscriptionFilter } from '../../../common/subscriptions/list.ts'
import { subscription, SUBSCRIPTION_STATUSES, timelineEntry } from '../../../common/subscriptions/object.ts'
import { resumeSubscription } from '../../../common/subscriptions/resume.ts'
import { getTimeline } from '../../../common/subscriptions/timeline.ts'
import { updateMetadata } from '../../../common/subscriptions/update-metadata.ts'
import { inSnapshot, onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { fields, id, metadata, priceKey, queryId, queryValues, text, wholeNumber } from '../../fields.ts'
import { allOf, listOf, one } from '../../openapi/reply.ts'
import { listAnswer, listQuery } from '../../page.ts'

const ONE = '/subscriptions/:subscription_id'

const trialBody = fields<TrialInput>({
  customer_id: id().required().description('Who tries.'),
  price: priceKey().description('The lookup key of a recurring price.'),
  price_id: id().description('The id of a recurring price; it counts where both are given.'),
  trial_days: wholeNumber(1, 365)
    .required()
    .description('The trial ends with the local day so many days ahead.'),
})
  .or('price', 'price_id')
  .example({ customer_id: 7, price: 'club_monthly', trial_days: 14 })

const subscriptionQuery = listQuery<SubscriptionFilter>({
  customer_id: queryId().description('Only those of this customer.'),
  price_id: queryId().description('Only those at this price.'),
  price: text(100).description('Only those at the price with this lookup key.'),
  status: queryValues(SUBSCRIPTION_STATUSES).description('Only those with one of these statuses.'),
})

const cancelBody = fields<{ mode?: CancelMode }>({
  mode: Joi.string()
    .valid('at_period_end', 'immediately')
    .description('When: at the end of what is paid for, or now, for good.')
    .meta({ default: 'at_period_end' }),
}).example({ mode: 'at_period_end' })

const scheduleBody = fields<PriceName>({
  price: priceKey()
    .allow(null)
    .description('The lookup key of the price to renew at; null takes the change back.'),
  price_id: id().allow(null).description('Its id instead; it counts where both are given.'),
})
  .or('price', 'price_id')
  .example({ price: 'club_yearly' })

const changes = fields<{ metadata?: Record<string, string> | null }>({
  metadata: metadata().allow(null).description('Replaces what was there; null clears it.'),
}).example({ metadata: { seat: '12' } })

/** A price is named beside the other fields here, not in a list of items. */
const PRICE_PATHS = {
  lookup_key_not_found: 'price',
  price_not_found: 'price_id',
  price_inactive: 'price',
} as const

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
      paths: { ...PRICE_PATHS, plan_limit_reached: 'price' },
      body: trialBody,
    },
    async (tx, request) => ({
      status: 201,
      data: await startTrialForCustomer(tx, request.scope, request.draft),
    }),
  ),
  reads(
    {
      method: 'get',
      path: '/subscriptions',
      name: 'listSubscriptions',
      summary: 'List subscriptions',
      answers: { 200: listOf(subscription) },
      refuses: [],
      query: subscriptionQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await onConnection((sql) => listSubscriptions(sql, request.scope, query)))
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
      data: await onConnection((sql) => getSubscription(sql, request.scope, request.id('subscription_id'))),
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
      data: await updateMetadata(tx, request.scope, request.id('subscription_id'), request.draft),
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
      const id = request.id('subscription_id')
      const { mode = 'at_period_end' } = request.draft.partial()
      await cancelSubscription(tx, request.scope, id, mode)
      return { status: 200, data: await getSubscription(tx.sql, request.scope, id) }
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
      const id = request.id('subscription_id')
      await resumeSubscription(tx, request.scope, id)
      return { status: 200, data: await getSubscription(tx.sql, request.scope, id) }
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
      paths: { ...PRICE_PATHS, already_subscribed: 'price' },
      body: scheduleBody,
      nullClears: true,
    },
    async (tx, request) => {
      const id = request.id('subscription_id')
      await scheduleChangeAndExpire(tx, request.scope, id, request.draft)
      return { status: 200, data: await getSubscription(tx.sql, request.scope, id) }
    },
  ),
  reads(
    {
      method: 'get',
      path: `${ONE}/timeline`,
      name: 'retrieveTimeline',
      summary: 'Retrieve a timeline',
      description: 'What has happened, and what will if nobody acts, in its order.',
      answers: { 200: allOf(timelineEntry) },
      refuses: [],
    },
    async (request) => ({
      data: await inSnapshot((sql) => getTimeline(sql, request.scope, request.id('subscription_id'))),
    }),
  ),
]
