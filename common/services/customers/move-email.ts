import type { Value } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { emailForms } from '../../kit/email.ts'
import type { CustomerRow } from './rows.ts'

/** The most rows of one table that are updated at once: a change of address must not rewrite an endless history. */
const MAX_ROWS = 5000

/**
 * The rows to update. A paid order is a record and keeps its address. Payments change in any state, because emails
 * about their money may follow.
 */
const STATES_ON_CHANGE = {
  checkouts: "status <> 'complete'",
  invoices: "status IN ('draft', 'open')",
  payments: 'TRUE',
} as const
const STATES_ON_FIRST = {
  checkouts: "status IN ('open', 'pending')",
  invoices: "status IN ('draft', 'open')",
  payments: "status IN ('started', 'pending')",
} as const

/**
 * Replaces a locked customer's former address in unpaid orders, payments and unsent emails. An address that was typed
 * on one order's page, and never was the customer's, stays.
 */
export async function moveEmail(
  tx: Tx,
  customer: Pick<CustomerRow, 'id' | 'project_id' | 'is_test' | 'email'>,
  email: string | null | undefined,
): Promise<void> {
  if (email === undefined || email === customer.email) return
  const { id, project_id: projectId, is_test: isTest } = customer
  const own = 'project_id = ? AND is_test = ? AND customer_id = ?'
  if (customer.email === null) {
    // Orders that were opened before the customer had an address take the first one.
    const where = `${own} AND customer_email IS NULL`
    return moveRows(
      tx,
      'customer',
      { states: STATES_ON_FIRST, where, values: [projectId, isTest, id] },
      email,
    )
  }
  const former = emailForms(customer.email)
  const where = `${own} AND ${isOneOf('customer_email')}`
  const values = [projectId, isTest, id, former, former]
  await moveRows(tx, 'email', { states: STATES_ON_CHANGE, where, values }, email)
  const moved = email === null ? "status = 'canceled', due_at = NULL" : 'recipient = ?'
  await tx.sql.write(
    `UPDATE emails SET ${moved}, updated_at = ? WHERE customer_id = ? AND status = 'pending' AND ${isOneOf('recipient')}`,
    [...(email === null ? [] : [email]), tx.now, id, former, former],
  )
}

/** Compares exactly: the index ignores case and accents, but an accent makes a different address. */
function isOneOf(column: string): string {
  return `${column} IN (?) AND LOWER(${column}) COLLATE utf8mb4_bin IN (?)`
}

interface Selection {
  states: Readonly<Record<'checkouts' | 'invoices' | 'payments', string>>
  where: string
  values: (Value | Value[])[]
}

/**
 * Updates the address in each table. `index` is the last part of the index name: without FORCE INDEX the server walks
 * all orders of the project, because of ORDER BY id.
 */
async function moveRows(
  tx: Tx,
  index: 'customer' | 'email',
  { states, where, values }: Selection,
  email: string | null,
): Promise<void> {
  for (const [table, state] of Object.entries(states)) {
    const rows = await tx.sql.rows<{ id: number }>(
      `SELECT id FROM ${table} FORCE INDEX (${table}_${index}) WHERE ${where} AND ${state} ORDER BY id DESC LIMIT ${MAX_ROWS}`,
      values,
    )
    if (rows.length === 0) continue
    await tx.sql.write(
      `UPDATE ${table} SET customer_email = ?, updated_at = ? WHERE id IN (?) AND ${state}`,
      [email, tx.now, rows.map(({ id }) => id)],
    )
  }
}
