import type { ModelTx } from '../../../../db/transaction.ts'
import type { ProviderAnswer } from '../../../methods/provider.ts'
import type { Scope } from '../../projects/project.ts'
import { failSucceededRefund } from '../../refunds/pending.ts'
import type { LockedPayment } from '../locked-payment.ts'
import { recordRefundFailed } from '../refunded.ts'

/**
 * Records refunds of a locked payment that had succeeded and have failed at the provider since: their money counts as
 * received again. Each is recorded once. A failed refund stays failed, so an outdated answer is valid too.
 */
export async function recordFailedRefunds(
  tx: ModelTx,
  scope: Scope,
  locked: LockedPayment,
  answer: ProviderAnswer,
): Promise<void> {
  if (answer.state !== 'paid') return
  for (const { refundId, message } of answer.failedRefunds ?? []) {
    const amount = await failSucceededRefund(tx, locked.payment, refundId, message)
    if (amount !== null) await recordRefundFailed(tx, scope, locked, { amount, refundId, hadSucceeded: true })
  }
}
