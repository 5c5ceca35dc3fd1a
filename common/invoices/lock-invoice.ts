import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { Invoice } from '../../db/models/invoice.ts'
import type { Tx } from '../../db/transaction.ts'

/** Holds the invoice's row until the transaction ends: whoever changes an invoice comes through here. */
export async function lockInvoice(tx: Tx, projectId: number, id: number): Promise<Invoice> {
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
