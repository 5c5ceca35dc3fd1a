import type { Draft } from '../kit/draft.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'

export interface ChosenCustomer {
  id: number
  email: string | null
}

/**
 * The customer a checkout is for: the one named by `customer_id`, else the newest with
 * `customer_email` (made where there is none), else nobody. Nothing is written while the request has
 * problems.
 */
export async function chooseCustomer(
  tx: Tx,
  scope: Scope,
  draft: Draft<{ customer_id?: number; customer_email?: string }>,
): Promise<ChosenCustomer | null> {
  const { customer_id: id, customer_email: email } = draft.parts()
  if (id !== undefined) {
    const customer = await byId(tx, scope, id)
    if (!customer) draft.problems.add('customer_not_found', 'customer_id', { id })
    return customer
  }
  draft.problems.refuse()
  if (email === undefined) return null
  return (await newestByEmail(tx, scope, email)) ?? { id: await insert(tx, scope, email), email }
}

async function byId(tx: Tx, scope: Scope, id: number): Promise<ChosenCustomer | null> {
  const row = await tx.sql.row<ChosenCustomer>(
    'SELECT id, email FROM customers WHERE id = ? AND project_id = ? AND is_test = ? AND deleted_at IS NULL',
    [id, scope.project.id, scope.isTest],
  )
  return row ?? null
}

/** Addresses are matched without regard to case; customers on a test clock live in another time. */
async function newestByEmail(tx: Tx, scope: Scope, email: string): Promise<ChosenCustomer | undefined> {
  return tx.sql.row<ChosenCustomer>(
    `SELECT id, email FROM customers WHERE project_id = ? AND is_test = ? AND email_key = ?
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
