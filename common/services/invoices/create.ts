import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { InvoiceInput } from '../../domain/invoices/input.ts'
import { invoiceProperties } from '../../domain/invoices/object.ts'
import { createdColumns } from '../../kit/field.ts'
import { randomToken } from '../../kit/secrets.ts'
import type { Submission } from '../../kit/submission.ts'
import { customerByEmail, namedCustomer } from '../customers/choose.ts'
import { checkPayable } from '../projects/check-payable.ts'
import type { Scope } from '../projects/project.ts'
import { numberInvoice } from './finalize.ts'

/** Creates an open invoice or a draft and returns its id. Reports all problems of the request at once. */
export async function createInvoice(tx: Tx, scope: Scope, draft: Submission<InvoiceInput>): Promise<number> {
  const customer = (await namedCustomer(tx, scope, draft)) ?? (await customerByEmail(tx, scope, draft))
  const { amount = 0, auto_advance: opens = true } = draft.partial()
  if (opens) checkPayable(scope, amount, 'amount', draft.problems)
  const input = draft.valid()
  const id = await insert(tx.sql, 'invoices', {
    ...createdColumns(invoiceProperties, input),
    project_id: scope.project.id,
    is_test: scope.isTest,
    token: randomToken(),
    status: 'draft',
    currency: scope.project.currency,
    customer_id: customer?.id ?? null,
    customer_email: input.customer_email ?? customer?.email ?? null,
    due_date: input.due_date ?? null,
    test_clock_id: tx.testClockId,
    created_at: tx.now,
    updated_at: tx.now,
  })
  if (opens) await numberInvoice(tx, scope, id)
  return id
}
