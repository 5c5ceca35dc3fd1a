import type { FormErrors } from '../checkouts/form.ts'
import { recordEvent } from '../events/record-event.ts'
import { DAY, later } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set-timer.ts'
import { Payment } from '../../db/models/payment.ts'
import type { Tx } from '../../db/transaction.ts'
import { findPayment } from './find-payment.ts'
import { lockActive } from './lock-active.ts'
import { methodNamed } from './methods/all.ts'
import { lockPayable } from './payables/all.ts'
import type { Payable, PayableName } from './payables/payable.ts'
import { tellMerchant } from './tell-merchant.ts'

/** How long the merchant has to look at the account. */
const WINDOW = 3 * DAY

/**
 * The customer says that the transfer is made: what it pays for waits, locked, for the merchant, who
 * is told. Where there is nothing to report nothing happens; saying it twice is saying it once. A
 * transfer that was given up, because another payment was faster or time ran out, can be reported all
 * the same: the money may be on its way, and must not get lost. What is still to be paid waits for it
 * then, as if it had never been given up; where it has become another order since, the page says so.
 */
export async function claimTransfer(tx: Tx, scope: Scope, of: PayableName): Promise<FormErrors> {
  const payable = await lockPayable(tx, scope.project.id, of)
  const active = await lockActive(tx, payable)
  const payment = active ?? (await lockGivenUp(tx, payable))
  if (payment?.method !== 'bank_transfer' || payment.status === 'pending') return {}
  const wanted = await payable.wantsMoney(tx, scope)
  if (!active && wanted && !(await payable.takeUp(tx, scope, payment)))
    return { '': { problem: 'transfer_over', about: { reference: payment.reference ?? '' } } }

  await payment.update(
    { status: 'pending', claimedAt: tx.now, expiresAt: later(tx.now, WINDOW), updatedAt: tx.now },
    { transaction: tx.transaction },
  )
  if (active || wanted) await payable.wait(tx, scope)
  if (!active) await takeReference(tx, payment.id)
  const due = methodNamed(payment.method).next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.settle', payment, due.at)
  await announceClaim(tx, scope, payment.id)
  return {}
}

/** The last transfer that was begun, given up and never reported. */
async function lockGivenUp(tx: Tx, payable: Payable): Promise<Payment | null> {
  const { transaction } = tx
  const { type: payableType, id: payableId } = payable
  return Payment.findOne({
    where: { payableType, payableId, method: 'bank_transfer', status: 'canceled', claimedAt: null },
    order: [['id', 'DESC']],
    transaction,
    lock: transaction.LOCK.UPDATE,
  })
}

/** What waits again has its reference to itself again, unless somebody else was given it meanwhile. */
async function takeReference(tx: Tx, paymentId: number): Promise<void> {
  await tx.sql.run('UPDATE IGNORE payments SET open_reference = reference WHERE id = ?', [paymentId])
}

async function announceClaim(tx: Tx, scope: Scope, paymentId: number): Promise<void> {
  const payment = await findPayment(tx.sql, scope, paymentId, tx.now)
  if (!payment) throw new Error(`payment ${paymentId} vanished while it was locked`)
  await recordEvent(tx, scope, 'payment.awaiting_verification', 'payment', payment)
  await tellMerchant(tx, scope, 'transfer_reported', payment, `payment-${paymentId}`)
}
