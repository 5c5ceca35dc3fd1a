import type { ModelTx } from '../../../db/transaction.ts'
import type { InvoiceInput } from '../../domain/invoices/input.ts'
import { invoiceProperties } from '../../domain/invoices/object.ts'
import { createdAttributes } from '../../kit/field.ts'
import { randomToken } from '../../kit/secrets.ts'
import type { Submission } from '../../kit/submission.ts'
import { customerByEmail, namedCustomer } from '../customers/choose.ts'
import { checkPayable } from '../projects/check-payable.ts'
import type { Scope } from '../projects/project.ts'
import { numberInvoice } from './finalize.ts'
import { Invoice } from './invoices-table.ts'

/** Creates an open invoice or a draft and returns its id. Reports all problems of the request at once. */
export async function createInvoice(
  tx: ModelTx,
  scope: Scope,
  draft: Submission<InvoiceInput>,
): Promise<number> {
  const customer = (await namedCustomer(tx, scope, draft)) ?? (await customerByEmail(tx, scope, draft))
  const { amount = 0, auto_advance: opens = true } = draft.partial()
  if (opens) checkPayable(scope, amount, 'amount', draft.problems)
  const input = draft.valid()
  const values = {
    ...createdAttributes(invoiceProperties, input),
    projectId: scope.project.id,
    isTest: scope.isTest,
    token: randomToken(),
    status: 'draft' as const,
    currency: scope.project.currency,
    customerId: customer?.id ?? null,
    customerEmail: input.customer_email ?? customer?.email ?? null,
    dueDate: input.due_date ?? null,
    testClockId: tx.testClockId,
    createdAt: tx.now,
    updatedAt: tx.now,
  }
  const invoice = await Invoice.create(values, { transaction: tx.transaction })
  if (opens) await numberInvoice(tx, scope, invoice)
  return invoice.id
}
