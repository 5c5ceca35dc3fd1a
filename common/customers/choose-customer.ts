import { enterClock } from '../clocks/enter-clock.ts'
import type { Draft } from '../kit/draft.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'

export interface ChosenCustomer {
  id: number
  email: string | null
  test_clock_id: number | null
}

type Named = Draft<{ customer_id?: number; customer_email?: string }>

/**
 * The customer that a request names by `customer_id`; the transaction is on their clock from here on,
 * so ask before any time is looked at.
 */
export async function namedCustomer(tx: Tx, scope: Scope, draft: Named): Promise<ChosenCustomer | null> {
  const { customer_id: id } = draft.parts()
  if (id === undefined) return null
  const customer = await byId(tx, scope, id)
  if (customer) await enterClock(tx, customer.test_clock_id)
  else draft.problems.add('customer_not_found', 'customer_id', { id })
  return customer
}

/**
 * Where no customer is named by id: the newest with `customer_email` (made where there is none), else
 * nobody. Nothing is written while the request has problems.
 */
export async function customerByEmail(tx: Tx, scope: Scope, draft: Named): Promise<ChosenCustomer | null> {
  const { customer_id: id, customer_email: email } = draft.parts()
  if (id !== undefined) return null
  draft.problems.refuse()
  if (email === undefined) return null
  const known = await newestByEmail(tx, scope, email)
  return known ?? { id: await insert(tx, scope, email), email, test_clock_id: null }
}

async function byId(tx: Tx, scope: Scope, id: number): Promise<ChosenCustomer | null> {
  const row = await tx.sql.row<ChosenCustomer>(
    'SELECT id, email, test_clock_id FROM customers WHERE id = ? AND project_id = ? AND is_test = ? AND deleted_at IS NULL',
    [id, scope.project.id, scope.isTest],
  )
  return row ?? null
}

/** Addresses are matched without regard to case; customers on a test clock live in another time. */
async function newestByEmail(tx: Tx, scope: Scope, email: string): Promise<ChosenCustomer | undefined> {
  return tx.sql.row<ChosenCustomer>(
    `SELECT id, email, test_clock_id FROM customers WHERE project_id = ? AND is_test = ? AND email_key = ?
       AND deleted_at IS NULL AND test_clock_id IS NULL ORDER BY id DESC LIMIT 1`,
    [scope.project.id, scope.isTest, email.toLowerCase()],
  )
}

async function insert(tx: Tx, scope: Scope, email: string): Promise<number> {
  const { insertId } = await tx.sql.run(
    'INSERT INTO customers (project_id, is_test, email, email_key, created_at, updated_at) VALUES (?)',
    [[scope.project.id, scope.isTest, email, email.toLowerCase(), tx.now, tx.now]],
  )
  return insertId
}
