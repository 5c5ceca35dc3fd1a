import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { enterClock } from '../test-clocks/enter-clock.ts'
import { type CustomerName, findCustomerRow } from './find.ts'
import type { CustomerRow } from './rows.ts'

/**
 * Locks a customer's row, before anything else of theirs is locked. Returns whether there is such a customer
 * in this project and mode, who has not been erased.
 */
export async function lockCustomer(tx: Tx, { project, isTest }: Scope, id: number): Promise<boolean> {
  const row = await tx.sql.row<{ deleted_at: Date | null }>(
    'SELECT deleted_at FROM customers WHERE id = ? AND project_id = ? AND is_test = ? FOR UPDATE',
    [id, project.id, isTest],
  )
  return row?.deleted_at === null
}

/**
 * Locks a customer for a change, and before that the test clock that they live on, whose time it is from
 * here on; null where there is none. Live mode has no clocks to look for.
 */
export async function lockNamedCustomer(
  tx: Tx,
  scope: Scope,
  name: CustomerName,
): Promise<CustomerRow | null> {
  if (scope.isTest) {
    const seen = await findCustomerRow(tx.sql, scope, name)
    await enterClock(tx, seen?.test_clock_id ?? null)
  }
  return findCustomerRow(tx.sql, scope, name, 'FOR UPDATE')
}

/** As `lockNamedCustomer`, by id; where there is none: 404. */
export async function lockCustomerRow(tx: Tx, scope: Scope, id: number): Promise<CustomerRow> {
  const row = await lockNamedCustomer(tx, scope, { id })
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'customer' } })
  return row
}
