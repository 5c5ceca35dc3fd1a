import type { Project, Scope } from '../projects/project.ts'
import { recordEvent } from '../events/record-event.ts'
import { clearTimer } from '../timers/set-timer.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'
import { findCheckout } from './find-checkout.ts'
import { lockCheckout } from './lock-checkout.ts'

/** Ends a locked checkout unpaid, and says so. */
export async function expireCheckout(tx: Tx, scope: Scope, checkout: Checkout): Promise<void> {
  await checkout.update({ status: 'expired', updatedAt: tx.now }, { transaction: tx.transaction })
  await clearTimer(tx, 'checkout.expire', checkout.id)
  const expired = await findCheckout(tx.sql, scope, checkout.id, tx.now)
  if (expired) await recordEvent(tx, scope, 'checkout.expired', 'checkout', expired)
}

/**
 * What is due for a checkout by its timer: an open one past its time expires, unless a payment that
 * started in time has not ended; that payment's end asks again.
 */
export async function expireIfDue(tx: Tx, project: Project, checkoutId: number): Promise<void> {
  const checkout = await lockCheckout(tx, project.id, checkoutId)
  const { status, expiresAt, activePaymentId } = checkout
  if (status !== 'open' || expiresAt > tx.now) return
  if (activePaymentId === null) await expireCheckout(tx, { project, isTest: checkout.isTest }, checkout)
  else await clearTimer(tx, 'checkout.expire', checkout.id)
}
