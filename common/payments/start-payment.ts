import { randomInt } from 'node:crypto'
import type { CreationAttributes } from 'sequelize'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set-timer.ts'
import { isDuplicate } from '../../db/errors.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import { Payment } from '../../db/models/payment.ts'
import type { Tx } from '../../db/transaction.ts'
import { TryAgain } from '../../db/transaction.ts'
import { failPayment, succeedPayment } from './finish-payment.ts'
import { lockPayment } from './lock-payment.ts'
import type { PaymentForm, PaymentMethod } from './methods/method.ts'

/**
 * Begins an attempt to pay a locked, open checkout, for which no other is under way.
 */
export async function startPayment(
  tx: Tx,
  scope: Scope,
  checkout: Checkout,
  method: PaymentMethod,
  form: PaymentForm,
): Promise<void> {
  const { account, ...beginning } = method.begin(scope, form, tx.now)
  const reference = account ? String(randomInt(1_000_000)).padStart(6, '0') : null
  const payment = await insert(tx, {
    projectId: checkout.projectId,
    isTest: checkout.isTest,
    payableType: 'checkout',
    payableId: checkout.id,
    method: method.name,
    amount: checkout.amountTotal,
    currency: checkout.currency,
    customerEmail: checkout.customerEmail,
    phoneNumber: checkout.phoneNumber,
    testClockId: checkout.testClockId,
    ...account,
    ...beginning,
    status: 'started',
    reference,
    openReference: reference,
    createdAt: tx.now,
    updatedAt: tx.now,
  })
  await checkout.update({ activePaymentId: payment.id, updatedAt: tx.now }, { transaction: tx.transaction })
  if (beginning.status === 'paid') return succeedPayment(tx, scope, payment, checkout)
  if (beginning.status === 'failed') {
    const failureMessage = beginning.failureMessage ?? null
    return failPayment(tx, scope, payment, checkout, { status: 'failed', failureMessage })
  }
  const due = method.next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.settle', payment, due.at)
}

async function insert(tx: Tx, row: CreationAttributes<Payment>): Promise<Payment> {
  try {
    return await Payment.create(row, { transaction: tx.transaction })
  } catch (error) {
    // Another open payment holds these six digits; the whole attempt runs again with others.
    throw isDuplicate(error, 'payments_reference') ? new TryAgain() : error
  }
}

/**
 * Gives up the payment of a locked checkout that was begun and has not ended, if there is one: a
 * customer who changes their mind is never shut out by their own first try.
 */
export async function giveUpActive(tx: Tx, scope: Scope, checkout: Checkout): Promise<void> {
  if (checkout.activePaymentId === null) return
  const { payment } = await lockPayment(tx, scope.project.id, checkout.activePaymentId)
  if (payment.status === 'started') await failPayment(tx, scope, payment, checkout, { status: 'canceled' })
}
