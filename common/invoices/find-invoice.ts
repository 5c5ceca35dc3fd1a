import { iso, isoOrNull } from '../kit/time.ts'
import { readMetadata } from '../products/present.ts'
import type { Scope } from '../projects/project.ts'
import { config } from '../runtime/config.ts'
import type { Sql } from '../../db/sql.ts'
import { isOpened } from './object.ts'
import type { InvoiceObject, InvoiceStatus, OpenedInvoice } from './object.ts'
import { defaultDueDate } from './rules/due-date.ts'

interface Row {
  id: number
  project_id: number
  is_test: number
  token: string
  status: InvoiceStatus
  amount: number
  currency: string
  description: string | null
  number: string | null
  customer_id: number | null
  customer_email: string | null
  client_reference_id: string | null
  due_date: Date | null
  locale: 'auto' | 'en' | 'mn'
  success_url: string | null
  cancel_url: string | null
  payment_method: string | null
  paid_at: Date | null
  metadata: string | null
  created_at: Date
  updated_at: Date
}

const SELECT = 'SELECT * FROM invoices'

/** The invoice `id` of this project and mode as the API answers it, or null. */
export async function findInvoice(sql: Sql, scope: Scope, id: number): Promise<InvoiceObject | null> {
  const row = await sql.row<Row>(`${SELECT} WHERE id = ? AND project_id = ? AND is_test = ?`, [
    id,
    scope.project.id,
    scope.isTest,
  ])
  return row ? present(row) : null
}

/** As `findInvoice`, of one that is locked and has been opened: that it is not there is our mistake. */
export async function openedInvoice(sql: Sql, scope: Scope, id: number): Promise<OpenedInvoice> {
  const invoice = await findInvoice(sql, scope, id)
  if (!invoice || !isOpened(invoice)) throw new Error(`invoice ${id} vanished while it was locked`)
  return invoice
}

/**
 * The invoice behind a page's address, with the time at which it is shown, or null: a wrong token, and
 * a draft's, are the same as a wrong id.
 */
export async function findInvoicePage(
  sql: Sql,
  id: number,
  token: string,
  now: Date,
): Promise<{ found: OpenedInvoice; now: Date } | null> {
  const row = await sql.row<Row & { clock_time: Date | null }>(
    `SELECT invoice.*, clock.frozen_time AS clock_time FROM invoices invoice
     LEFT JOIN test_clocks clock ON clock.id = invoice.test_clock_id WHERE invoice.id = ? AND invoice.token = ?`,
    [id, token],
  )
  const found = row && present(row)
  return found && isOpened(found) ? { found, now: row.clock_time ?? now } : null
}

/** Several invoices at once, newest first, in one query. */
export async function findInvoices(sql: Sql, ids: readonly number[]): Promise<InvoiceObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<Row>(`${SELECT} WHERE id IN (?) ORDER BY id DESC`, [ids])
  return rows.map(present)
}

/** The page of an invoice, for its customer. */
export function invoiceUrl(id: number, token: string): string {
  return `${config().baseUrl}/i/${id}/${token}`
}

function present(row: Row): InvoiceObject {
  return {
    id: row.id,
    project_id: row.project_id,
    status: row.status,
    number: row.number,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    client_reference_id: row.client_reference_id,
    customer_id: row.customer_id,
    customer_email: row.customer_email,
    due_date: iso(row.due_date ?? defaultDueDate(row.created_at)),
    url: row.status === 'draft' ? null : invoiceUrl(row.id, row.token),
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    locale: row.locale,
    payment_method: row.payment_method,
    paid_at: isoOrNull(row.paid_at),
    receipt_number: row.status === 'paid' ? row.number : null,
    metadata: readMetadata(row.metadata),
    is_test: Boolean(row.is_test),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}
