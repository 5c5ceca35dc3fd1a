import { enterClock } from '../clocks/enter-clock.ts'
import { lockCustomer } from '../customers/fill-in.ts'
import type { Draft } from '../kit/draft.ts'
import type { Problems } from '../kit/refusal.ts'
import { namedPrice } from '../products/name-price.ts'
import { withZoneForGood } from '../projects/keep-project.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { isDuplicate } from '../../db/errors.ts'
import { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { TryAgain } from '../../db/transaction.ts'
import { announce } from './announce.ts'
import { subscriptionOf } from './find-subscription.ts'
import { holdProducts } from './hold.ts'
import { writeLetter } from './letters.ts'
import { lockHolder } from './lock-holder.ts'
import type { SubscriptionObject } from './object.ts'
import { dayOf, daysLater, endOf } from './rules/calendar.ts'
import { settle } from './settle.ts'

export interface TrialInput {
  customer_id: number
  price?: string
  price_id?: number
  trial_days: number
}

/**
 * Starts a trial: the only subscription that nobody has paid for. It ends with the local day that lies
 * `trial_days` ahead. One trial per customer and product, ever, and none beside a subscription.
 */
export async function startTrial(
  tx: Tx,
  remembered: Scope,
  draft: Draft<TrialInput>,
): Promise<SubscriptionObject> {
  const { problems } = draft
  const { price, path } = await namedPrice(tx.sql, remembered, draft)
  if (price && !price.active) problems.add('price_inactive', path, { id: price.id })
  const refuseOverLimit = await lockForPlanLimit(tx, remembered)
  const scope = await withZoneForGood(tx, remembered)
  const customer = await lockTrialist(tx, scope, draft)
  if (customer && price) await refuseSecond(tx, scope, customer.id, price.productId, problems)
  await refuseOverLimit(problems, path)
  const { trial_days: days } = draft.whole()
  if (!customer || !price) throw new Error('a trial without a customer or a price was not refused')

  const zone = scope.project.timezone
  const trialEndsAt = endOf(daysLater(dayOf(tx.now, zone), days), zone)
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
  await holdProducts(tx, subscription, [price.productId])
  await noteTrial(tx, subscription)
  const created = await announce(tx, scope, 'subscription.created', subscription.id)
  await writeLetter(tx, scope, 'subscription_created', created, `subscription-${subscription.id}`)
  await settle(tx, scope, subscription)
  return subscriptionOf(tx.sql, scope, subscription.id)
}

interface Trialist {
  id: number
  test_clock_id: number | null
}

async function lockTrialist(tx: Tx, scope: Scope, draft: Draft<TrialInput>): Promise<Trialist | null> {
  const { customer_id: id } = draft.parts()
  if (id === undefined) return null // its schema has said so already
  const row = await tx.sql.row<Trialist>(
    `SELECT id, test_clock_id FROM customers
     WHERE id = ? AND project_id = ? AND is_test = ? AND deleted_at IS NULL`,
    [id, scope.project.id, scope.isTest],
  )
  if (!row) {
    draft.problems.add('customer_not_found', 'customer_id', { id })
    return null
  }
  await enterClock(tx, row.test_clock_id)
  await lockCustomer(tx, id)
  return row
}

/** Held already says more than tried before, where both are so. */
async function refuseSecond(
  tx: Tx,
  scope: Scope,
  customerId: number,
  productId: number,
  problems: Problems,
): Promise<void> {
  if (await lockHolder(tx, scope, customerId, productId)) {
    problems.add('already_subscribed', 'customer_id')
    return
  }
  const tried = await tx.sql.row(
    'SELECT subscription_id FROM trials WHERE project_id = ? AND is_test = ? AND customer_id = ? AND product_id = ?',
    [scope.project.id, scope.isTest, customerId, productId],
  )
  if (tried) problems.add('trial_already_used', 'customer_id')
}

async function noteTrial(
  tx: Tx,
  { id, projectId, isTest, customerId, productId }: Subscription,
): Promise<void> {
  try {
    await tx.sql.run(
      'INSERT INTO trials (project_id, is_test, customer_id, product_id, subscription_id, created_at) VALUES (?)',
      [[projectId, isTest, customerId, productId, id, tx.now]],
    )
  } catch (error) {
    throw isDuplicate(error) ? new TryAgain() : error
  }
}
