import type { Tx } from '../../../db/transaction.ts'
import { expireCheckout } from '../checkouts/expire.ts'
import { lockCheckout } from '../checkouts/lock.ts'
import { lockInvoice } from '../invoices/lock.ts'
import { CANCELED, failPayment } from '../payments/finish.ts'
import { lockActive } from '../payments/locked-payment.ts'
import { payableCheckout } from '../payments/payables/checkout.ts'
import { payableInvoice } from '../payments/payables/invoice.ts'
import type { Payable } from '../payments/payables/payable.ts'
import type { Scope } from '../projects/project.ts'
import { endSubscription } from '../subscriptions/end.ts'
import { lockSubscriptionRow } from '../subscriptions/lock.ts'
import { voidInvoice } from './void-invoice.ts'

type End = (tx: Tx, scope: Scope, id: number) => Promise<void>

/** The objects of a customer that can still be paid or continue by themselves, and how each is ended. */
const ENDS: readonly (readonly [open: string, end: End])[] = [
  ["checkouts WHERE status IN ('open', 'pending') AND", endCheckout],
  ["invoices WHERE status = 'open' AND", endInvoice],
  ["subscriptions WHERE status <> 'canceled' AND", endNow],
]

/**
 * Ends up to `most` open objects of a locked customer, including pending payments: checkouts expire, invoices
 * become void, subscriptions are canceled. Only for test money. Returns the number ended; fewer than `most` means
 * there are no more.
 */
export async function endOpen(tx: Tx, scope: Scope, customerId: number, most: number): Promise<number> {
  let ended = 0
  for (const [open, end] of ENDS) {
    const rows = await tx.sql.rows<{ id: number }>(
      `SELECT id FROM ${open} customer_id = ? ORDER BY id LIMIT ?`,
      [customerId, most - ended],
    )
    for (const { id } of rows) await end(tx, scope, id)
    ended += rows.length
  }
  return ended
}

async function endCheckout(tx: Tx, scope: Scope, id: number): Promise<void> {
  const checkout = await lockCheckout(tx, scope, id)
  await cancelActive(tx, scope, payableCheckout(checkout))
  // Ending a pending payment puts its checkout back to open, or to expired if its time is over.
  if (checkout.status === 'open') await expireCheckout(tx, scope, checkout)
}

async function endInvoice(tx: Tx, scope: Scope, id: number): Promise<void> {
  await cancelActive(tx, scope, payableInvoice(await lockInvoice(tx, scope, id)))
  await voidInvoice(tx, scope, id)
}

async function endNow(tx: Tx, scope: Scope, id: number): Promise<void> {
  await endSubscription(tx, scope, await lockSubscriptionRow(tx, scope, id), 'cancel', 'immediately')
}

async function cancelActive(tx: Tx, scope: Scope, payable: Payable): Promise<void> {
  const payment = await lockActive(tx, payable)
  if (payment) await failPayment(tx, scope, { payment, payable }, CANCELED.lapsed)
}
