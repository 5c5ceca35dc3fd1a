import { find } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import { lockCustomer } from '../customers/lock.ts'
import type { Project, Scope } from '../projects/project.ts'
import { enterClock } from '../test-clocks/enter-clock.ts'
import { Checkout } from './checkouts-table.ts'

/**
 * Locks a checkout of this project and mode until the transaction ends. Every change of a checkout goes through here.
 * For a subscription checkout the customer is locked first, so that changes to one customer's subscriptions run one
 * at a time. `withCustomer` locks the customer in any case. Throws a 404 if there is no such checkout.
 */
export async function lockCheckout(
  tx: Tx,
  scope: Scope,
  id: number,
  { withCustomer = false } = {},
): Promise<Checkout> {
  const seen = await readLockOrder(tx, scope.project, id)
  if (Boolean(seen.is_test) !== scope.isTest) return notFound()
  return lockSeen(tx, scope, seen, withCustomer)
}

/** Locks a checkout for a timer, which knows only the project. Returns it with its scope. */
export async function lockDueCheckout(
  tx: Tx,
  project: Project,
  id: number,
): Promise<{ scope: Scope; checkout: Checkout }> {
  const seen = await readLockOrder(tx, project, id)
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

/** Reads the rows that must be locked before the checkout. They never change, so no lock is needed to read them. */
async function readLockOrder(tx: Tx, project: Project, id: number): Promise<Seen> {
  const seen = await tx.sql.row<Seen>(
    'SELECT id, is_test, mode, customer_id, test_clock_id FROM checkouts WHERE project_id = ? AND id IN (?)',
    [project.id, id],
    { combine: 'subject' },
  )
  return seen ?? notFound()
}

async function lockSeen(tx: Tx, scope: Scope, seen: Seen, withCustomer = false): Promise<Checkout> {
  await enterClock(tx, seen.test_clock_id)
  if (seen.customer_id !== null && (withCustomer || seen.mode === 'subscription'))
    await lockCustomer(tx, scope, seen.customer_id)
  return (await find(tx.sql, Checkout, { id: seen.id }, { lock: true })) ?? notFound()
}

function notFound(): never {
  throw new Refusal({ code: 'not_found', params: { what: 'checkout' } })
}
