import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { enterClock } from '../test-clocks/enter-clock.ts'
import { type CustomerLock, type CustomerName, findCustomerRow } from './find.ts'
import { CUSTOMER_SELECT, type CustomerRow, OWN_CUSTOMER } from './rows.ts'

/**
 * Locks a customer's row, before anything else of theirs is locked. Returns whether there is such a customer
 * in this project and mode, who has not been erased.
 */
export async function lockCustomer(tx: Tx, { project, isTest }: Scope, id: number): Promise<boolean> {
  const row = await tx.sql.rowOf<{ deleted_at: Date | null }>(
    id,
    'SELECT id, deleted_at FROM customers WHERE project_id = ? AND is_test = ? AND id IN (?) FOR UPDATE',
    [project.id, isTest],
  )
  return row?.deleted_at === null
}

/**
 * Locks a customer, and before that the test clock that they live on, whose time it is from here on; null
 * where there is none.
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
 * In test mode most customers live in real time too, and one statement finds and locks them. The index is
 * named because it has no entry to lock for anybody on a clock: their clock comes first.
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

/** As `lockNamedCustomer`, by id; where there is none: 404. */
export async function lockCustomerRow(tx: Tx, scope: Scope, id: number): Promise<CustomerRow> {
  const row = await lockNamedCustomer(tx, scope, { id })
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'customer' } })
  return row
}
