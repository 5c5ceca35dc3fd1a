import type { Tables } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'
import { erasedColumns } from '../customers/erased-columns.ts'
import { customField, emailFates, eventFates, sale } from '../customers/rules/personal.ts'
import { rewrite } from './rewrite.ts'

type Ids = readonly number[]

/** What is written to a customer about a payment. */
const TO_CUSTOMER = [
  'transfer_details',
  'transfer_received_note',
  'transfer_rejected',
  'transfer_incomplete',
  'payment_refunded',
] as const

/** Erases the person from these checkouts: columns, answers, payments, events, emails to the merchant. */
export async function eraseCheckouts(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  await eraseFrom(tx, 'checkouts', 'checkout', ids)
  const where = 'id IN (?) AND custom_fields IS NOT NULL'
  await rewrite(tx, { table: 'checkouts', column: 'custom_fields', fates: customField, where }, [[...ids]])
  await erasePayments(tx, await paymentsOf(tx, 'checkout', ids))
  await eraseFromSales(tx, 'checkout', ids)
}

/** As `eraseCheckouts`, from invoices. */
export async function eraseInvoices(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  await eraseFrom(tx, 'invoices', 'invoice', ids)
  await erasePayments(tx, await paymentsOf(tx, 'invoice', ids))
  await eraseFromSales(tx, 'invoice', ids)
}

export async function eraseSubscriptions(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  await eraseFrom(tx, 'subscriptions', 'subscription', ids)
  await eraseFromEmails(
    tx,
    ids.map((id) => `subscription-${id}`),
  )
}

/** Emails to the person: those not sent yet have nobody to go to. */
export async function eraseEmails(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  const { text, values } = assignments('emails')
  await tx.sql.write(
    `UPDATE emails SET ${text}, status = IF(status = 'pending', 'canceled', status) WHERE id IN (?)`,
    [...values, ids],
  )
}

/** Emails to a payer who is no customer say by their cause what they are about. */
export async function eraseEmailsAbout(
  tx: Tx,
  kind: 'receipt' | (typeof TO_CUSTOMER)[number],
  causes: readonly string[],
): Promise<void> {
  if (causes.length === 0) return
  const rows = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM emails WHERE ${about(causes)}`,
    valuesAbout(kind, causes),
  )
  await eraseEmails(
    tx,
    rows.map(({ id }) => id),
  )
}

export async function erasePayments(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  await eraseFrom(tx, 'payments', 'payment', ids)
  const { text, values } = assignments('refunds')
  await tx.sql.write(`UPDATE refunds SET ${text} WHERE payment_id IN (?)`, [...values, ids])
  const causes = ids.map((id) => `payment-${id}`)
  for (const kind of TO_CUSTOMER) await eraseEmailsAbout(tx, kind, causes)
  await eraseFromEmails(tx, causes)
}

/** What a merchant is told of a sale goes out without the person. */
async function eraseFromSales(tx: Tx, type: 'checkout' | 'invoice', ids: Ids): Promise<void> {
  const causes = ids.map((id) => `${type}-${id}`)
  const where = "kind = 'sale' AND cause IN (?)"
  await rewrite(tx, { table: 'emails', column: 'words', fates: sale, where }, [causes])
}

/** A merchant may still wait for an email about these: it goes out without the person. */
async function eraseFromEmails(tx: Tx, causes: readonly string[]): Promise<void> {
  for (const [kind, fates] of Object.entries(emailFates)) {
    if (typeof fates === 'string') continue
    const change = { table: 'emails', column: 'words', fates, where: about(causes) } as const
    await rewrite(tx, change, valuesAbout(kind, causes))
  }
}

/** Emails of a kind that are for one of these causes, or for one of several times of it. */
function about(causes: readonly string[]): string {
  return `kind = ? AND (cause IN (?)${' OR cause LIKE ?'.repeat(causes.length)})`
}

function valuesAbout(kind: string, causes: readonly string[]): [string, string[], ...string[]] {
  return [kind, [...causes], ...causes.map((cause) => `${cause}-%`)]
}

/** Erases the columns of these rows, what events say of them, and what endpoints have answered to those. */
async function eraseFrom(
  tx: Tx,
  table: 'checkouts' | 'invoices' | 'payments' | 'subscriptions',
  object: keyof typeof eventFates,
  ids: Ids,
): Promise<void> {
  const { text, values } = assignments(table)
  await tx.sql.write(`UPDATE ${table} SET ${text} WHERE id IN (?)`, [...values, ids])
  const where = 'object = ? AND object_id IN (?)'
  const fates = eventFates[object]
  await rewrite(tx, { table: 'events', column: 'data', fates, where }, [object, [...ids]])
  const changed = `${where} AND previous_attributes IS NOT NULL`
  const former = { table: 'events', column: 'previous_attributes', fates, where: changed } as const
  await rewrite(tx, former, [object, [...ids]])
  // An endpoint that repeats what it was sent, as many do while a shop is being built, has left a copy.
  await tx.sql.write(
    `UPDATE events event JOIN webhook_deliveries delivery ON delivery.event_id = event.id
       JOIN webhook_attempts attempt ON attempt.delivery_id = delivery.id
     SET attempt.response_body = NULL
     WHERE event.object = ? AND event.object_id IN (?) AND attempt.response_body IS NOT NULL`,
    [object, ids],
  )
}

/** What an UPDATE writes into the columns that tell of the person. */
export function assignments(table: keyof Tables): { text: string; values: (string | null)[] } {
  const erased = erasedColumns(table)
  const text = Object.keys(erased)
    .map((column) => `${table}.${column} = ?`)
    .join(', ')
  return { text, values: Object.values(erased) }
}

async function paymentsOf(tx: Tx, type: string, payables: Ids): Promise<number[]> {
  const rows = await tx.sql.rows<{ id: number }>(
    'SELECT id FROM payments WHERE payable_type = ? AND payable_id IN (?) ORDER BY id',
    [type, payables],
  )
  return rows.map(({ id }) => id)
}
