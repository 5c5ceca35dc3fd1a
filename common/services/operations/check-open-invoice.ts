import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Invoice } from '../invoices/invoices-table.ts'
import { lockActive } from '../payments/locked-payment.ts'
import { payableInvoice } from '../payments/payables/invoice.ts'

/**
 * Throws 409 `invoice_not_open` unless a locked invoice is open. A pending payment must be decided first, because the money
 * may be on its way. `paid` is the advice about a paid invoice.
 */
export async function checkOpenInvoice(tx: Tx, invoice: Invoice, paid?: string): Promise<void> {
  const active = await lockActive(tx, payableInvoice(invoice))
  const status = active?.status === 'pending' ? 'pending' : invoice.status
  if (status === 'open') return
  throw new Refusal({
    code: 'invoice_not_open',
    params: { status, ...(status === 'paid' && paid !== undefined && { instead: paid }) },
  })
}
