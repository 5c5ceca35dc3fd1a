import { type Model, type ModelStatic, Op, type WhereAttributeHash } from 'sequelize'
import type { ModelTx, Tx } from '../../../db/transaction.ts'
import { Checkout } from '../checkouts/checkouts-table.ts'
import { expireCheckout } from '../checkouts/expire.ts'
import { lockCheckout } from '../checkouts/lock.ts'
import { Invoice } from '../invoices/invoices-table.ts'
import { lockInvoice } from '../invoices/lock.ts'
import { CANCELED, failPayment } from '../payments/finish.ts'
import { lockActive } from '../payments/locked-payment.ts'
import { payableCheckout } from '../payments/payables/checkout.ts'
import { payableInvoice } from '../payments/payables/invoice.ts'
import type { Payable } from '../payments/payables/payable.ts'
import type { Scope } from '../projects/project.ts'
import { endSubscription } from '../subscriptions/end.ts'
import { lockSubscriptionRow } from '../subscriptions/lock.ts'
import { Subscription } from '../subscriptions/subscriptions-table.ts'
import { voidInvoice } from './void-invoice.ts'

type End = (tx: Tx, scope: Scope, id: number) => Promise<void>

/** The objects of a customer that can still be paid or continue by themselves, and how each is ended. */
const ENDS: readonly { model: ModelStatic<Model & { id: number }>; isOpen: WhereAttributeHash; end: End }[] =
  [
    { model: Checkout, isOpen: { status: ['open', 'pending'] }, end: endCheckout },
    { model: Invoice, isOpen: { status: 'open' }, end: endInvoice },
    { model: Subscription, isOpen: { status: { [Op.ne]: 'canceled' } }, end: endNow },
  ]

/**
 * Ends up to `most` open objects of a locked customer, including pending payments: checkouts expire, invoices
 * become void, subscriptions are canceled. Only for test money. Returns the number ended; fewer than `most` means
 * there are no more.
 */
export async function endOpen(tx: ModelTx, scope: Scope, customerId: number, most: number): Promise<number> {
  let ended = 0
  for (const { model, isOpen, end } of ENDS) {
    const rows = await model.findAll({
      attributes: ['id'],
      where: { projectId: scope.project.id, customerId, ...isOpen },
      order: ['id'],
      limit: most - ended,
      transaction: tx.transaction,
    })
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
