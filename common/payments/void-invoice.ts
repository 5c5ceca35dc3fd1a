import { recordEvent } from '../events/record-event.ts'
import { openedInvoice } from '../invoices/find-invoice.ts'
import { lockOwnInvoice } from '../invoices/lock-invoice.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockActive } from './lock-active.ts'
import { payableInvoice } from './payables/invoice.ts'
import { giveUpActive } from './give-up.ts'

/**
 * The merchant takes an open invoice back; a payment that was only begun is given up with it. 409
 * `invoice_not_open` otherwise, and while a reported transfer waits: that is decided first, since the
 * customer says that the money is on its way.
 */
export async function voidInvoice(tx: Tx, scope: Scope, id: number): Promise<void> {
  const invoice = await lockOwnInvoice(tx, scope, id)
  const payable = payableInvoice(invoice)
  const active = await lockActive(tx, payable)
  const status = active?.status === 'pending' ? 'pending' : invoice.status
  if (status !== 'open') throw new Refusal({ code: 'invoice_not_open', words: { status } })

  await giveUpActive(tx, scope, payable)
  await invoice.update({ status: 'void', updatedAt: tx.now }, { transaction: tx.transaction })
  await recordEvent(tx, scope, 'invoice.void', 'invoice', await openedInvoice(tx.sql, scope, id))
}
