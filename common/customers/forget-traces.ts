import type { Value } from '../../db/sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { withoutPerson } from './rules/forget.ts'

/** What holds a customer's data beside its own fields: what was to be paid, with its payments. */
const PAYABLES = [
  { type: 'checkout', table: 'checkouts', columns: ['customer_email', 'phone_number', 'delivery_address'] },
  { type: 'invoice', table: 'invoices', columns: ['customer_email'] },
] as const

/**
 * Erases what checkouts, invoices, payments, letters and events hold of a customer: addresses, phone
 * numbers, answers. The money in them stays. The customer's row must be locked.
 */
export async function forgetTraces(tx: Tx, customerId: number): Promise<void> {
  for (const { type, table, columns } of PAYABLES) {
    const ids = await idsOf(tx, `SELECT id FROM ${table} WHERE customer_id = ? ORDER BY id`, [customerId])
    if (ids.length === 0) continue
    const emptied = columns.map((column) => `${column} = NULL`).join(', ')
    await tx.sql.run(`UPDATE ${table} SET ${emptied} WHERE id IN (?)`, [ids])
    if (type === 'checkout') await forgetAnswers(tx, ids)
    await forgetEvents(tx, type, ids)
    await forgetPayments(tx, type, ids)
  }
  const subscriptions = await idsOf(tx, 'SELECT id FROM subscriptions WHERE customer_id = ? ORDER BY id', [
    customerId,
  ])
  if (subscriptions.length > 0) await forgetSubscriptions(tx, subscriptions)
  // Letters to the customer: those not sent yet have nobody to go to. A mail server's words name the address.
  await tx.sql.run(
    `UPDATE emails SET recipient = '', words = '{}', error = NULL, due_at = NULL, armed_until = NULL,
       status = IF(status = 'pending', 'canceled', status) WHERE customer_id = ?`,
    [customerId],
  )
}

async function forgetSubscriptions(tx: Tx, ids: number[]): Promise<void> {
  await tx.sql.run(
    'UPDATE subscriptions SET cancellation_feedback = NULL, cancellation_comment = NULL WHERE id IN (?)',
    [ids],
  )
  await forgetEvents(tx, 'subscription', ids)
}

async function forgetAnswers(tx: Tx, checkouts: number[]): Promise<void> {
  await rewrite(tx, 'checkouts', 'custom_fields', 'id IN (?) AND custom_fields IS NOT NULL', [checkouts])
}

async function forgetPayments(tx: Tx, type: string, payables: number[]): Promise<void> {
  const ids = await idsOf(
    tx,
    'SELECT id FROM payments WHERE payable_type = ? AND payable_id IN (?) ORDER BY id',
    [type, payables],
  )
  if (ids.length === 0) return
  await tx.sql.run('UPDATE payments SET customer_email = NULL, phone_number = NULL WHERE id IN (?)', [ids])
  await forgetEvents(tx, 'payment', ids)
  // Letters to the merchant, who may still wait for one: they go out without the customer's data.
  for (const id of ids) {
    const where =
      "kind IN ('transfer_reported', 'transfer_due', 'refund_required') AND (cause = ? OR cause LIKE ?)"
    await rewrite(tx, 'emails', 'words', where, [`payment-${id}`, `payment-${id}-%`])
  }
}

async function forgetEvents(tx: Tx, object: string, ids: number[]): Promise<void> {
  await rewrite(tx, 'events', 'data', 'object = ? AND object_id IN (?)', [object, ids])
}

async function rewrite(
  tx: Tx,
  table: string,
  column: string,
  where: string,
  values: (Value | Value[])[],
): Promise<void> {
  const rows = await tx.sql.rows<{ id: number; text: string }>(
    `SELECT id, ${column} AS text FROM ${table} WHERE ${where} ORDER BY id FOR UPDATE`,
    values,
  )
  for (const { id, text } of rows) {
    const clean = JSON.stringify(withoutPerson(JSON.parse(text), column))
    if (clean !== text) await tx.sql.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, [clean, id])
  }
}

async function idsOf(tx: Tx, text: string, values: (Value | Value[])[]): Promise<number[]> {
  return (await tx.sql.rows<{ id: number }>(text, values)).map(({ id }) => id)
}
