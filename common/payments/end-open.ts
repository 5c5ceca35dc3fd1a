import { expireCheckout } from '../checkouts/expire-checkout.ts'
import { lockCheckout } from '../checkouts/lock-checkout.ts'
import { lockInvoice } from '../invoices/lock-invoice.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { failPayment } from './finish-payment.ts'
import { lockActive } from './lock-active.ts'
import { payableCheckout } from './payables/checkout.ts'
import { payableInvoice } from './payables/invoice.ts'
import type { Payable } from './payables/payable.ts'
import { voidInvoice } from './void-invoice.ts'

/**
 * Ends whatever a customer could still pay, reported transfers included: checkouts expire, invoices
 * are void. For money that was never real.
 */
export async function endOpen(tx: Tx, scope: Scope, customerId: number): Promise<void> {
  const checkouts = await tx.sql.rows<{ id: number }>(
    "SELECT id FROM checkouts WHERE customer_id = ? AND status IN ('open', 'pending') ORDER BY id",
    [customerId],
  )
  for (const { id } of checkouts) {
    const checkout = await lockCheckout(tx, scope.project.id, id)
    await cancelActive(tx, scope, payableCheckout(checkout))
    // A reported transfer that ends gives its checkout back, open or, past its time, expired.
    if (checkout.status === 'open') await expireCheckout(tx, scope, checkout)
  }
  const invoices = await tx.sql.rows<{ id: number }>(
    "SELECT id FROM invoices WHERE customer_id = ? AND status = 'open' ORDER BY id",
    [customerId],
  )
  for (const { id } of invoices) {
    await cancelActive(tx, scope, payableInvoice(await lockInvoice(tx, scope.project.id, id)))
    await voidInvoice(tx, scope, id)
  }
}

async function cancelActive(tx: Tx, scope: Scope, payable: Payable): Promise<void> {
  const payment = await lockActive(tx, payable)
  if (payment) await failPayment(tx, scope, { payment, payable }, { status: 'canceled' })
}
