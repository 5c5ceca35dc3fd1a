import { rowOf } from '../../../db/model.ts'
import { find } from '../../../db/save.ts'
import type { Sql } from '../../../db/sql.ts'
import { type InvoiceObject, isOpened, type OpenedInvoice } from '../../domain/invoices/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { Invoice } from './invoices-table.ts'
import { type InvoiceRow, serializeInvoice } from './rows.ts'

/** Returns the invoice `id` of this project and mode as the API shows it, or null. */
export async function findInvoice(sql: Sql, scope: Scope, id: number): Promise<InvoiceObject | null> {
  const invoice = await find(sql, Invoice, { id, projectId: scope.project.id, isTest: scope.isTest })
  return invoice && serializeInvoice(rowOf(invoice))
}

/** Returns the same as `findInvoice`, but throws a 404 if there is no such invoice. */
export async function getInvoice(sql: Sql, scope: Scope, id: number): Promise<InvoiceObject> {
  const invoice = await findInvoice(sql, scope, id)
  if (!invoice) throw new Refusal({ code: 'not_found', params: { what: 'invoice' } })
  return invoice
}

/** Returns an invoice that must be open, paid or void. */
export async function getOpenedInvoice(sql: Sql, scope: Scope, id: number): Promise<OpenedInvoice> {
  const invoice = await getInvoice(sql, scope, id)
  if (!isOpened(invoice)) throw new Error(`invoice ${id} is a draft`)
  return invoice
}

const WITH_CLOCK = `SELECT invoice.*, clock.frozen_time AS clock_time FROM invoices invoice
  LEFT JOIN test_clocks clock ON clock.id = invoice.test_clock_id`

type RowWithClock = InvoiceRow & { clock_time: Date | null }

/** An invoice with the state that its object does not show. */
export interface InvoiceWithTime {
  invoice: InvoiceObject
  /** The time of its test clock, or the real time without one. */
  now: Date
  hasClock: boolean
  /** Whether its due date was given. Otherwise it is set when the draft opens. */
  isDueGiven: boolean
}

/** Returns the same as `findInvoice`, with the time that applies to it. */
export async function findInvoiceWithTime(
  sql: Sql,
  scope: Scope,
  id: number,
  now: Date,
): Promise<InvoiceWithTime | null> {
  const row = await sql.row<RowWithClock>(
    `${WITH_CLOCK} WHERE invoice.id = ? AND invoice.project_id = ? AND invoice.is_test = ?`,
    [id, scope.project.id, scope.isTest],
  )
  return row
    ? {
        ...{ invoice: serializeInvoice(row), now: row.clock_time ?? now },
        ...{ hasClock: row.test_clock_id !== null, isDueGiven: row.due_date !== null },
      }
    : null
}

/**
 * Returns the invoice of a page, with the page's time, or null. A wrong token, or a draft, gives the same result as a
 * wrong id.
 */
export async function findInvoicePage(
  sql: Sql,
  id: number,
  token: string,
  now: Date,
): Promise<{ found: OpenedInvoice; now: Date } | null> {
  const row = await sql.row<RowWithClock>(`${WITH_CLOCK} WHERE invoice.id = ? AND invoice.token = ?`, [
    id,
    token,
  ])
  const found = row && serializeInvoice(row)
  return found && isOpened(found) ? { found, now: row.clock_time ?? now } : null
}
