import type { Draft } from '../kit/draft.ts'
import type { PriceName } from '../products/name-price.ts'
import type { Scope } from '../projects/project.ts'
import { scheduleChange } from '../subscriptions/schedule-change.ts'
import type { Tx } from '../../db/transaction.ts'
import { expireOutdated } from './expire-outdated.ts'
import { payableCheckout } from './payables/checkout.ts'

/**
 * Schedules a plan change, or takes one back. The product it points to is held from now on: the
 * customer's open checkouts that would have bought it expire, and so do renewals at a price that is
 * scheduled no longer.
 */
export async function reserveChange(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Draft<PriceName>,
): Promise<void> {
  const { customerId } = await scheduleChange(tx, scope, id, draft)
  await expireOutdated(tx, scope, customerId, payableCheckout)
}
