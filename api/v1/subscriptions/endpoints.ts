import Joi from 'joi'
import type { TrialInput } from '../../../common/domain/subscriptions/input.ts'
import {
  subscription,
  SUBSCRIPTION_STATUSES,
  timelineEntry,
} from '../../../common/domain/subscriptions/object.ts'
import { scheduleChangeAndExpire } from '../../../common/services/operations/schedule-change.ts'
import { startTrialForCustomer } from '../../../common/services/operations/start-trial.ts'
import type { PriceName } from '../../../common/services/prices/name.ts'
import { type CancelMode, cancelSubscription } from '../../../common/services/subscriptions/cancel.ts'
import { getSubscription } from '../../../common/services/subscriptions/find.ts'
import { listSubscriptions, type SubscriptionFilter } from '../../../common/services/subscriptions/list.ts'
import { resumeSubscription } from '../../../common/services/subscriptions/resume.ts'
import { sendRenewalLink } from '../../../common/services/subscriptions/send-renewal-link.ts'
import { getTimeline } from '../../../common/services/subscriptions/timeline.ts'
import { updateMetadata } from '../../../common/services/subscriptions/update-metadata.ts'
import { readList } from '../../../db/replica.ts'
import { inSnapshot, onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { fields, fixed, id, metadata, priceKey, queryId, queryValues, text } from '../../fields.ts'
import { allOf, listOf, one } from '../../openapi/reply.ts'
import { listAnswer, listQuery, timeRange } from '../../page.ts'
import { PRICE_PATHS, trialFields } from './schema.ts'

const ONE = '/subscriptions/:subscription_id'

const trialBody = fields<TrialInput>({
  ...trialFields,
  trial_days: trialFields.trial_days.meta({
    missing:
      'is required: only a trial begins here. A paid subscription begins with a checkout of its price: POST /checkouts',
  }),
})
  .or('price', 'price_id')
  .example({ customer_id: 7, price: 'club_monthly', trial_days: 14 })

const subscriptionQuery = listQuery<SubscriptionFilter>({
  customer_id: queryId().description('Only subscriptions of this customer.'),
  price_id: queryId().description('Only subscriptions with this price.'),
  price: text(100).description('Only subscriptions whose price has this lookup key.'),
  status: queryValues(SUBSCRIPTION_STATUSES).description('Only subscriptions with one of these statuses.'),
  ...timeRange('current_period_end', 'Only subscriptions whose current period ends'),
})

const cancelBody = fields<{ mode?: CancelMode }>({
  mode: Joi.string()
    .valid('at_period_end', 'immediately')
    .description(
      'The time of the cancellation: at the end of the paid time, or immediately, which cannot be undone.',
    )
    .meta({ default: 'at_period_end' }),
}).example({ mode: 'at_period_end' })

const scheduleBody = fields<PriceName>({
  price: priceKey()
    .allow(null)
    .description('The lookup key of the price for the next renewal; null withdraws the change.'),
  price_id: id().allow(null).description('The id of that price. It takes precedence over `price`.'),
})
  .or('price', 'price_id')
  .example({ price: 'club_yearly' })

interface SubscriptionChanges {
  metadata?: Record<string, string> | null
  items?: never
  price?: never
  price_id?: never
  status?: never
  canceled_at?: never
}

const byChange = fixed(
  'To change the plan at the end of the period, use POST /subscriptions/{subscription_id}/schedule-change; now, a checkout with subscription_id',
)
const byCancel = fixed('Use POST /subscriptions/{subscription_id}/cancel, and /resume to undo a cancellation')

const changes = fields<SubscriptionChanges>({
  metadata: metadata().allow(null).description('Replaces the metadata; null clears it.'),
  items: byChange,
  price: byChange,
  price_id: byChange,
  status: byCancel,
  canceled_at: byCancel,
}).example({ metadata: { seat: '12' } })

/** The differences of a subscription that has just begun as a trial of 14 days. */
const IN_TRIAL = {
  status: 'trialing',
  current_period_end: '2026-02-19T15:59:59.000000Z',
  trial_ends_at: '2026-02-19T15:59:59.000000Z',
} as const

export const subscriptionEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/subscriptions',
      name: 'createSubscription',
      summary: 'Start a trial',
      description: 'Starts a subscription without payment. A paid subscription starts with a checkout.',
      answers: { 201: one(subscription, IN_TRIAL) },
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
      refuses: ['unsupported_filter_combination'],
      query: subscriptionQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await readList(query, (sql) => listSubscriptions(sql, request.scope, query)))
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
      description: 'Cancels at the end of the paid time, or now with `immediately`, which cannot be undone.',
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
      summary: 'Withdraw a requested cancellation',
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
      path: `${ONE}/send-renewal-link`,
      name: 'sendRenewalLink',
      summary: 'Email the renewal link',
      description:
        'Emails the customer of a past due subscription the link on which they renew it, and when access ends. ' +
        'The same address gets it once an hour at most. In test mode the email is sent too; its subject begins with `[Test]`.',
      answers: { 200: one(subscription) },
      refuses: ['subscription_not_past_due', 'no_email_address', 'email_limit_reached'],
    },
    async (tx, request) => {
      const id = request.id('subscription_id')
      await sendRenewalLink(tx, request.scope, id)
      return { status: 200, data: await getSubscription(tx.sql, request.scope, id) }
    },
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/schedule-change`,
      name: 'scheduleChange',
      summary: 'Change the plan when the period ends',
      description:
        'Sets the price of the next renewal; null withdraws the change. Refused while a cancellation is pending.',
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
      description: 'Returns past events and expected future ones, in order.',
      answers: { 200: allOf(timelineEntry) },
      refuses: [],
    },
    async (request) => ({
      data: await inSnapshot((sql) => getTimeline(sql, request.scope, request.id('subscription_id'))),
    }),
  ),
]
