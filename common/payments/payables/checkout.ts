import { completeCheckout } from '../../checkouts/complete-checkout.ts'
import { expireCheckout } from '../../checkouts/expire-checkout.ts'
import { later } from '../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'
import { releaseCodes } from '../../promotions/redeem.ts'
import { clearTimer, setTimer } from '../../timers/set-timer.ts'
import type { Checkout } from '../../../db/models/checkout.ts'
import type { Payment } from '../../../db/models/payment.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Payable } from './payable.ts'

/** A held checkout as something to pay. */
export function payableCheckout(checkout: Checkout): Payable {
  return {
    type: 'checkout',
    id: checkout.id,
    row: checkout,
    amount: () => checkout.amountTotal,
    wantsMoney: () => checkout.status === 'open' || checkout.status === 'pending',
    begin: async (tx, activePaymentId) => {
      await checkout.update({ activePaymentId, updatedAt: tx.now }, { transaction: tx.transaction })
    },
    wait: async (tx) => {
      await checkout.update({ status: 'pending', updatedAt: tx.now }, { transaction: tx.transaction })
      await clearTimer(tx, 'checkout.expire', checkout.id)
    },
    release: (tx, scope, payment) => release(tx, scope, checkout, payment),
    complete: (tx, scope, { method }) => completeCheckout(tx, scope, checkout, method),
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
}

/** Waiting costs no time: what was left when the transfer was reported is left again. */
function givenBack({ expiresAt }: Checkout, { claimedAt }: Payment, now: Date): Date {
  const left = expiresAt.getTime() - (claimedAt ?? now).getTime()
  return left > 0 ? later(now, left) : expiresAt
}
