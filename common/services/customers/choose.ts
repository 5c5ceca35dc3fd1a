import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { canonicalEmail, emailForms } from '../../kit/email.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import type { CustomerLock } from './find.ts'
import { lockNamedCustomer } from './lock.ts'

export interface ChosenCustomer {
  id: number
  email: string | null
  test_clock_id: number | null
}

type Named = Submission<{ customer_id?: number; customer_email?: string }>

/**
 * Locks and returns the customer that a request names by `customer_id`. A customer who is being erased is not found.
 * Sets the transaction's time to their test clock, so call it before any time is read.
 */
export async function namedCustomer(
  tx: Tx,
  scope: Scope,
  draft: Named,
  lock: CustomerLock = 'LOCK IN SHARE MODE',
): Promise<ChosenCustomer | null> {
  const { customer_id: id } = draft.partial()
  if (id === undefined) return null
  const customer = await lockNamedCustomer(tx, scope, { id }, lock)
  if (!customer) draft.problems.add('customer_not_found', 'customer_id', { id })
  return customer
}

/**
 * Returns the customer for `customer_email`, if no `customer_id` is given: the newest customer with this address, or
 * a new one. Returns null without an address. Writes nothing if the request has problems.
 */
export async function customerByEmail(tx: Tx, scope: Scope, draft: Named): Promise<ChosenCustomer | null> {
  const { customer_id: id, customer_email: email } = draft.partial()
  if (id !== undefined) return null
  draft.problems.refuse()
  return email === undefined ? null : customerWithEmail(tx, scope, email)
}

/** Locks and returns the newest customer with this address, or creates one. */
export async function customerWithEmail(tx: Tx, scope: Scope, email: string): Promise<ChosenCustomer> {
  const known = await newestByEmail(tx, scope, email, 'LOCK IN SHARE MODE')
  return known ?? { id: await addCustomer(tx, scope, email), email, test_clock_id: null }
}

/** Locks the newest customer with this address, or creates one, for a purchase of a plan. Returns the id. */
export async function lockCustomerByEmail(tx: Tx, scope: Scope, email: string): Promise<number> {
  const known = await newestByEmail(tx, scope, email, 'FOR UPDATE')
  return known?.id ?? addCustomer(tx, scope, email)
}

/**
 * Finds the newest customer with this address, compared by `canonicalEmail`. Customers on a test clock have a
 * different time, so they are skipped.
 */
async function newestByEmail(
  tx: Tx,
  scope: Scope,
  email: string,
  lock: CustomerLock,
): Promise<ChosenCustomer | undefined> {
  return tx.sql.row<ChosenCustomer>(
    `SELECT id, email, test_clock_id FROM customers WHERE project_id = ? AND is_test = ? AND email_key IN (?)
       AND deleted_at IS NULL AND test_clock_id IS NULL ORDER BY id DESC LIMIT 1 ${lock}`,
    [scope.project.id, scope.isTest, emailForms(email)],
  )
}

function addCustomer(tx: Tx, scope: Scope, email: string): Promise<number> {
  return insert(tx.sql, 'customers', {
    project_id: scope.project.id,
    is_test: scope.isTest,
    email,
    email_key: canonicalEmail(email),
    created_at: tx.now,
    updated_at: tx.now,
  })
}
