import type { Tx } from '../../../db/transaction.ts'
import { emailForms } from '../../kit/email.ts'
import type { Scope } from '../projects/project.ts'
import { closeCheckouts } from '../subscriptions/close-checkouts.ts'
import { eraseCheckouts, eraseEmailsAbout, eraseInvoices, erasePayments } from './erase-objects.ts'

const BATCH = 100

/**
 * SQL for the rows of a guest with an address: orders and invoices without a registered customer, and payments for
 * them.
 */
const OF_GUEST = {
  checkouts: 'FROM checkouts found WHERE customer_id IS NULL AND',
  invoices: `FROM invoices found WHERE (customer_id IS NULL OR EXISTS
    (SELECT * FROM customers WHERE customers.id = found.customer_id AND deleted_at IS NOT NULL)) AND`,
  payments: `FROM payments found WHERE NOT EXISTS (SELECT * FROM checkouts
      WHERE found.payable_type = 'checkout' AND checkouts.id = found.payable_id AND customer_id IS NOT NULL)
    AND NOT EXISTS (SELECT * FROM invoices JOIN customers ON customers.id = invoices.customer_id AND deleted_at IS NULL
      WHERE found.payable_type = 'invoice' AND invoices.id = found.payable_id) AND`,
} as const

export type GuestTable = keyof typeof OF_GUEST

const BY_EMAIL = `found.project_id = ? AND found.is_test = ? AND found.customer_email IN (?)
  AND LOWER(found.customer_email) COLLATE utf8mb4_bin IN (?)`

/** Returns `FROM …` for a guest's rows in a table. Its values come from `byEmail`. */
export function ofGuest(table: GuestTable): string {
  return `${OF_GUEST[table]} ${BY_EMAIL}`
}

export function byEmail({ project, isTest }: Scope, email: string): [number, boolean, string[], string[]] {
  const forms = emailForms(email)
  return [project.id, isTest, forms, forms]
}

interface Found {
  id: number
  status: string
}

/**
 * Locks one batch of a guest's rows in a table. Other transactions on these rows are finished, or wait for this one.
 */
export function lockGuestRows(tx: Tx, scope: Scope, table: GuestTable, email: string): Promise<Found[]> {
  return tx.sql.rows<Found>(
    `SELECT found.id, found.status ${ofGuest(table)} ORDER BY found.id LIMIT ${BATCH} FOR UPDATE`,
    byEmail(scope, email),
  )
}

/** Erases one batch of a guest's data and closes their open orders. Returns whether there may be more. */
export async function eraseGuestBatch(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const find = (table: GuestTable) => lockGuestRows(tx, scope, table, email)
  const checkouts = await find('checkouts')
  const open = checkouts.filter(({ status }) => status === 'open')
  await closeCheckouts(tx, scope.project.id, idsOf(open), 'erasure')
  await eraseCheckouts(tx, idsOf(checkouts))
  await eraseRedeemers(tx, idsOf(checkouts))
  await eraseReceipts(tx, 'checkout', idsOf(checkouts))
  const invoices = await find('invoices')
  await eraseInvoices(tx, idsOf(invoices))
  await eraseReceipts(tx, 'invoice', idsOf(invoices))
  const payments = await find('payments')
  await erasePayments(tx, idsOf(payments))
  return [checkouts, invoices, payments].some(({ length }) => length === BATCH)
}

/**
 * Makes every order of a guest count as a separate buyer: their address identified them for the limit per customer.
 */
async function eraseRedeemers(tx: Tx, checkouts: number[]): Promise<void> {
  if (checkouts.length === 0) return
  await tx.sql.write(
    "UPDATE redemptions SET redeemer = CONCAT('checkout ', checkout_id), buyer_email = NULL WHERE checkout_id IN (?)",
    [checkouts],
  )
}

async function eraseReceipts(tx: Tx, type: 'checkout' | 'invoice', payables: number[]): Promise<void> {
  const causes = payables.map((id) => `${type}-${id}`)
  await eraseEmailsAbout(tx, 'receipt', causes)
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}
