import { completeCheckout } from '../../checkouts/complete-checkout.ts'
import { boughtBy } from '../../checkouts/bought.ts'
import { expireCheckout } from '../../checkouts/expire-checkout.ts'
import { later } from '../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'
import { releaseCodes } from '../../promotions/redeem.ts'
import { heldRow } from '../../subscriptions/lock-subscription.ts'
import { settle } from '../../subscriptions/step-subscription.ts'
import { clearTimer, setTimer } from '../../timers/set-timer.ts'
import type { Checkout } from '../../../db/models/checkout.ts'
import type { Payment } from '../../../db/models/payment.ts'
import type { Tx } from '../../../db/transaction.ts'
import { expireOutdated } from '../expire-outdated.ts'
import type { Payable } from './payable.ts'

/** A held checkout as something to pay. */
export function payableCheckout(checkout: Checkout): Payable {
  return {
    type: 'checkout',
    id: checkout.id,
    row: checkout,
    amount: () => checkout.amountTotal,
    wantsMoney: async (tx, scope) => {
      if (checkout.status !== 'open' && checkout.status !== 'pending') return false
      return checkout.mode === 'payment' || (await boughtBy(tx, scope, checkout)) !== null
    },
    begin: async (tx, activePaymentId) => {
      await checkout.update({ activePaymentId, updatedAt: tx.now }, { transaction: tx.transaction })
    },
    wait: async (tx, scope) => {
      await checkout.update({ status: 'pending', updatedAt: tx.now }, { transaction: tx.transaction })
      await clearTimer(tx, 'checkout.expire', checkout.id)
      await replan(tx, scope, checkout)
    },
    release: (tx, scope, payment) => release(tx, scope, checkout, payment),
    complete: async (tx, scope, payment) => {
      const bought = checkout.mode === 'payment' ? null : await boughtBy(tx, scope, checkout)
      await completeCheckout(tx, scope, checkout, payment?.method ?? null, bought)
      if (bought) await expireOutdated(tx, scope, bought)
    },
    turnAway: async (tx, scope) => {
      if (checkout.status !== 'open' && checkout.status !== 'pending') return
      await releaseCodes(tx, checkout.id)
      await checkout.update({ activePaymentId: null }, { transaction: tx.transaction })
      await expireCheckout(tx, scope, checkout)
      await replan(tx, scope, checkout)
    },
  }
}

/** It is open again, unless its time has run out while the payment was being made. */
async function release(tx: Tx, scope: Scope, checkout: Checkout, payment: Payment): Promise<void> {
  const waited = checkout.status === 'pending'
  const expiresAt = waited ? givenBack(checkout, payment, tx.now) : checkout.expiresAt
  await checkout.update(
    { status: 'open', activePaymentId: null, expiresAt, updatedAt: tx.now },
    { transaction: tx.transaction },
  )
  await releaseCodes(tx, checkout.id)
  if (expiresAt <= tx.now) await expireCheckout(tx, scope, checkout)
  else if (waited) await setTimer(tx, 'checkout.expire', checkout, expiresAt)
  if (waited) await replan(tx, scope, checkout)
}

/** While a transfer for a subscription waits, its end is held back; before and after, it is not. */
async function replan(tx: Tx, scope: Scope, { subscriptionId }: Checkout): Promise<void> {
  if (subscriptionId !== null) await settle(tx, scope, await heldRow(tx, subscriptionId))
}

/** Waiting costs no time: what was left when the transfer was reported is left again. */
function givenBack({ expiresAt }: Checkout, { claimedAt }: Payment, now: Date): Date {
  const left = expiresAt.getTime() - (claimedAt ?? now).getTime()
  return left > 0 ? later(now, left) : expiresAt
}
