import { lostRace, type ModelTx, type Tx } from '../../../db/transaction.ts'
import { dayOf, trialEnd } from '../../domain/subscriptions/calendar.ts'
import type { TrialInput } from '../../domain/subscriptions/input.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import type { Problems } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { lockNamedCustomer } from '../customers/lock.ts'
import type { CustomerRow } from '../customers/rows.ts'
import { namedPrice } from '../prices/name.ts'
import { withZoneForGood } from '../projects/fix-timezone.ts'
import { checkPlanLimit, lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { getSubscription } from './find.ts'
import { lockSlotOwner } from './lock-slot-owner.ts'
import { takeProductSlots } from './product-slots.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import { Subscription } from './subscriptions-table.ts'
import { Trial } from './trials-table.ts'
import { writeSubscriptionEmail } from './write-email.ts'

/**
 * Starts a trial, the only subscription without a payment. It ends with the local day `trial_days` ahead. A
 * customer gets one trial per product, and none while subscribed to it.
 */
export async function startTrial(
  tx: ModelTx,
  cached: Scope,
  draft: Submission<TrialInput>,
): Promise<SubscriptionObject> {
  const { problems } = draft
  const { price, path } = await namedPrice(tx.sql, cached, draft)
  if (price && !price.active) problems.add('price_inactive', path, { id: price.id })
  await lockForPlanLimit(tx, cached)
  const scope = await withZoneForGood(tx, cached)
  const customer = await lockTrialist(tx, scope, draft)
  if (customer && price) await refuseSecondTrial(tx, scope, customer.id, price.productId, problems)
  await checkPlanLimit(tx, scope, path, problems)
  const { trial_days: days } = draft.valid()
  if (!customer || !price) throw new Error('a trial without a customer or a price was not refused')

  const zone = scope.project.timezone
  const trialEndsAt = trialEnd(tx.now, days, zone)
  const subscription = await Subscription.create(
    {
      projectId: scope.project.id,
      isTest: scope.isTest,
      customerId: customer.id,
      productId: price.productId,
      priceId: price.id,
      status: 'trialing',
      currentPeriodStart: tx.now,
      currentPeriodEnd: trialEndsAt,
      trialEndsAt,
      anchorDay: dayOf(trialEndsAt, zone),
      anchorMonths: 0,
      remindedUntil: tx.now,
      testClockId: customer.test_clock_id,
      createdAt: tx.now,
      updatedAt: tx.now,
    },
    { transaction: tx.transaction },
  )
  await takeProductSlots(tx, subscription)
  await storeTrial(tx, subscription)
  const created = await recordSubscriptionEvent(tx, scope, 'subscription.created', subscription)
  await writeSubscriptionEmail(tx, scope, 'subscription_created', created, `subscription-${subscription.id}`)
  await applyDueSteps(tx, scope, subscription)
  return getSubscription(tx.sql, scope, subscription.id)
}

async function lockTrialist(
  tx: Tx,
  scope: Scope,
  draft: Submission<TrialInput>,
): Promise<CustomerRow | null> {
  const { customer_id: id } = draft.partial()
  if (id === undefined) return null // the schema has already reported this
  const customer = await lockNamedCustomer(tx, scope, { id })
  if (!customer) draft.problems.add('customer_not_found', 'customer_id', { id })
  return customer
}

/** Refuses a second trial. The customer's row is locked. An existing subscription is reported first, since that explains more. */
export async function refuseSecondTrial(
  tx: ModelTx,
  scope: Scope,
  customerId: number,
  productId: number,
  problems: Problems,
): Promise<void> {
  if (await lockSlotOwner(tx, scope, customerId, productId)) {
    problems.add('already_subscribed', 'customer_id')
    return
  }
  const where = { projectId: scope.project.id, isTest: scope.isTest, customerId, productId }
  if (await Trial.findOne({ where, transaction: tx.transaction }))
    problems.add('trial_already_used', 'customer_id')
}

async function storeTrial(
  { now: createdAt, transaction }: ModelTx,
  { id: subscriptionId, projectId, isTest, customerId, productId }: Subscription,
): Promise<void> {
  const trial = { projectId, isTest, customerId, productId, subscriptionId, createdAt }
  await Trial.create(trial, { transaction }).catch((error: unknown) => {
    throw lostRace(error as Error)
  })
}
