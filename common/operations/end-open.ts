import type { Tx } from '../../db/transaction.ts'
import { expireCheckout } from '../checkouts/expire.ts'
import { lockCheckout } from '../checkouts/lock.ts'
import { lockInvoice } from '../invoices/lock.ts'
import { failPayment } from '../payments/finish.ts'
import { lockActive } from '../payments/lock-active.ts'
import { payableCheckout } from '../payments/payables/checkout.ts'
import { payableInvoice } from '../payments/payables/invoice.ts'
import type { Payable } from '../payments/payables/payable.ts'
import type { Scope } from '../projects/project.ts'
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
    const checkout = await lockCheckout(tx, scope, id)
    await cancelActive(tx, scope, payableCheckout(checkout))
    // A reported transfer that ends gives its checkout back, open or, past its time, expired.
    if (checkout.status === 'open') await expireCheckout(tx, scope, checkout)
  }
  const invoices = await tx.sql.rows<{ id: number }>(
    "SELECT id FROM invoices WHERE customer_id = ? AND status = 'open' ORDER BY id",
    [customerId],
  )
  for (const { id } of invoices) {
    await cancelActive(tx, scope, payableInvoice(await lockInvoice(tx, scope, id)))
    await voidInvoice(tx, scope, id)
  }
}

async function cancelActive(tx: Tx, scope: Scope, payable: Payable): Promise<void> {
  const payment = await lockActive(tx, payable)
  if (payment) await failPayment(tx, scope, { payment, payable }, { status: 'canceled' })
}
