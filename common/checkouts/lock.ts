import { Checkout } from '../../db/models/checkout.ts'
import { lockById } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockCustomer } from '../customers/lock.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Project, Scope } from '../projects/project.ts'
import { enterClock } from '../test-clocks/enter-clock.ts'

/**
 * Locks a checkout of this project and mode until the transaction ends: whoever changes one comes through
 * here. For a subscription its customer is locked before it, so that everything about one customer's
 * subscriptions happens one after the other; `withCustomer` asks for that in any case. 404 where there is none.
 */
export async function lockCheckout(
  tx: Tx,
  scope: Scope,
  id: number,
  { withCustomer = false } = {},
): Promise<Checkout> {
  const seen = await look(tx, scope.project, id)
  if (Boolean(seen.is_test) !== scope.isTest) return notFound()
  return lockSeen(tx, scope, seen, withCustomer)
}

/** As `lockCheckout`, for a timer, which knows the project only; with the scope of what is locked. */
export async function lockDueCheckout(
  tx: Tx,
  project: Project,
  id: number,
): Promise<{ scope: Scope; checkout: Checkout }> {
  const seen = await look(tx, project, id)
  const scope = { project, isTest: Boolean(seen.is_test) }
  return { scope, checkout: await lockSeen(tx, scope, seen) }
}

interface Seen {
  id: number
  is_test: number
  mode: string
  customer_id: number | null
  test_clock_id: number | null
}

/** What comes before a checkout in the order of locks never changes. */
async function look(tx: Tx, project: Project, id: number): Promise<Seen> {
  const seen = await tx.sql.rowOf<Seen>(
    id,
    'SELECT id, is_test, mode, customer_id, test_clock_id FROM checkouts WHERE project_id = ? AND id IN (?)',
    [project.id],
  )
  return seen ?? notFound()
}

async function lockSeen(tx: Tx, scope: Scope, seen: Seen, withCustomer = false): Promise<Checkout> {
  await enterClock(tx, seen.test_clock_id)
  if (seen.customer_id !== null && (withCustomer || seen.mode === 'subscription'))
    await lockCustomer(tx, scope, seen.customer_id)
  return (await lockById(tx, Checkout, seen.id)) ?? notFound()
}

function notFound(): never {
  throw new Refusal({ code: 'not_found', params: { what: 'checkout' } })
}
