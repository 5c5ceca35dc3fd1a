import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { later } from '../../kit/time.ts'
import { getMethod } from '../../methods/all.ts'
import { findOtherWaitingChange } from '../checkouts/waiting-change.ts'
import { recordEvent } from '../events/record.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import { emailCustomer } from './email-customer.ts'
import { lastDeposit } from './enter-deposit.ts'
import { getPayment } from './find.ts'
import { makeActive, requireRefund } from './finish.ts'
import type { LockedPayment } from './locked-payment.ts'
import { planDigest } from './plan-digest.ts'
import { reserveReference } from './references.ts'

/**
 * Lets a locked manual payment that received too little wait for the rest, as if the customer had reported it
 * now. Its order waits too, and the customer gets an email with the missing amount. If it cannot complete its
 * order, or if another change of the same subscription waits, the received money must be refunded instead.
 */
export async function waitForRest(
  tx: Tx,
  scope: Scope,
  locked: LockedPayment,
  { acceptLate }: { acceptLate: boolean },
): Promise<void> {
  const { payment, payable } = locked
  const waited = payment.status === 'pending'
  const hadEnded = payment.status === 'canceled' || payment.status === 'failed'
  const isSecondChange =
    payable.type === 'checkout' &&
    (await findOtherWaitingChange(tx.sql, payable.id, ['open', 'expired'])) !== null
  if (isSecondChange) return requireRefund(tx, scope, locked)
  if (!(await makeActive(tx, scope, locked, acceptLate)))
    return requireRefund(tx, scope, locked, payment.failureMessage)

  const { attempt } = getMethod(payment.method)
  await save(tx, payment, {
    status: 'pending',
    ...{ amountReceived: payment.amountReceived, verifiedBy: payment.verifiedBy },
    ...(!waited && { claimedAt: tx.now }),
    expiresAt: later(tx.now, attempt.manual?.decidedWithin ?? 0),
    ...{ failureCode: null, failureMessage: null, endedAt: null },
  })
  if (!waited) await payable.wait(tx, scope)
  if (hadEnded) await reserveReference(tx, payment.id)
  const due = attempt.next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.follow_up', payment, due.at)
  await planDigest(tx, scope, payment)
  const found = await getPayment(tx.sql, scope, payment.id, tx.now)
  await recordEvent(tx, scope, 'payment.partially_paid', found)
  await emailCustomer(
    tx,
    scope,
    'transfer_incomplete',
    found,
    payable.row,
    `payment-${payment.id}-${await lastDeposit(tx, payment.id)}`,
  )
}
