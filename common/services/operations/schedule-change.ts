import type { Tx } from '../../../db/transaction.ts'
import type { Submission } from '../../kit/submission.ts'
import { closeOutdated } from '../checkouts/close-outdated.ts'
import type { PriceName } from '../prices/name.ts'
import type { Scope } from '../projects/project.ts'
import { scheduleChange } from '../subscriptions/schedule-change.ts'

/**
 * Schedules a plan change, or cancels a scheduled one. The new product is reserved from now on: the customer's open
 * checkouts for it expire, and so do renewals at a price that is no longer scheduled.
 */
export async function scheduleChangeAndExpire(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<PriceName>,
): Promise<void> {
  const { customerId } = await scheduleChange(tx, scope, id, draft)
  await closeOutdated(tx, scope, customerId)
}
