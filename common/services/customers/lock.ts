import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { enterClock } from '../test-clocks/enter-clock.ts'
import { type CustomerLock, type CustomerName, findCustomerRow } from './find.ts'
import { CUSTOMER_SELECT, type CustomerRow, OWN_CUSTOMER } from './rows.ts'

/**
 * Locks a customer's row. Must run before any other row of the customer is locked. Returns whether the customer
 * exists in this project and mode and is not erased.
 */
export async function lockCustomer(tx: Tx, { project, isTest }: Scope, id: number): Promise<boolean> {
  const row = await tx.sql.row<{ deleted_at: Date | null }>(
    'SELECT id, deleted_at FROM customers WHERE project_id = ? AND is_test = ? AND id IN (?) FOR UPDATE',
    [project.id, isTest, id],
    { combine: 'subject' },
  )
  return row?.deleted_at === null
}

/**
 * Locks a customer, and first their test clock, which sets the transaction's time. Returns null if there is no such
 * customer.
 */
export async function lockNamedCustomer(
  tx: Tx,
  scope: Scope,
  name: CustomerName,
  lock: CustomerLock = 'FOR UPDATE',
): Promise<CustomerRow | null> {
  if (!scope.isTest) return findCustomerRow(tx.sql, scope, name, lock)
  if ('id' in name) {
    const inRealTime = await lockInRealTime(tx, scope, name.id, lock)
    if (inRealTime) return inRealTime
  }
  const seen = await findCustomerRow(tx.sql, scope, name)
  if (!seen) return null
  await enterClock(tx, seen.test_clock_id)
  return findCustomerRow(tx.sql, scope, name, lock)
}

/**
 * Finds and locks a customer in real time with one statement. In test mode too, most customers have no clock. The
 * forced index has no entry for a customer on a clock, so their row is not locked before their clock.
 */
async function lockInRealTime(
  tx: Tx,
  scope: Scope,
  id: number,
  lock: CustomerLock,
): Promise<CustomerRow | undefined> {
  return tx.sql.row<CustomerRow>(
    `${CUSTOMER_SELECT} FORCE INDEX (customers_clock) WHERE test_clock_id IS NULL AND id = ? AND ${OWN_CUSTOMER} ${lock}`,
    [id, scope.project.id, scope.isTest],
  )
}

/** Locks a customer by id like `lockNamedCustomer`, but throws a 404 if there is no such customer. */
export async function lockCustomerRow(tx: Tx, scope: Scope, id: number): Promise<CustomerRow> {
  const row = await lockNamedCustomer(tx, scope, { id })
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'customer' } })
  return row
}
