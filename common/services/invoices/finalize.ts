import { writeRows } from '../../../db/rows.ts'
import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { defaultDueDate, invoiceNumber } from '../../domain/invoices/finalize.ts'
import { Problems, Refusal } from '../../kit/refusal.ts'
import { checkPayable } from '../projects/check-payable.ts'
import type { Scope } from '../projects/project.ts'
import type { Invoice } from './invoices-table.ts'
import { lockInvoice } from './lock.ts'

/**
 * Opens a draft: it gets a number and a page, and can be paid. Throws 409 `invoice_not_draft` or 422
 * `no_payment_method`.
 */
export async function finalizeInvoice(tx: Tx, scope: Scope, id: number): Promise<void> {
  const invoice = await lockInvoice(tx, scope, id)
  const { status, amount } = invoice
  if (status !== 'draft') throw new Refusal({ code: 'invoice_not_draft', params: { status } })
  const problems = new Problems()
  checkPayable(scope, amount, 'amount', problems)
  problems.refuse()
  await numberInvoice(tx, scope, invoice)
}

/**
 * Opens a locked draft with the next number of its project and mode. Every transaction that opens an invoice waits at
 * the counter's row until the commit, so call this last. A rollback releases the number: there are no gaps.
 */
export async function numberInvoice(tx: Tx, { project, isTest }: Scope, invoice: Invoice): Promise<void> {
  const counter = { project_id: project.id, is_test: isTest }
  await writeRows(tx.sql, 'invoice_numbers', [{ ...counter, last: 1 }], { onDuplicate: 'last = last + 1' })
  const row = await tx.sql.row<{ last: number }>(
    'SELECT last FROM invoice_numbers WHERE project_id = ? AND is_test = ?',
    Object.values(counter),
  )
  const sequence = row!.last
  const number = invoiceNumber(project.invoicePrefix, sequence)
  const dueDate = invoice.dueDate ?? defaultDueDate(tx.now)
  await save(tx, invoice, { status: 'open', number, sequence, dueDate })
}
