import type { Tx } from '../../../../db/transaction.ts'
import type { ProviderAnswer } from '../../../methods/provider.ts'
import type { Scope } from '../../projects/project.ts'
import { failSucceededRefund } from '../../refunds/pending.ts'
import type { LockedPayment } from '../locked-payment.ts'
import { tellRefundFailed } from '../refunded.ts'

/**
 * Takes back refunds of a locked payment that had succeeded and that its provider calls failed now: the money counts as
 * received again. Each once, however often it is told: a failed refund stays failed, so an old answer is as good as a new one.
 */
export async function takeFailedRefunds(
  tx: Tx,
  scope: Scope,
  locked: LockedPayment,
  answer: ProviderAnswer,
): Promise<void> {
  if (answer.state !== 'paid') return
  for (const { refundId, message } of answer.failedRefunds ?? []) {
    const amount = await failSucceededRefund(tx, { id: refundId, paymentId: locked.payment.id }, message)
    if (amount !== null) await tellRefundFailed(tx, scope, locked, { amount, refundId, hadSucceeded: true })
  }
}
