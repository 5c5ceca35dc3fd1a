import { isDuplicate } from '../../../db/errors.ts'
import { update } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { CustomerChanges, CustomerObject } from '../../domain/customers/object.ts'
import { type Problem, type Problems, Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { checkPhone } from './check-phone.ts'
import { findCustomerRow, getCustomer } from './find.ts'
import { lockCustomerRow } from './lock.ts'
import { moveEmail } from './move-email.ts'
import { changedFields, type CustomerRow, linksAfter, toCustomerColumns } from './rows.ts'

/** Updates the given fields; null clears a field. At least one field that identifies the customer must remain. */
export async function updateCustomer(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<CustomerChanges>,
): Promise<CustomerObject> {
  const row = await lockCustomerRow(tx, scope, id)
  const parts = draft.partial()
  const phone = checkPhone(parts.phone, scope, draft.problems)
  checkIdentity(row, parts, draft.problems)
  await checkReference(tx, scope, id, draft)
  const columns = toCustomerColumns({ ...draft.valid(), ...(phone !== undefined && { phone }) })
  const changes = { ...columns, ...linksAfter(row, columns), updated_at: tx.now }
  await update(tx.sql, 'customers', id, changes, { failed: referenceTaken })
  tx.sql.noteFields('customers', id, changedFields(row, columns))
  await moveEmail(tx, row, columns.email)
  return getCustomer(tx.sql, scope, { id })
}

const IDENTITY = ['email', 'phone', 'client_reference_id'] as const

function checkIdentity(row: CustomerRow, changes: CustomerChanges, problems: Problems): void {
  const left = IDENTITY.some((field) => (field in changes ? changes[field] : row[field]) !== null)
  if (left || IDENTITY.some((field) => problems.has(field))) return
  const sentence = 'A customer needs at least one of email, phone, client_reference_id. Keep one of them.'
  for (const field of IDENTITY)
    if (changes[field] === null) problems.add('validation_failed', field, { sentence })
}

const REFERENCE_TAKEN: Problem = {
  code: 'validation_failed',
  path: 'client_reference_id',
  params: { sentence: 'client_reference_id belongs to another customer. Use another one.' },
}

function referenceTaken(error: Error): Error {
  return isDuplicate(error, 'customers_reference') ? new Refusal(REFERENCE_TAKEN) : error
}

async function checkReference(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<CustomerChanges>,
): Promise<void> {
  const { client_reference_id: reference } = draft.partial()
  const holder = reference == null ? null : await findCustomerRow(tx.sql, scope, { reference })
  if (holder && holder.id !== id)
    draft.problems.add('validation_failed', 'client_reference_id', REFERENCE_TAKEN.params)
}
