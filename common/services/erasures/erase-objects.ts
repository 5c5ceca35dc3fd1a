import { erasedColumns, type Table } from '../../../db/define-table.ts'
import type { Tx } from '../../../db/transaction.ts'
import { customField } from '../../domain/checkouts/object.ts'
import { fateOf } from '../../domain/customers/erase.ts'
import type { ObjectType } from '../../domain/events/types.ts'
import { checkoutsTable } from '../checkouts/checkouts-table.ts'
import { emailsTable } from '../emails/emails-table.ts'
import { type EmailKind, emailKinds } from '../emails/kinds.ts'
import { invoicesTable } from '../invoices/invoices-table.ts'
import { TO_CUSTOMER } from '../payments/email-customer.ts'
import { paymentsTable } from '../payments/payments-table.ts'
import { refundsTable } from '../refunds/refunds-table.ts'
import { subscriptionsTable } from '../subscriptions/subscriptions-table.ts'
import { eventFates, payloadFate } from './fates.ts'
import { forgetAnswers, forgotten } from './forget-answers.ts'
import { rewrite } from './rewrite.ts'

type Ids = readonly number[]

/** Erases the personal data of these checkouts: columns, answers, payments, events, emails to the merchant. */
export async function eraseCheckouts(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  await eraseFrom(tx, checkoutsTable, 'checkout', ids)
  const where = 'id IN (?) AND custom_fields IS NOT NULL'
  const fate = fateOf(customField)
  await rewrite(tx, { table: 'checkouts', column: 'custom_fields', fate, where }, [[...ids]])
  await erasePayments(tx, await paymentsOf(tx, 'checkout', ids))
  await eraseFromSales(tx, 'checkout', ids)
}

/** Erases the personal data of these invoices, like `eraseCheckouts`. */
export async function eraseInvoices(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  await eraseFrom(tx, invoicesTable, 'invoice', ids)
  await erasePayments(tx, await paymentsOf(tx, 'invoice', ids))
  await eraseFromSales(tx, 'invoice', ids)
}

export async function eraseSubscriptions(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  await eraseFrom(tx, subscriptionsTable, 'subscription', ids)
  await eraseFromEmails(
    tx,
    ids.map((id) => `subscription-${id}`),
  )
}

/** Erases emails to the person, and cancels those that are not sent yet. */
export async function eraseEmails(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return
  const { text, values } = assignments(emailsTable)
  await tx.sql.write(
    `UPDATE emails SET ${text}, status = IF(status = 'pending', 'canceled', status) WHERE id IN (?)`,
    [...values, ids],
  )
}

/** Erases emails to a payer who is not a customer. They are found by their cause. */
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
  await eraseFrom(tx, paymentsTable, 'payment', ids)
  const { text, values } = assignments(refundsTable)
  await tx.sql.write(`UPDATE refunds SET ${text} WHERE payment_id IN (?)`, [...values, ids])
  const causes = ids.map((id) => `payment-${id}`)
  for (const kind of TO_CUSTOMER) await eraseEmailsAbout(tx, kind, causes)
  await eraseFromEmails(tx, causes)
}

/** Removes the person from emails to the merchant about a sale. The emails are still sent. */
async function eraseFromSales(tx: Tx, type: 'checkout' | 'invoice', ids: Ids): Promise<void> {
  const causes = ids.map((id) => `${type}-${id}`)
  const where = "kind = 'sale' AND cause IN (?)"
  await rewrite(tx, { table: 'emails', column: 'words', fate: payloadFate('sale'), where }, [causes])
}

/** Removes the person from emails to the merchant about these causes. The emails are still sent. */
async function eraseFromEmails(tx: Tx, causes: readonly string[]): Promise<void> {
  for (const kind of Object.keys(emailKinds) as EmailKind[]) {
    const fate = payloadFate(kind)
    if (typeof fate === 'string') continue
    const change = { table: 'emails', column: 'words', fate, where: about(causes) } as const
    await rewrite(tx, change, valuesAbout(kind, causes))
  }
}

/** Returns SQL for emails of a kind about one of these causes, including causes with a suffix for the time. */
function about(causes: readonly string[]): string {
  return `kind = ? AND (cause IN (?)${' OR cause LIKE ?'.repeat(causes.length)})`
}

function valuesAbout(kind: string, causes: readonly string[]): [string, string[], ...string[]] {
  return [kind, [...causes], ...causes.map((cause) => `${cause}-%`)]
}

/** Erases the personal columns of these rows, their events, and the responses of endpoints to those events. */
async function eraseFrom(tx: Tx, table: Table, object: Exclude<ObjectType, 'test'>, ids: Ids): Promise<void> {
  const { text, values } = assignments(table)
  await tx.sql.write(`UPDATE ${table.name} SET ${text} WHERE id IN (?)`, [...values, ids])
  if (object !== 'subscription') await forgetAnswers(tx, object, ids) // a subscription has a customer
  const where = 'object = ? AND object_id IN (?)'
  const fate = eventFates[object]
  await rewrite(tx, { table: 'events', column: 'data', fate, where }, [object, [...ids]])
  const changed = `${where} AND previous_attributes IS NOT NULL`
  const former = { table: 'events', column: 'previous_attributes', fate, where: changed } as const
  await rewrite(tx, former, [object, [...ids]])
  // A response may echo the event: many endpoints do while a shop is being built. The stored answer to a request that
  // sent an event again shows that copy too.
  const { status, answer } = forgotten()
  await tx.sql.write(
    `UPDATE events event JOIN webhook_deliveries delivery ON delivery.event_id = event.id
       JOIN webhook_attempts attempt ON attempt.delivery_id = delivery.id
       LEFT JOIN idempotency_keys kept
         ON kept.subject = CONVERT(CONCAT('event ', event.id) USING ascii) COLLATE ascii_bin
     SET attempt.response_body = NULL, attempt.response_headers = NULL, kept.status = ?, kept.answer = ?
     WHERE event.object = ? AND event.object_id IN (?) AND attempt.response_body IS NOT NULL`,
    [status, answer, object, ids],
  )
}

/** Returns the SET clause that clears the personal columns of a table. */
export function assignments(table: Table): { text: string; values: (string | null)[] } {
  const erased = erasedColumns(table)
  const text = Object.keys(erased)
    .map((column) => `${table.name}.${column} = ?`)
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
