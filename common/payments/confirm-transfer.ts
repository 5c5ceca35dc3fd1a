import type { Tx } from '../../db/transaction.ts'
import type { Amount } from '../kit/money.ts'
import type { Scope } from '../projects/project.ts'
import { enterDeposit, isEntered } from './enter-deposit.ts'
import { getPayment } from './find.ts'
import { settlePayment } from './finish.ts'
import { lockConfirmablePayment, lockPayment, lockPendingPayment } from './lock.ts'
import type { PaymentObject } from './object.ts'
import { missingOf, receivedOf } from './rules/sums.ts'
import { waitForRest } from './wait-for-rest.ts'

export interface Confirmation {
  /** Who says so: `api`, `cli` … Kept with the payment. */
  verifiedBy: string
  /** What has come this time; where it is not said all that was missing, or nothing with `acceptPartial` (below). */
  amountReceived?: Amount | undefined
  /** What has expired is completed all the same. */
  acceptLate?: boolean | undefined
  /** Less than what was asked for completes as well: where no sum is said, what has come before, if anything has. */
  acceptPartial?: boolean | undefined
  /** What this entry goes by where it may be made again. */
  entryKey?: string | undefined
  /** Whoever decides saw a transfer that waits: what was decided meanwhile stays as it is. */
  onlyPending?: boolean
}

/**
 * The merchant has seen money of a transfer, reported or not: this is the moment of payment. Where all of it is
 * here, or less is accepted, it completes what it pays for, or is to be given back; else the payment waits for the
 * rest. 409 `payment_not_pending` where that was decided already.
 */
export async function confirmTransfer(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  confirmation: Confirmation,
): Promise<PaymentObject> {
  const { verifiedBy, acceptLate = false, acceptPartial = false, entryKey, onlyPending } = confirmation
  const lock = onlyPending ? lockPendingPayment : lockConfirmablePayment
  const locked = await lock(tx, scope, paymentId)
  const { payment } = locked
  payment.verifiedBy = verifiedBy // written with what is decided
  if (acceptPartial && confirmation.amountReceived === undefined && receivedOf(payment) > 0) {
    await settlePayment(tx, scope, locked, { acceptLate })
    return getPayment(tx.sql, scope, paymentId, tx.now)
  }
  const amount = confirmation.amountReceived ?? missingOf(payment)
  const depositId = await enterDeposit(tx, payment, { amount, enteredBy: verifiedBy, key: entryKey })
  if (acceptPartial || missingOf(payment) === 0) await settlePayment(tx, scope, locked, { acceptLate })
  else await waitForRest(tx, scope, locked, { acceptLate, depositId })
  return getPayment(tx.sql, scope, paymentId, tx.now)
}

/**
 * As `confirmTransfer`, for somebody who was shown what is missing and decides by that: null where it is another sum
 * by now, and nothing is done.
 */
export async function confirmTransferAsShown(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  { missing, ...confirmation }: Confirmation & { missing: Amount },
): Promise<PaymentObject | null> {
  const { payment } = await lockPayment(tx, scope, paymentId)
  if (payment.status === 'pending' && missingOf(payment) !== missing) return null
  return confirmTransfer(tx, scope, paymentId, confirmation)
}

/** As `confirmTransfer`, for what may be said again: null where its entry was made before, and nothing is done. */
export async function confirmTransferOnce(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  confirmation: Confirmation & { entryKey: string },
): Promise<PaymentObject | null> {
  await lockPayment(tx, scope, paymentId)
  if (await isEntered(tx.sql, paymentId, confirmation.entryKey)) return null
  return confirmTransfer(tx, scope, paymentId, confirmation)
}
