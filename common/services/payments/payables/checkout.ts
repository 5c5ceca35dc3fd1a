import { save } from '../../../../db/save.ts'
import type { ModelTx, Tx } from '../../../../db/transaction.ts'
import { statusAt } from '../../../domain/checkouts/status.ts'
import { keptOf, leftOf } from '../../../domain/payments/sums.ts'
import { isFaulty } from '../../../kit/form.ts'
import { later } from '../../../kit/time.ts'
import { boughtBy, isStillPossible } from '../../checkouts/bought.ts'
import type { Checkout } from '../../checkouts/checkouts-table.ts'
import { closeOutdated } from '../../checkouts/close-outdated.ts'
import { completeCheckout } from '../../checkouts/complete.ts'
import { expireCheckout, wasExpiryReported } from '../../checkouts/expire.ts'
import { releaseOrder, reserveAgain, reserveOrder } from '../../checkouts/reserve-order.ts'
import { revalueSegment } from '../../checkouts/revalue-segment.ts'
import { findCustomerRow } from '../../customers/find.ts'
import type { Scope } from '../../projects/project.ts'
import { deferEnd, stopDeferring } from '../../subscriptions/defer-end.ts'
import { clearTimer, setTimer } from '../../timers/set.ts'
import type { Payment } from '../payments-table.ts'
import type { Payable } from './payable.ts'

/** Returns a locked checkout as a payable. */
export function payableCheckout(checkout: Checkout): Payable {
  return {
    type: 'checkout',
    id: checkout.id,
    row: checkout,
    amount: () => checkout.amountTotal,
    isClosed: () => checkout.status === 'open' && checkout.closedBy !== null,
    isPayable: async (tx, scope) => {
      if ((checkout.status !== 'open' && checkout.status !== 'pending') || checkout.closedBy !== null)
        return false
      return checkout.mode === 'payment' || (await boughtBy(tx, scope, checkout)) !== null
    },
    begin: async (tx, activePaymentId) => {
      await save(tx, checkout, { activePaymentId })
    },
    resume: (tx, scope, payment) => resume(tx, scope, checkout, payment),
    acceptMoney: (...args) => acceptMoney(checkout, ...args),
    wait: async (tx, scope) => {
      const { subscriptionId } = checkout
      if (subscriptionId !== null) await deferEnd(tx, scope, subscriptionId)
      await save(tx, checkout, { status: 'pending' })
      await clearTimer(tx, 'checkout.expire', checkout)
      if (subscriptionId !== null) await deferEnd(tx, scope, subscriptionId)
    },
    release: (tx, scope, payment) => release(tx, scope, checkout, payment),
    complete: async (tx, scope, payment) => {
      const money = payment ? keptOf(payment) : 0
      const bought = checkout.mode === 'payment' ? null : await boughtBy(tx, scope, checkout, money)
      await completeCheckout(tx, scope, checkout, payment?.method ?? null, bought)
      if (bought) await closeOutdated(tx, scope, bought.paid.customerId)
    },
    followRefunds: (tx, scope, payment) => followRefunds(tx, scope, checkout, payment),
    close: async (tx, scope) => {
      if (checkout.status !== 'open' && checkout.status !== 'pending') return
      const waited = checkout.status === 'pending'
      await releaseOrder(tx, checkout)
      const wasReported = waited && (await wasExpiryReported(tx.sql, checkout.id))
      await save(tx, checkout, { activePaymentId: null, ...(wasReported && { status: 'expired' }) })
      if (!wasReported) await expireCheckout(tx, scope, checkout)
      if (waited && checkout.subscriptionId !== null) await stopDeferring(tx, scope, checkout.subscriptionId)
    },
  }
}

/** Adjusts the bought time. Only the payment that completed a subscription checkout has bought time. */
async function followRefunds(tx: ModelTx, scope: Scope, checkout: Checkout, payment: Payment): Promise<void> {
  const { mode, customerId, id } = checkout
  if (mode === 'payment' || customerId === null || payment.paidAt === null) return
  const paid = { money: keptOf(payment), isRefunded: payment.status === 'refunded' }
  if (await revalueSegment(tx, scope, id, paid)) await closeOutdated(tx, scope, customerId)
}

/** Resumes a payment, unless the checkout has expired or its total has changed since the payment started. */
async function resume(tx: Tx, scope: Scope, checkout: Checkout, payment: Payment): Promise<boolean> {
  const isOver = checkout.status !== 'open' || checkout.closedBy !== null || checkout.expiresAt <= tx.now
  if (isOver || payment.amount !== checkout.amountTotal || !(await isCompletable(tx, scope, checkout)))
    return false
  if (isFaulty(await reserveOrder(tx, checkout, payment.customerEmail))) return false
  await save(tx, checkout, { activePaymentId: payment.id })
  return true
}

async function acceptMoney(
  checkout: Checkout,
  tx: Tx,
  scope: Scope,
  payment: Payment,
  acceptLate: boolean,
): Promise<boolean> {
  const { status, mode, closedBy, activePaymentId, creditAmount } = checkout
  if (status === 'complete') return false
  if (!paysFor(checkout, payment, tx.now)) {
    payment.failureMessage = 'The order was changed after this payment began, and has another total now.'
    return false
  }
  // A credit is valid for one state of its subscription and for one day, even if late money is accepted.
  if (creditAmount > 0 && (closedBy !== null || statusAt(checkout, tx.now) === 'expired')) return false
  // The merchant has accepted late money for it already, so each further part need not repeat `accept_late`.
  const isAccepted = status === 'pending' && closedBy === 'merchant'
  const isOver = statusAt(checkout, tx.now) === 'expired' || (closedBy !== null && !isAccepted)
  if (isOver && !(acceptLate && (await maySellAgain(tx, scope, checkout)))) return false
  if (mode === 'subscription' && !(await boughtBy(tx, scope, checkout))) return false
  // While a payment is active, its codes and its sale are reserved for this order.
  const usedUp = activePaymentId === null ? await reserveAgain(tx, checkout, payment.customerEmail) : null
  if (usedUp !== null) {
    payment.failureMessage = usedUp
    return false
  }
  if (isOver && status === 'open') await expireCheckout(tx, scope, checkout)
  if (isOver || activePaymentId !== payment.id)
    // A checkout that the merchant has ended stays ended until it is complete: the rest may never arrive.
    await save(tx, checkout, {
      activePaymentId: payment.id,
      closedBy: closedBy === 'merchant' ? closedBy : null,
    })
  return true
}

/**
 * Returns whether a payment pays for a checkout: it was started for the current total, or its money covers
 * the total of an open order, which may have changed since.
 */
function paysFor(checkout: Checkout, payment: Payment, now: Date): boolean {
  const { amountTotal } = checkout
  return (
    payment.amount === amountTotal || (statusAt(checkout, now) === 'open' && leftOf(payment) >= amountTotal)
  )
}

/** Returns whether an expired checkout can still be sold: not after an erasure or the deletion of its test clock. */
async function maySellAgain(tx: Tx, scope: Scope, { closedBy, customerId }: Checkout): Promise<boolean> {
  if (closedBy === 'erasure' || closedBy === 'clock') return false
  return customerId === null || (await findCustomerRow(tx.sql, scope, { id: customerId })) !== null
}

/**
 * Opens the checkout again, unless it has expired during the payment or can no longer be completed. A checkout whose
 * expiry was reported before it waited becomes `expired` again, without a second report.
 */
async function release(tx: Tx, scope: Scope, checkout: Checkout, payment: Payment): Promise<void> {
  const waited = checkout.status === 'pending'
  const wasReported = waited && (await wasExpiryReported(tx.sql, checkout.id))
  const expiresAt = waited && !wasReported ? extendedExpiry(checkout, payment, tx.now) : checkout.expiresAt
  await save(tx, checkout, { status: wasReported ? 'expired' : 'open', activePaymentId: null, expiresAt })
  await releaseOrder(tx, checkout)
  if (waited && checkout.subscriptionId !== null) await stopDeferring(tx, scope, checkout.subscriptionId)
  if (wasReported) return
  if (
    expiresAt <= tx.now ||
    checkout.closedBy !== null ||
    (waited && !(await isCompletable(tx, scope, checkout)))
  )
    await expireCheckout(tx, scope, checkout)
  else if (waited) await setTimer(tx, 'checkout.expire', checkout, expiresAt)
}

/** Returns whether a locked checkout can still be completed. */
export async function isCompletable(tx: Tx, scope: Scope, checkout: Checkout): Promise<boolean> {
  return checkout.mode === 'payment' || isStillPossible(tx, scope, checkout)
}

/**
 * Returns the expiry of a checkout after it waited: the time that was left when the payment was reported is
 * left again.
 */
function extendedExpiry({ expiresAt }: Checkout, { claimedAt }: Payment, now: Date): Date {
  const left = expiresAt.getTime() - (claimedAt ?? now).getTime()
  return left > 0 ? later(now, left) : expiresAt
}
