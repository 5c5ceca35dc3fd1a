import type { Value } from '../../db/sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { withoutPerson } from './rules/forget.ts'

/**
 * Erases what checkouts, payments, letters and events hold of a customer: addresses, phone numbers,
 * answers. The money in them stays. The customer's row must be locked.
 */
export async function forgetTraces(tx: Tx, customerId: number): Promise<void> {
  const checkouts = await idsOf(tx, 'SELECT id FROM checkouts WHERE customer_id = ? ORDER BY id', [
    customerId,
  ])
  if (checkouts.length > 0) {
    await forgetCheckouts(tx, checkouts)
    await forgetPayments(tx, checkouts)
  }
  // Letters to the customer: those not sent yet have nobody to go to.
  await tx.sql.run(
    `UPDATE emails SET recipient = '', words = '{}', due_at = NULL, armed_until = NULL,
       status = IF(status = 'pending', 'canceled', status) WHERE customer_id = ?`,
    [customerId],
  )
}

async function forgetCheckouts(tx: Tx, ids: number[]): Promise<void> {
  await tx.sql.run(
    'UPDATE checkouts SET customer_email = NULL, phone_number = NULL, delivery_address = NULL WHERE id IN (?)',
    [ids],
  )
  await rewrite(tx, 'checkouts', 'custom_fields', 'id IN (?) AND custom_fields IS NOT NULL', [ids])
  await forgetEvents(tx, 'checkout', ids)
}

async function forgetPayments(tx: Tx, checkouts: number[]): Promise<void> {
  const ids = await idsOf(
    tx,
    "SELECT id FROM payments WHERE payable_type = 'checkout' AND payable_id IN (?) ORDER BY id",
    [checkouts],
  )
  if (ids.length === 0) return
  await tx.sql.run('UPDATE payments SET customer_email = NULL, phone_number = NULL WHERE id IN (?)', [ids])
  await forgetEvents(tx, 'payment', ids)
  // Letters to the merchant, who may still wait for one: they go out without the customer's data.
  const causes = ids.map((id) => `payment-${id}`)
  await rewrite(tx, 'emails', 'words', "kind = 'transfer_reported' AND cause IN (?)", [causes])
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
