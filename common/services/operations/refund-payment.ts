import { rowOf } from '../../../db/model.ts'
import { save } from '../../../db/save.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { isSettled } from '../../domain/payments/status.ts'
import { leftOf, receivedOf } from '../../domain/payments/sums.ts'
import { MOST_REFUNDS, type RefundInput } from '../../domain/refunds/input.ts'
import type { RefundObject } from '../../domain/refunds/object.ts'
import type { Amount } from '../../kit/money.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { now } from '../../runtime/clock.ts'
import { findGateway } from '../payments/gateways.ts'
import { lockPayment } from '../payments/lock.ts'
import type { LockedPayment } from '../payments/locked-payment.ts'
import { noteMoney } from '../payments/note-money.ts'
import type { Payment } from '../payments/payments-table.ts'
import { planRefund } from '../payments/providers/plan-refund.ts'
import { recordRefunded } from '../payments/refunded.ts'
import type { Scope } from '../projects/project.ts'
import { Refund } from '../refunds/refunds-table.ts'
import { serializeRefund } from '../refunds/rows.ts'
import { writeRefund } from '../refunds/write.ts'
import { cancelSubscription } from '../subscriptions/cancel.ts'
import { lockSubscription } from '../subscriptions/lock.ts'

/**
 * Refunds money of a payment to its customer and notifies them. The payment's lock ensures that no more is refunded
 * than was received. A provider's refund is `pending` until its timer has sent it; otherwise the merchant has sent
 * the money by hand and records it here. Throws 409 `payment_not_paid` if no money was accepted.
 */
export async function refundPayment(
  tx: ModelTx,
  scope: Scope,
  paymentId: number,
  draft: Submission<RefundInput>,
): Promise<RefundObject> {
  const locked = await lockPayment(tx, scope, paymentId)
  const { payment, payable } = locked
  const { amount, subscriptionId } = await checked(tx, locked, draft)
  const input = draft.valid()
  const byProvider = !input.by_hand && findGateway(payment.method) !== null
  const status = byProvider ? 'pending' : 'succeeded'
  const refund = await writeRefund(tx, payment, { ...input, amount, status })
  const before = payment.amountRefunded
  await save(tx, payment, { amountRefunded: before + amount })
  noteMoney(tx, payment, 'amount_refunded', before, before + amount)
  if (byProvider) {
    await planRefund(tx, refund, now())
    // Refunded money no longer counts as credit. If the refund fails, `recordRefundFailed` restores it.
    await payable.followRefunds(tx, scope, payment)
  } else await recordRefunded(tx, scope, locked, refund.id)
  if (subscriptionId !== null) await endAtOnce(tx, scope, subscriptionId)
  return serializeRefund(rowOf(refund))
}

/**
 * Refunds like `refundPayment`, for a user who was shown the amount that is left. Returns null and does nothing if that has
 * changed: the form may have been sent twice.
 */
export async function refundPaymentAsShown(
  tx: ModelTx,
  scope: Scope,
  paymentId: number,
  { left, draft }: { left: Amount; draft: Submission<RefundInput> },
): Promise<RefundObject | null> {
  const { payment } = await lockPayment(tx, scope, paymentId)
  return leftOf(payment) === left ? refundPayment(tx, scope, paymentId, draft) : null
}

/** Returns whether the payment's provider can refund only the full amount at once. */
function isPartRefused(payment: Payment, amount: Amount): boolean {
  if (findGateway(payment.method)?.refunds !== 'whole') return false
  return payment.amountRefunded > 0 || amount !== receivedOf(payment)
}

/** Returns the amount to refund, and the subscription to cancel. Throws all problems at once. */
async function checked(
  { transaction }: ModelTx,
  { payment, payable }: LockedPayment,
  draft: Submission<RefundInput>,
): Promise<{ amount: number; subscriptionId: number | null }> {
  const given = draft.partial()
  const { id: paymentId, projectId } = payment
  const left = leftOf(payment)
  const amount = given.amount ?? left
  const bought =
    payment.status === 'paid' && 'subscriptionId' in payable.row ? payable.row.subscriptionId : null
  const subscriptionId = given.cancel_subscription ? bought : null
  if (given.cancel_subscription && subscriptionId === null) {
    const sentence =
      'cancel_subscription is not possible: this payment has not paid for a subscription. Leave it out.'
    draft.problems.add('validation_failed', 'cancel_subscription', { sentence })
  }
  if (isSettled(payment.status) && (amount > left || left === 0))
    draft.problems.add('refund_exceeds_payment', 'amount', { amount, left })
  else if (isSettled(payment.status) && given.by_hand !== true && isPartRefused(payment, amount)) {
    const sentence =
      'The provider of this payment can only refund the whole amount at once. Send this part to the customer yourself, and record it with by_hand: true.'
    draft.problems.add('validation_failed', 'by_hand', { sentence })
  }
  if ((await Refund.count({ where: { projectId, paymentId }, transaction })) >= MOST_REFUNDS) {
    const sentence = `This payment has ${MOST_REFUNDS} refunds already, and can have no more. Refund the rest outside this service.`
    draft.problems.add('validation_failed', 'amount', { sentence })
  }
  draft.valid()
  if (!isSettled(payment.status))
    throw new Refusal({ code: 'payment_not_paid', params: { status: payment.status } })
  return { amount, subscriptionId }
}

/** An ended subscription has no time left to remove. */
async function endAtOnce(tx: ModelTx, scope: Scope, subscriptionId: number): Promise<void> {
  const { status } = await lockSubscription(tx, scope, subscriptionId)
  if (status !== 'canceled') await cancelSubscription(tx, scope, subscriptionId, 'immediately')
}
