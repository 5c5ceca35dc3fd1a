import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'

type Changes = Partial<
  Pick<
    Subscription,
    | 'status'
    | 'productId'
    | 'priceId'
    | 'currentPeriodStart'
    | 'currentPeriodEnd'
    | 'graceEndsAt'
    | 'canceledAt'
    | 'endedAt'
    | 'cancellationReason'
    | 'cancellationFeedback'
    | 'cancellationComment'
    | 'scheduledPriceId'
    | 'anchorDay'
    | 'anchorMonths'
    | 'remindedUntil'
    | 'version'
    | 'metadata'
  >
>

/** Writes changes of a locked subscription down. */
export async function write(tx: Tx, subscription: Subscription, changes: Changes): Promise<void> {
  await subscription.update({ ...changes, updatedAt: tx.now }, { transaction: tx.transaction })
}
