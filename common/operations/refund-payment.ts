import type { Payment } from '../../db/models/payment.ts'
import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Amount } from '../kit/money.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Submission } from '../kit/submission.ts'
import { findGateway } from '../payments/gateways.ts'
import { lockPayment } from '../payments/lock.ts'
import type { LockedPayment } from '../payments/locked-payment.ts'
import { planRefund } from '../payments/providers/plan-refund.ts'
import { tellRefunded } from '../payments/refunded.ts'
import { isSettled } from '../payments/rules/status.ts'
import { leftOf, receivedOf } from '../payments/rules/sums.ts'
import type { Scope } from '../projects/project.ts'
import { countRefunds, getRefund } from '../refunds/find.ts'
import { MOST_REFUNDS, type RefundInput } from '../refunds/input.ts'
import type { RefundObject } from '../refunds/object.ts'
import { writeRefund } from '../refunds/write.ts'
import { now } from '../runtime/clock.ts'
import { cancelSubscription } from '../subscriptions/cancel.ts'
import { lockSubscription } from '../subscriptions/lock.ts'

/**
 * Money of a payment is given back to its customer, who is told; never more than came, which the payment's lock
 * decides. A provider is told to by a due row, and the refund is `pending` meanwhile; what no provider gives back the
 * merchant has sent by hand, and records here. 409 `payment_not_paid` where no money was decided about.
 */
export async function refundPayment(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  draft: Submission<RefundInput>,
): Promise<RefundObject> {
  const locked = await lockPayment(tx, scope, paymentId)
  const { payment } = locked
  const { amount, subscriptionId } = await checked(tx, locked, draft)
  const { reason = null, note = null, by_hand: isByHand = false } = draft.valid()
  const byProvider = !isByHand && findGateway(payment.method) !== null
  const status = byProvider ? 'pending' : 'succeeded'
  const id = await writeRefund(tx, payment, { amount, status, reason, note })
  await save(tx, payment, { amountRefunded: payment.amountRefunded + amount })
  if (byProvider) await planRefund(tx, { id, projectId: payment.projectId }, now())
  else await tellRefunded(tx, scope, locked, id)
  if (subscriptionId !== null) await endAtOnce(tx, scope, subscriptionId)
  return getRefund(tx.sql, scope, id)
}

/** Whether a payment has a provider that gives money back, and only all of it at once. */
function isPartRefused(payment: Payment, amount: Amount): boolean {
  if (findGateway(payment.method)?.refunds !== 'whole') return false
  return payment.amountRefunded > 0 || amount !== receivedOf(payment)
}

/** How much goes back, and which subscription ends with it; refuses with everything that is wrong. */
async function checked(
  tx: Tx,
  { payment, payable }: LockedPayment,
  draft: Submission<RefundInput>,
): Promise<{ amount: number; subscriptionId: number | null }> {
  const given = draft.partial()
  const left = leftOf(payment)
  const amount = given.amount ?? left
  const bought =
    payment.status === 'paid' && 'subscriptionId' in payable.row ? payable.row.subscriptionId : null
  const subscriptionId = given.cancel_subscription ? bought : null
  if (given.cancel_subscription && subscriptionId === null) {
    const say = 'cancel_subscription is not possible: this payment has paid for no subscription.'
    draft.problems.add('validation_failed', 'cancel_subscription', { say })
  }
  if (isSettled(payment.status) && (amount > left || left === 0))
    draft.problems.add('refund_exceeds_payment', 'amount', { amount, left })
  else if (isSettled(payment.status) && given.by_hand !== true && isPartRefused(payment, amount)) {
    const say =
      'The provider of this payment gives back only all of it at once. Send this part to the customer yourself, and record it with by_hand: true.'
    draft.problems.add('validation_failed', 'by_hand', { say })
  }
  if (payment.amountRefunded > 0 && (await countRefunds(tx.sql, payment.id)) >= MOST_REFUNDS) {
    const say = `This payment has ${MOST_REFUNDS} refunds already, and can have no more. Give back the rest outside this service.`
    draft.problems.add('validation_failed', 'amount', { say })
  }
  draft.valid()
  if (!isSettled(payment.status))
    throw new Refusal({ code: 'payment_not_paid', params: { status: payment.status } })
  return { amount, subscriptionId }
}

/** What has ended by now has nothing left to be taken away. */
async function endAtOnce(tx: Tx, scope: Scope, subscriptionId: number): Promise<void> {
  const { status } = await lockSubscription(tx, scope, subscriptionId)
  if (status !== 'canceled') await cancelSubscription(tx, scope, subscriptionId, 'immediately')
}
