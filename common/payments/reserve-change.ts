import type { Draft } from '../kit/draft.ts'
import type { PriceName } from '../products/name-price.ts'
import type { Scope } from '../projects/project.ts'
import { scheduleChange } from '../subscriptions/schedule-change.ts'
import type { Tx } from '../../db/transaction.ts'
import { expireOutdatedBy } from './expire-outdated.ts'

/**
 * Schedules a plan change; the product it points to is held from now on, so the customer's open
 * checkouts that would have bought it expire.
 */
export async function reserveChange(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Draft<PriceName>,
): Promise<void> {
  const held = await scheduleChange(tx, scope, id, draft)
  if (held) await expireOutdatedBy(tx, scope, { ...held, subscriptionId: null, planChanged: false })
}
