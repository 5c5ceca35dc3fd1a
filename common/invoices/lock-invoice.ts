import { enterClock } from '../clocks/enter-clock.ts'
import { lockCustomer } from '../customers/fill-in.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { Invoice } from '../../db/models/invoice.ts'
import type { Tx } from '../../db/transaction.ts'

/**
 * Holds the invoice's row until the transaction ends: whoever changes an invoice comes through here.
 * `withCustomer`: its customer's row, if it has one, is held before it.
 */
export async function lockInvoice(
  tx: Tx,
  projectId: number,
  id: number,
  { withCustomer = false } = {},
): Promise<Invoice> {
  const seen = await tx.sql.row<{ customer_id: number | null; test_clock_id: number | null }>(
    'SELECT customer_id, test_clock_id FROM invoices WHERE id = ? AND project_id = ?',
    [id, projectId],
  )
  await enterClock(tx, seen?.test_clock_id ?? null)
  if (withCustomer && seen?.customer_id) await lockCustomer(tx, seen.customer_id)
  const invoice = await Invoice.findOne({
    where: { id, projectId },
    transaction: tx.transaction,
    lock: tx.transaction.LOCK.UPDATE,
  })
  return invoice ?? notFound()
}

/** As `lockInvoice`, for a request, which sees only its own mode. */
export async function lockOwnInvoice(tx: Tx, scope: Scope, id: number): Promise<Invoice> {
  const invoice = await lockInvoice(tx, scope.project.id, id)
  return invoice.isTest === scope.isTest ? invoice : notFound()
}

function notFound(): never {
  throw new Refusal({ code: 'not_found', words: { what: 'invoice' } })
}
