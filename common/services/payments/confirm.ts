import type { ModelTx, Tx } from '../../../db/transaction.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import { missingOf, receivedOf } from '../../domain/payments/sums.ts'
import type { Amount } from '../../kit/money.ts'
import type { Scope } from '../projects/project.ts'
import { enterDeposit, isEntered } from './enter-deposit.ts'
import { getPayment } from './find.ts'
import { settlePayment } from './finish.ts'
import { lockPayment, requireConfirmable, requirePending } from './lock.ts'
import type { LockedPayment } from './locked-payment.ts'
import { noteMoney } from './note-money.ts'
import { waitForRest } from './wait-for-rest.ts'

export interface Confirmation {
  /** Source of the confirmation: `api`, `cli` … Stored with the payment. */
  verifiedBy: string
  /** Amount received this time. Default: the missing amount, or nothing with `acceptPartial` after a deposit. */
  amountReceived?: Amount | undefined
  /** Also completes an expired order. */
  acceptLate?: boolean | undefined
  /** Also completes with less than the sum: without `amountReceived`, with the money received before. */
  acceptPartial?: boolean | undefined
  /** Identifies this entry, so that it can be repeated safely. */
  entryKey?: string | undefined
  /** Refuses unless the payment is pending: the user decided about a pending payment. */
  onlyPending?: boolean
}

/**
 * Records that money of a manual payment has arrived, reported or not. If the sum is complete, or less is
 * accepted, it completes the order or requires a refund. Otherwise the payment waits for the rest. Throws 409
 * `payment_not_pending` if it was already decided.
 */
export async function confirmPayment(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  confirmation: Confirmation,
): Promise<PaymentObject> {
  return confirmAndRead(tx, scope, await lockPayment(tx, scope, paymentId), confirmation)
}

/** Confirms like `confirmPayment`, for a payment that is locked already. Changes its row, and reads nothing again. */
export async function confirmLocked(
  tx: Tx,
  scope: Scope,
  locked: LockedPayment,
  confirmation: Confirmation,
): Promise<void> {
  const { verifiedBy, acceptLate = false, acceptPartial = false, entryKey, onlyPending } = confirmation
  const { payment } = locked
  const { status } = payment
  const before = receivedOf(payment)
  if (onlyPending) requirePending(payment)
  else requireConfirmable(payment, tx.now)
  payment.verifiedBy = verifiedBy // saved with the decision
  if (acceptPartial && confirmation.amountReceived === undefined && before > 0) {
    await settlePayment(tx, scope, locked, { acceptLate })
    return noteMoney(tx, payment, 'amount_received', before, before, status)
  }
  const amount = confirmation.amountReceived ?? missingOf(payment)
  await enterDeposit(tx, payment, { amount, enteredBy: verifiedBy, key: entryKey })
  const isComplete = missingOf(payment) === 0 || receivedOf(payment) >= locked.payable.amount()
  if (acceptPartial || isComplete) await settlePayment(tx, scope, locked, { acceptLate })
  else await waitForRest(tx, scope, locked, { acceptLate })
  noteMoney(tx, payment, 'amount_received', before, before + amount, status)
}

async function confirmAndRead(
  tx: Tx,
  scope: Scope,
  locked: LockedPayment,
  confirmation: Confirmation,
): Promise<PaymentObject> {
  await confirmLocked(tx, scope, locked, confirmation)
  return getPayment(tx.sql, scope, locked.payment.id, tx.now)
}

/**
 * Confirms like `confirmPayment`, for a user who was shown the missing amount. Returns null and does nothing if
 * that amount has changed.
 */
export async function confirmPaymentAsShown(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  { missing, ...confirmation }: Confirmation & { missing: Amount },
): Promise<PaymentObject | null> {
  const locked = await lockPayment(tx, scope, paymentId)
  if (locked.payment.status === 'pending' && missingOf(locked.payment) !== missing) return null
  return confirmAndRead(tx, scope, locked, confirmation)
}

/** Confirms like `confirmPayment`, at most once. Returns null and does nothing if the entry was made before. */
export async function confirmPaymentOnce(
  tx: ModelTx,
  scope: Scope,
  paymentId: number,
  confirmation: Confirmation & { entryKey: string },
): Promise<PaymentObject | null> {
  const locked = await lockPayment(tx, scope, paymentId)
  if (await isEntered(tx, locked.payment, confirmation.entryKey)) return null
  return confirmAndRead(tx, scope, locked, confirmation)
}
