import { updateRow } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'

/** Nothing that waits for this endpoint is sent any more; one being sent again keeps what it had become. */
export async function cancelDeliveries(tx: Tx, endpointId: number): Promise<void> {
  await tx.sql.run(
    `UPDATE webhook_deliveries
     SET status = IF(resent_status IN ('succeeded', 'failed'), resent_status, 'canceled'),
       due_at = NULL, repeats = 0, resent_status = NULL, resent_due_at = NULL, updated_at = ?
     WHERE endpoint_id = ? AND status = 'pending'`,
    [tx.now, endpointId],
  )
  await updateRow(tx.sql, 'webhook_endpoints', endpointId, {
    ...{ resend_since: null, resend_after: null },
    ...{ missed_since: null, missed_after: null },
  })
}
