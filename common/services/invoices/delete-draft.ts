import type { ModelTx } from '../../../db/transaction.ts'
import type { DeletedObject } from '../../kit/deleted.ts'
import { Refusal } from '../../kit/refusal.ts'
import { iso } from '../../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { lockInvoice } from './lock.ts'

/**
 * Deletes a draft. It was never shown to the customer, so no trace is kept. Throws 409 `invoice_not_draft` otherwise.
 */
export async function deleteDraftInvoice(tx: ModelTx, scope: Scope, id: number): Promise<DeletedObject> {
  const invoice = await lockInvoice(tx, scope, id)
  const { status } = invoice
  if (status !== 'draft') {
    const instead =
      status === 'open'
        ? `To take it back, void it: POST /invoices/${id}/void.`
        : 'It has a number and stays in your records.'
    throw new Refusal({ code: 'invoice_not_draft', params: { status, instead } })
  }
  await invoice.destroy({ transaction: tx.transaction })
  return { id, deleted_at: iso(tx.now) }
}
