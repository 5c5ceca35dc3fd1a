import { find } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import { lockCustomer } from '../customers/lock.ts'
import type { Project, Scope } from '../projects/project.ts'
import { enterClock } from '../test-clocks/enter-clock.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { Subscription } from './subscriptions-table.ts'

/**
 * Locks a subscription of this project and mode and applies its due steps, or throws 404. Locks its customer
 * first, so that changes to one customer's subscriptions run one after the other.
 */
export async function lockSubscription(tx: Tx, scope: Scope, id: number): Promise<Subscription> {
  const seen = await readOwner(tx, scope.project, id)
  if (Boolean(seen.is_test) !== scope.isTest) return notFound()
  const subscription = await lockSeen(tx, scope, seen)
  await applyDueSteps(tx, scope, subscription)
  return subscription
}

/** Locks a subscription whose customer is already locked, without applying due steps; throws 404. */
export async function lockSubscriptionRow(tx: Tx, scope: Scope, id: number): Promise<Subscription> {
  const own = { projectId: scope.project.id, isTest: scope.isTest }
  return (await find(tx.sql, Subscription, { id, ...own }, { lock: true })) ?? notFound()
}

/** Locks a subscription for a timer, which knows only the project. Applies no steps. Returns its scope too. */
export async function lockDueSubscription(
  tx: Tx,
  project: Project,
  id: number,
): Promise<{ scope: Scope; subscription: Subscription }> {
  const seen = await readOwner(tx, project, id)
  const scope = { project, isTest: Boolean(seen.is_test) }
  return { scope, subscription: await lockSeen(tx, scope, seen) }
}

interface Seen {
  id: number
  is_test: number
  customer_id: number
  test_clock_id: number | null
}

/** Reads a subscription's customer and clock, which are locked before it. They never change. */
async function readOwner(tx: Tx, project: Project, id: number): Promise<Seen> {
  const seen = await tx.sql.row<Seen>(
    'SELECT id, is_test, customer_id, test_clock_id FROM subscriptions WHERE project_id = ? AND id IN (?)',
    [project.id, id],
    { combine: 'subject' },
  )
  return seen ?? notFound()
}

async function lockSeen(tx: Tx, scope: Scope, seen: Seen): Promise<Subscription> {
  await enterClock(tx, seen.test_clock_id)
  await lockCustomer(tx, scope, seen.customer_id)
  return lockSubscriptionRow(tx, scope, seen.id)
}

function notFound(): never {
  throw new Refusal({ code: 'not_found', params: { what: 'subscription' } })
}
