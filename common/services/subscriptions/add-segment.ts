import { writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { PaidTime } from '../../domain/subscriptions/period.ts'
import type { Paid } from './paid.ts'
import type { Subscription } from './subscriptions-table.ts'

/** Inserts a segment of paid time. A unique index ensures that a checkout pays for only one. */
export async function addSegment(
  tx: Tx,
  { id, projectId }: Subscription,
  paid: Paid,
  time: PaidTime,
): Promise<void> {
  await writeRows(tx.sql, 'segments', [
    {
      project_id: projectId,
      subscription_id: id,
      checkout_id: paid.checkoutId,
      price_id: paid.priceId,
      value: paid.value,
      starts_at: time.startsAt,
      ends_at: time.endsAt,
      created_at: tx.now,
    },
  ])
}
