import { Refusal } from '../kit/refusal.ts'
import { iso } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockOwnInvoice } from './lock-invoice.ts'

/** Throws a draft away; nobody has seen it, so nothing is left of it. 409 `invoice_not_draft` otherwise. */
export async function deleteDraft(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<{ id: number; deleted_at: string }> {
  const { status } = await lockOwnInvoice(tx, scope, id)
  if (status !== 'draft') throw new Refusal({ code: 'invoice_not_draft', words: { status } })
  await tx.sql.run('DELETE FROM invoices WHERE id = ?', [id])
  return { id, deleted_at: iso(tx.now) }
}
