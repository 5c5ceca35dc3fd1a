import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { findPayment } from './find-payment.ts'
import { succeedPayment } from './finish-payment.ts'
import { lockPayment } from './lock-payment.ts'
import type { Held } from './lock-payment.ts'
import type { PaymentObject } from './object.ts'

/**
 * The merchant has seen the money: this is the moment of payment. `verifiedBy` says who decided
 * (`api`, `cli` …). 409 `payment_not_pending` where there is nothing to decide.
 */
export async function confirmTransfer(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  verifiedBy: string,
): Promise<PaymentObject> {
  const held = await lockPending(tx, scope, paymentId)
  await held.payment.update({ verifiedBy }, { transaction: tx.transaction })
  await succeedPayment(tx, scope, held)
  return decided(tx, scope, paymentId)
}

/** Holds a payment that waits for the merchant's decision. */
export async function lockPending(tx: Tx, scope: Scope, paymentId: number): Promise<Held> {
  const locked = await lockPayment(tx, scope.project.id, paymentId)
  if (locked.payment.isTest !== scope.isTest)
    throw new Refusal({ code: 'not_found', words: { what: 'payment' } })
  const { status } = locked.payment
  if (status !== 'pending') throw new Refusal({ code: 'payment_not_pending', words: { status } })
  return locked
}

/** The payment after the decision, as the API answers it. */
export async function decided(tx: Tx, scope: Scope, paymentId: number): Promise<PaymentObject> {
  const payment = await findPayment(tx.sql, scope, paymentId, tx.now)
  if (!payment) throw new Error(`payment ${paymentId} vanished while it was locked`)
  return payment
}
