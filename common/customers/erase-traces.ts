import type { Value } from '../../db/sql.ts'
import type { Tables } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'
import { erasedColumns } from './erased-columns.ts'
import { withoutPerson } from './rules/erase.ts'
import { customField, emailFates, eventFates } from './rules/personal.ts'

/**
 * Erases what checkouts, invoices, payments, emails and events hold of a customer: addresses, phone
 * numbers, answers. The money in them stays. The customer's row must be locked.
 */
export async function eraseTraces(tx: Tx, customerId: number): Promise<void> {
  const checkouts = await idsOf(tx, 'checkouts', 'customer_id = ?', [customerId])
  await eraseFrom(tx, 'checkouts', 'checkout', checkouts)
  await eraseAnswers(tx, checkouts)
  await eraseFromPayments(tx, 'checkout', checkouts)
  const invoices = await idsOf(tx, 'invoices', 'customer_id = ?', [customerId])
  await eraseFrom(tx, 'invoices', 'invoice', invoices)
  await eraseFromPayments(tx, 'invoice', invoices)
  const subscriptions = await idsOf(tx, 'subscriptions', 'customer_id = ?', [customerId])
  await eraseFrom(tx, 'subscriptions', 'subscription', subscriptions)
  await eraseFromEmails(tx, customerId)
}

/** Erases the columns of these rows, and what events say of them. */
async function eraseFrom(
  tx: Tx,
  table: 'checkouts' | 'invoices' | 'payments' | 'subscriptions',
  object: keyof typeof eventFates,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return
  const erased = assignments(table)
  await tx.sql.run(`UPDATE ${table} SET ${erased.text} WHERE id IN (?)`, [...erased.values, ids])
  const where = 'object = ? AND object_id IN (?)'
  await rewrite(tx, { table: 'events', column: 'data', fates: eventFates[object], where }, [object, ids])
}

async function eraseAnswers(tx: Tx, checkouts: number[]): Promise<void> {
  if (checkouts.length === 0) return
  const where = 'id IN (?) AND custom_fields IS NOT NULL'
  await rewrite(tx, { table: 'checkouts', column: 'custom_fields', fates: customField, where }, [checkouts])
}

/** A merchant may still wait for an email about a payment: it goes out without the customer's data. */
async function eraseFromPayments(tx: Tx, type: string, payables: number[]): Promise<void> {
  if (payables.length === 0) return
  const ids = await idsOf(tx, 'payments', 'payable_type = ? AND payable_id IN (?)', [type, payables])
  await eraseFrom(tx, 'payments', 'payment', ids)
  const where = 'kind = ? AND (cause = ? OR cause LIKE ?)'
  for (const id of ids) {
    for (const [kind, fates] of Object.entries(emailFates)) {
      if (typeof fates === 'string') continue
      const causes = [`payment-${id}`, `payment-${id}-%`]
      await rewrite(tx, { table: 'emails', column: 'words', fates, where }, [kind, ...causes])
    }
  }
}

/** Emails to the customer: those not sent yet have nobody to go to. */
async function eraseFromEmails(tx: Tx, customerId: number): Promise<void> {
  const { text, values } = assignments('emails')
  await tx.sql.run(
    `UPDATE emails SET ${text}, status = IF(status = 'pending', 'canceled', status) WHERE customer_id = ?`,
    [...values, customerId],
  )
}

function assignments(table: keyof Tables): { text: string; values: (string | null)[] } {
  const erased = erasedColumns(table)
  const text = Object.keys(erased)
    .map((column) => `${column} = ?`)
    .join(', ')
  return { text, values: Object.values(erased) }
}

interface Rewrite {
  table: keyof Tables
  column: string
  fates: object
  where: string
}

/** Writes JSON texts anew, without the person. */
async function rewrite(
  tx: Tx,
  { table, column, fates, where }: Rewrite,
  values: (Value | Value[])[],
): Promise<void> {
  const rows = await tx.sql.rows<{ id: number; text: string }>(
    `SELECT id, ${column} AS text FROM ${table} WHERE ${where} ORDER BY id FOR UPDATE`,
    values,
  )
  for (const { id, text } of rows) {
    const clean = JSON.stringify(withoutPerson(JSON.parse(text), fates))
    if (clean !== text) await tx.sql.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, [clean, id])
  }
}

async function idsOf(
  tx: Tx,
  table: keyof Tables,
  where: string,
  values: (Value | Value[])[],
): Promise<number[]> {
  const rows = await tx.sql.rows<{ id: number }>(`SELECT id FROM ${table} WHERE ${where} ORDER BY id`, values)
  return rows.map(({ id }) => id)
}
