import type { Tx } from '../../../db/transaction.ts'
import { checkoutsTable } from '../checkouts/checkouts-table.ts'
import { emailsTable } from '../emails/emails-table.ts'
import { invoicesTable } from '../invoices/invoices-table.ts'
import { paymentsTable } from '../payments/payments-table.ts'
import { redemptionsTable } from '../promotion-codes/redemptions-table.ts'
import { refundsTable } from '../refunds/refunds-table.ts'
import { subscriptionsTable } from '../subscriptions/subscriptions-table.ts'
import {
  assignments,
  eraseCheckouts,
  eraseEmails,
  eraseInvoices,
  eraseSubscriptions,
} from './erase-objects.ts'
import { forgetAnswers } from './forget-answers.ts'

/**
 * Erases everything that the API shows of a locked, erased customer, and cancels their pending emails. One statement
 * per table and kind. Their answers are hidden from now on.
 */
export async function eraseShown(tx: Tx, customerId: number): Promise<void> {
  await forgetAnswers(tx, 'customer', [customerId])
  for (const table of [checkoutsTable, invoicesTable, subscriptionsTable]) {
    const { text, values } = assignments(table)
    await tx.sql.write(`UPDATE ${table.name} SET ${text} WHERE customer_id = ?`, [...values, customerId])
  }
  const payments = assignments(paymentsTable)
  const refunds = assignments(refundsTable)
  for (const type of ['checkout', 'invoice']) {
    const paid = `JOIN ${type}s payable ON payments.payable_type = ? AND payments.payable_id = payable.id`
    await tx.sql.write(`UPDATE payments ${paid} SET ${payments.text} WHERE payable.customer_id = ?`, [
      type,
      ...payments.values,
      customerId,
    ])
    await tx.sql.write(
      `UPDATE refunds JOIN payments ON payments.id = refunds.payment_id ${paid}
       SET ${refunds.text} WHERE payable.customer_id = ?`,
      [type, ...refunds.values, customerId],
    )
  }
  const redemptions = assignments(redemptionsTable)
  await tx.sql.write(
    `UPDATE redemptions JOIN checkouts ON checkouts.id = redemptions.checkout_id
     SET ${redemptions.text} WHERE checkouts.customer_id = ?`,
    [...redemptions.values, customerId],
  )
  const emails = assignments(emailsTable)
  await tx.sql.write(
    `UPDATE emails SET ${emails.text}, status = 'canceled' WHERE customer_id = ? AND status = 'pending'`,
    [...emails.values, customerId],
  )
}

/** The tables to erase, in this order, with batch sizes. A subscription has many events, so its batch is small. */
const STAGES = [
  { name: 'checkouts', size: 100, erase: eraseCheckouts },
  { name: 'invoices', size: 100, erase: eraseInvoices },
  { name: 'subscriptions', size: 10, erase: eraseSubscriptions },
  { name: 'emails', size: 500, erase: eraseEmails },
] as const

/** The progress of an erasure: the stage, and the last row erased in it. */
export interface Position {
  stage: (typeof STAGES)[number]['name']
  afterId: number
}

export const BEGINNING: Position = { stage: STAGES[0].name, afterId: 0 }

/** Erases one batch of a customer's data. Returns the start of the next batch, or null after the last one. */
export async function eraseCustomerBatch(
  tx: Tx,
  customerId: number,
  { stage, afterId }: Position,
): Promise<Position | null> {
  const at = STAGES.findIndex(({ name }) => name === stage)
  const { name, size, erase } = STAGES[at]!
  const rows = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM ${name} WHERE customer_id = ? AND id > ? ORDER BY id LIMIT ${size}`,
    [customerId, afterId],
  )
  const ids = rows.map(({ id }) => id)
  await erase(tx, ids)
  if (ids.length === size) return { stage, afterId: ids.at(-1)! }
  const next = STAGES[at + 1]
  return next ? { stage: next.name, afterId: 0 } : null
}
