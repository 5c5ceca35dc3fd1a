import type { Tx } from '../../db/transaction.ts'
import {
  assignments,
  eraseCheckouts,
  eraseEmails,
  eraseInvoices,
  eraseSubscriptions,
} from './erase-objects.ts'

/**
 * Erases at once, by one statement for each table and kind, what the API shows of a customer who is locked and
 * erased, and keeps emails to them from leaving. The answers that they gave are not shown any more.
 */
export async function eraseShown(tx: Tx, customerId: number): Promise<void> {
  for (const table of ['checkouts', 'invoices', 'subscriptions'] as const) {
    const { text, values } = assignments(table)
    await tx.sql.write(`UPDATE ${table} SET ${text} WHERE customer_id = ?`, [...values, customerId])
  }
  const payments = assignments('payments')
  const refunds = assignments('refunds')
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
  const emails = assignments('emails')
  await tx.sql.write(
    `UPDATE emails SET ${emails.text}, status = 'canceled' WHERE customer_id = ? AND status = 'pending'`,
    [...emails.values, customerId],
  )
}

/** What is gone through, in this order; so many rows of each are a batch. A subscription has many events. */
const STAGES = [
  { name: 'checkouts', size: 100, erase: eraseCheckouts },
  { name: 'invoices', size: 100, erase: eraseInvoices },
  { name: 'subscriptions', size: 10, erase: eraseSubscriptions },
  { name: 'emails', size: 500, erase: eraseEmails },
] as const

/** How far the erasing of a customer's traces has come: at which stage, and after which row of it. */
export interface Position {
  stage: (typeof STAGES)[number]['name']
  afterId: number
}

export const BEGINNING: Position = { stage: STAGES[0].name, afterId: 0 }

/** Erases one batch of a customer's traces; answers where the next one begins, or null after the last. */
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
