import type { Tx } from '../../../db/transaction.ts'
import type { DeletedObject } from '../../kit/deleted.ts'
import { Refusal } from '../../kit/refusal.ts'
import { iso } from '../../kit/time.ts'
import { auditDeletion } from '../../runtime/audit.ts'
import type { Scope } from '../projects/project.ts'
import { lockInvoice } from './lock.ts'

/**
 * Deletes a draft. It was never shown to the customer, so no trace is kept. Throws 409 `invoice_not_draft` otherwise.
 */
export async function deleteDraftInvoice(tx: Tx, scope: Scope, id: number): Promise<DeletedObject> {
  const { status } = await lockInvoice(tx, scope, id)
  if (status !== 'draft') {
    const instead =
      status === 'open'
        ? `To take it back, void it: POST /invoices/${id}/void.`
        : 'It has a number and stays in your records.'
    throw new Refusal({ code: 'invoice_not_draft', params: { status, instead } })
  }
  await auditDeletion(tx, 'invoices', id)
  await tx.sql.write('DELETE FROM invoices WHERE id = ?', [id])
  return { id, deleted_at: iso(tx.now) }
}
