import type { Project, Scope } from '../projects/project.ts'
import { recordEvent } from '../events/record-event.ts'
import { later } from '../kit/time.ts'
import { clearTimer, dueTimer, setTimer } from '../timers/set-timer.ts'
import type { Payment } from '../../db/models/payment.ts'
import type { Tx } from '../../db/transaction.ts'
import { findPayment } from './find-payment.ts'
import { failPayment, succeedPayment } from './finish-payment.ts'
import { lockPayment } from './lock-payment.ts'
import { methodNamed } from './methods/all.ts'
import type { PaymentMethod } from './methods/method.ts'
import { tellMerchant } from './tell-merchant.ts'

/** Does what time alone has made due for a payment; nothing due is success. */
export async function settlePayment(tx: Tx, project: Project, paymentId: number): Promise<void> {
  const held = await lockPayment(tx, project.id, paymentId)
  const { payment } = held
  const scope = { project, isTest: payment.isTest }
  const method = methodNamed(payment.method)
  const dueAt = await dueTimer(tx, 'payment.settle', paymentId)
  const due = dueAt && method.next(payment, later(dueAt, -1))
  if (due?.step === 'succeed') await succeedPayment(tx, scope, held)
  else if (due?.step === 'give_up') await failPayment(tx, scope, held, { status: 'canceled' })
  else if (due) await remindMerchant(tx, scope, payment, method, due.at)
}

/** A reported transfer still waits for the merchant; after an outage once, not once for every day missed. */
async function remindMerchant(
  tx: Tx,
  scope: Scope,
  payment: Payment,
  method: PaymentMethod,
  dueAt: Date,
): Promise<void> {
  const found = await findPayment(tx.sql, scope, payment.id, tx.now)
  if (!found) throw new Error(`payment ${payment.id} vanished while it was locked`)
  await recordEvent(tx, scope, 'payment.verification_due', 'payment', found)
  await tellMerchant(tx, scope, 'transfer_due', found, `payment-${payment.id}-${dueAt.getTime()}`)
  const next = method.next(payment, tx.now)
  if (next) await setTimer(tx, 'payment.settle', payment, next.at)
  else await clearTimer(tx, 'payment.settle', payment.id)
}
