import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { InvoiceInput } from '../../domain/invoices/input.ts'
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
    project_id: scope.project.id,
    is_test: scope.isTest,
    token: randomToken(),
    status: 'draft',
    amount: input.amount,
    currency: scope.project.currency,
    description: input.description ?? null,
    customer_id: customer?.id ?? null,
    customer_email: input.customer_email ?? customer?.email ?? null,
    client_reference_id: input.client_reference_id ?? null,
    due_date: input.due_date ?? null,
    locale: input.locale ?? 'auto',
    success_url: input.success_url ?? null,
    cancel_url: input.cancel_url ?? null,
    metadata: input.metadata ? JSON.stringify(input.metadata) : null,
    test_clock_id: tx.testClockId,
    created_at: tx.now,
    updated_at: tx.now,
  })
  if (opens) await numberInvoice(tx, scope, id)
  return id
}
