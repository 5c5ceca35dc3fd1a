import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import { recordEvent } from '../events/record.ts'
import { getOpenedInvoice } from '../invoices/find.ts'
import { lockInvoice } from '../invoices/lock.ts'
import { giveUpActive } from '../payments/give-up.ts'
import { lockActive } from '../payments/locked-payment.ts'
import { payableInvoice } from '../payments/payables/invoice.ts'
import type { Scope } from '../projects/project.ts'

/**
 * Voids an open invoice for the merchant and cancels a started payment. Throws 409 `invoice_not_open` otherwise, and
 * while a pending payment waits: it must be decided first, because the money may be on its way.
 */
export async function voidInvoice(tx: Tx, scope: Scope, id: number): Promise<void> {
  const invoice = await lockInvoice(tx, scope, id)
  const payable = payableInvoice(invoice)
  const active = await lockActive(tx, payable)
  const status = active?.status === 'pending' ? 'pending' : invoice.status
  if (status !== 'open') throw new Refusal({ code: 'invoice_not_open', params: { status } })

  await giveUpActive(tx, scope, payable, 'lapsed')
  await save(tx, invoice, { status: 'void' })
  await recordEvent(tx, scope, 'invoice.void', 'invoice', await getOpenedInvoice(tx.sql, scope, id))
}
