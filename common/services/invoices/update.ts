import { rowOf } from '../../../db/model.ts'
import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { InvoiceChanges } from '../../domain/invoices/input.ts'
import { type InvoiceObject, invoiceProperties } from '../../domain/invoices/object.ts'
import { changedAttributes } from '../../kit/field.ts'
import { type FieldChange, fieldChanges } from '../../kit/field-changes.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { customerWithEmail } from '../customers/choose.ts'
import { findCustomerRow } from '../customers/find.ts'
import type { Scope } from '../projects/project.ts'
import type { Invoice } from './invoices-table.ts'
import { lockInvoice } from './lock.ts'
import { serializeInvoice } from './rows.ts'

/**
 * Updates the given fields of a draft; null clears a field. Once the invoice was opened, only the metadata can change: throws
 * 409 `invoice_not_draft` for other fields.
 */
export async function updateInvoice(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<InvoiceChanges>,
): Promise<InvoiceObject> {
  const { customer_id: nextCustomer, customer_email: email } = draft.partial()
  const withCustomer = nextCustomer !== undefined || email !== undefined
  const invoice = await lockInvoice(tx, scope, id, { withCustomer, nextCustomer })
  if (invoice.status !== 'draft') checkOnlyMetadata(invoice, draft.partial())
  const before = serializeInvoice(rowOf(invoice))
  const customer = withCustomer ? await customerOf(tx, scope, invoice, draft) : {}
  const changes = draft.valid()
  const dueDate = changes.due_date === undefined ? {} : { dueDate: changes.due_date }
  await save(tx, invoice, { ...changedAttributes(invoiceProperties, changes), ...dueDate, ...customer })
  const after = serializeInvoice(rowOf(invoice))
  tx.sql.noteFields('invoices', id, fieldChanges(before, after).map(withoutPerson))
  return after
}

function checkOnlyMetadata({ id, status }: Invoice, given: object): void {
  if (Object.keys(given).every((field) => field === 'metadata')) return
  const correct =
    status === 'open'
      ? `To correct it, void it and create another: POST /invoices/${id}/void.`
      : 'To correct it, create another: POST /invoices.'
  throw new Refusal({
    code: 'invoice_not_draft',
    params: { status, instead: `Only its metadata can be changed. ${correct}` },
  })
}

const OTHER_CLOCK = {
  sentence:
    'The customer of an invoice cannot be on another test clock. Delete the draft, and create another.',
}

/**
 * Returns the customer and the address after a change. An address alone does not change a known customer. Without one, the
 * customer with this address is attached, or created. That customer is locked after the invoice, which is not theirs yet.
 */
async function customerOf(
  tx: Tx,
  scope: Scope,
  { customerId, customerEmail, testClockId }: Invoice,
  draft: Submission<InvoiceChanges>,
): Promise<{ customerId?: number | null; customerEmail?: string | null }> {
  const { customer_id: named, customer_email: email } = draft.partial()
  if (named === undefined) {
    if (email == null) return { customerEmail: null }
    // An erased customer is not found: nothing personal is written about them.
    const known = customerId === null ? null : await findCustomerRow(tx.sql, scope, { id: customerId })
    if (known) return { customerEmail: email }
  }
  if (named == null) draft.problems.refuse() // then no customer is created
  const customer =
    named != null
      ? await findCustomerRow(tx.sql, scope, { id: named })
      : email == null
        ? null
        : await customerWithEmail(tx, scope, email)
  const path = named === undefined ? 'customer_email' : 'customer_id'
  if (named != null && !customer) draft.problems.add('customer_not_found', path, { id: named })
  else if ((customer?.test_clock_id ?? null) !== testClockId)
    draft.problems.add('validation_failed', path, OTHER_CLOCK)
  const kept = named === customerId ? customerEmail : (customer?.email ?? null)
  return { customerId: customer?.id ?? null, customerEmail: email === undefined ? kept : email }
}

/** Omits the values of the address: an erasure does not reach the audit log. */
function withoutPerson(change: FieldChange): FieldChange {
  return change.field === 'customer_email' ? { field: change.field } : change
}
