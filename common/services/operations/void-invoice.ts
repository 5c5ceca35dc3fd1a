import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { recordEvent } from '../events/record.ts'
import { getOpenedInvoice } from '../invoices/find.ts'
import { lockInvoice } from '../invoices/lock.ts'
import { giveUpActive } from '../payments/give-up.ts'
import { payableInvoice } from '../payments/payables/invoice.ts'
import type { Scope } from '../projects/project.ts'
import { checkOpenInvoice } from './check-open-invoice.ts'

/**
 * Voids an open invoice for the merchant and cancels a started payment. Throws 409 `invoice_not_open` otherwise, and
 * while a pending payment waits.
 */
export async function voidInvoice(tx: Tx, scope: Scope, id: number): Promise<void> {
  const invoice = await lockInvoice(tx, scope, id)
  await checkOpenInvoice(tx, invoice)

  await giveUpActive(tx, scope, payableInvoice(invoice), 'lapsed')
  await save(tx, invoice, { status: 'void' })
  await recordEvent(tx, scope, 'invoice.void', await getOpenedInvoice(tx.sql, scope, id))
}
