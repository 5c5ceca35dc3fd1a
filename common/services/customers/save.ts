import { isDuplicate } from '../../../db/errors.ts'
import { insert, update } from '../../../db/rows.ts'
import { TryAgain, type Tx } from '../../../db/transaction.ts'
import type { CustomerInput, CustomerObject } from '../../domain/customers/object.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { checkClock, joinClock } from '../test-clocks/join-clock.ts'
import { checkPhone } from './check-phone.ts'
import { getCustomer } from './find.ts'
import { lockNamedCustomer } from './lock.ts'
import { moveEmail } from './move-email.ts'
import { changedFields, linksAfter, toCustomerColumns } from './rows.ts'

/**
 * Creates a customer, or updates the one with the merchant's reference: given fields overwrite, absent fields stay.
 * Concurrent requests with the same reference create only one customer.
 */
export async function saveCustomer(
  tx: Tx,
  scope: Scope,
  draft: Submission<CustomerInput>,
): Promise<{ created: boolean; customer: CustomerObject }> {
  const phone = checkPhone(draft.partial().phone, scope, draft.problems)
  await checkClock(tx, scope, draft)
  const input = draft.valid()
  const columns = toCustomerColumns({ ...input, ...(phone !== undefined && { phone }) })
  const { client_reference_id: reference } = input
  const known = reference === undefined ? null : await lockNamedCustomer(tx, scope, { reference })
  await joinClock(tx, input.test_clock_id, known)
  if (known) {
    const changes = { ...columns, ...linksAfter(known, columns), updated_at: tx.now }
    await update(tx.sql, 'customers', known.id, changes)
    tx.sql.noteFields('customers', known.id, changedFields(known, columns))
    await moveEmail(tx, known, columns.email)
  }
  const id = known?.id ?? (await addCustomer(tx, scope, columns))
  return { created: !known, customer: await getCustomer(tx.sql, scope, { id }) }
}

async function addCustomer(
  tx: Tx,
  scope: Scope,
  columns: ReturnType<typeof toCustomerColumns>,
): Promise<number> {
  const row = {
    project_id: scope.project.id,
    is_test: scope.isTest,
    ...columns,
    test_clock_id: tx.testClockId,
    created_at: tx.now,
    updated_at: tx.now,
  }
  try {
    return await insert(tx.sql, 'customers', row)
  } catch (error) {
    throw isDuplicate(error, 'customers_reference') ? new TryAgain() : error
  }
}
