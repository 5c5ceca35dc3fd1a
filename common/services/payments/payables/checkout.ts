import { save } from '../../../../db/save.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { statusAt } from '../../../domain/checkouts/status.ts'
import { keptOf, leftOf } from '../../../domain/payments/sums.ts'
import { isFaulty } from '../../../kit/form.ts'
import { later } from '../../../kit/time.ts'
import { boughtBy, isStillPossible } from '../../checkouts/bought.ts'
import type { Checkout } from '../../checkouts/checkouts-table.ts'
import { closeOutdated } from '../../checkouts/close-outdated.ts'
import { completeCheckout } from '../../checkouts/complete.ts'
import { expireCheckout, wasToldExpired } from '../../checkouts/expire.ts'
import { reserveAgain, reserveOrder } from '../../checkouts/reserve-order.ts'
import { findCustomerRow } from '../../customers/find.ts'
import type { Scope } from '../../projects/project.ts'
import { releaseCodes } from '../../promotion-codes/redeem.ts'
import { deferEnd, stopDeferring } from '../../subscriptions/defer-end.ts'
import { revalueSegment } from '../../subscriptions/revalue-segment.ts'
import { clearTimer, setTimer } from '../../timers/set.ts'
import type { Payment } from '../payments-table.ts'
import type { Payable } from './payable.ts'

/** A locked checkout as something to pay. */
export function payableCheckout(checkout: Checkout): Payable {
  return {
    type: 'checkout',
    id: checkout.id,
    row: checkout,
    amount: () => checkout.amountTotal,
    isClosed: () => checkout.status === 'open' && checkout.closedBy !== null,
    wantsMoney: async (tx, scope) => {
      if ((checkout.status !== 'open' && checkout.status !== 'pending') || checkout.closedBy !== null)
        return false
      return checkout.mode === 'payment' || (await boughtBy(tx, scope, checkout)) !== null
    },
    begin: async (tx, activePaymentId) => {
      await save(tx, checkout, { activePaymentId })
    },
    takeUp: (tx, scope, payment) => takeUp(tx, scope, checkout, payment),
    takeMoney: (...args) => takeMoney(checkout, ...args),
    wait: async (tx, scope) => {
      const { subscriptionId } = checkout
      if (subscriptionId !== null) await deferEnd(tx, scope, subscriptionId)
      await save(tx, checkout, { status: 'pending' })
      await clearTimer(tx, 'checkout.expire', checkout.id)
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
    turnAway: async (tx, scope) => {
      if (checkout.status !== 'open' && checkout.status !== 'pending') return
      const waited = checkout.status === 'pending'
      await releaseCodes(tx, checkout.id)
      const wasTold = waited && (await wasToldExpired(tx.sql, checkout.id))
      await save(tx, checkout, { activePaymentId: null, ...(wasTold && { status: 'expired' }) })
      if (!wasTold) await expireCheckout(tx, scope, checkout)
      if (waited && checkout.subscriptionId !== null) await stopDeferring(tx, scope, checkout.subscriptionId)
    },
  }
}

/** Only the payment that completed a subscription checkout has bought time. */
async function followRefunds(tx: Tx, scope: Scope, checkout: Checkout, payment: Payment): Promise<void> {
  const { mode, customerId, id } = checkout
  if (mode === 'payment' || customerId === null || payment.paidAt === null) return
  const paid = { money: keptOf(payment), isRefunded: payment.status === 'refunded' }
  if (await revalueSegment(tx, scope, id, paid)) await closeOutdated(tx, scope, customerId)
}

/** Not where its time is over, or its order was changed meanwhile: the transfer was of another sum then. */
async function takeUp(tx: Tx, scope: Scope, checkout: Checkout, payment: Payment): Promise<boolean> {
  const isOver = checkout.status !== 'open' || checkout.closedBy !== null || checkout.expiresAt <= tx.now
  if (isOver || payment.amount !== checkout.amountTotal || !(await isOfUse(tx, scope, checkout))) return false
  if (isFaulty(await reserveOrder(tx, checkout, payment.customerEmail))) return false
  await save(tx, checkout, { activePaymentId: payment.id })
  return true
}

async function takeMoney(
  checkout: Checkout,
  tx: Tx,
  scope: Scope,
  payment: Payment,
  acceptLate: boolean,
): Promise<boolean> {
  const { status, mode, closedBy, activePaymentId, creditAmount } = checkout
  if (status === 'complete') return false
  if (!paysFor(checkout, payment, tx.now)) {
    payment.failureMessage = 'The order was changed after this payment began, and costs another sum now.'
    return false
  }
  // A credit holds for one state of its subscription and for one day, however late its money is accepted.
  if (creditAmount > 0 && (closedBy !== null || statusAt(checkout, tx.now) === 'expired')) return false
  // One that the merchant had ended and that waits was accepted late: it need not be said with each part.
  const isAccepted = status === 'pending' && closedBy === 'merchant'
  const isOver = statusAt(checkout, tx.now) === 'expired' || (closedBy !== null && !isAccepted)
  if (isOver && !(acceptLate && (await maySellAgain(tx, scope, checkout)))) return false
  if (mode === 'subscription' && !(await boughtBy(tx, scope, checkout))) return false
  // For as long as an attempt is being made, its codes are promised to this order.
  const usedUp = activePaymentId === null ? await reserveAgain(tx, checkout, payment.customerEmail) : null
  if (usedUp !== null) {
    payment.failureMessage = `The promotion code ${usedUp} was used up before the money came. Without it the order costs more.`
    return false
  }
  if (isOver && status === 'open') await expireCheckout(tx, scope, checkout)
  if (isOver || activePaymentId !== payment.id)
    // What the merchant took back stays taken back until it is complete: the rest may never come.
    await save(tx, checkout, {
      activePaymentId: payment.id,
      closedBy: closedBy === 'merchant' ? closedBy : null,
    })
  return true
}

/**
 * Whether a payment was begun for the present total, or its money covers that of an order that is still open. The
 * order may have been changed after the transfer was begun.
 */
function paysFor(checkout: Checkout, payment: Payment, now: Date): boolean {
  const { amountTotal } = checkout
  return (
    payment.amount === amountTotal || (statusAt(checkout, now) === 'open' && leftOf(payment) >= amountTotal)
  )
}

/** What has ended can be sold all the same, but not to somebody who was erased. */
async function maySellAgain(tx: Tx, scope: Scope, { closedBy, customerId }: Checkout): Promise<boolean> {
  if (closedBy === 'erasure' || closedBy === 'clock') return false
  return customerId === null || (await findCustomerRow(tx.sql, scope, { id: customerId })) !== null
}

/**
 * It is open again, unless its time has run out while the payment was being made, or it can no longer
 * do what it was made for. One that was told as expired before it waited is just that again.
 */
async function release(tx: Tx, scope: Scope, checkout: Checkout, payment: Payment): Promise<void> {
  const waited = checkout.status === 'pending'
  const wasTold = waited && (await wasToldExpired(tx.sql, checkout.id))
  const expiresAt = waited && !wasTold ? givenBack(checkout, payment, tx.now) : checkout.expiresAt
  await save(tx, checkout, { status: wasTold ? 'expired' : 'open', activePaymentId: null, expiresAt })
  await releaseCodes(tx, checkout.id)
  if (waited && checkout.subscriptionId !== null) await stopDeferring(tx, scope, checkout.subscriptionId)
  if (wasTold) return
  if (expiresAt <= tx.now || checkout.closedBy !== null || (waited && !(await isOfUse(tx, scope, checkout))))
    await expireCheckout(tx, scope, checkout)
  else if (waited) await setTimer(tx, 'checkout.expire', checkout, expiresAt)
}

/** Whether a locked checkout can still do what it was made for. */
export async function isOfUse(tx: Tx, scope: Scope, checkout: Checkout): Promise<boolean> {
  return checkout.mode === 'payment' || isStillPossible(tx, scope, checkout)
}

/** Waiting costs no time: what was left when the transfer was reported is left again. */
function givenBack({ expiresAt }: Checkout, { claimedAt }: Payment, now: Date): Date {
  const left = expiresAt.getTime() - (claimedAt ?? now).getTime()
  return left > 0 ? later(now, left) : expiresAt
}
