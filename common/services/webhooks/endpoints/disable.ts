import { update } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import type { DisableReason } from '../../../domain/webhooks/health.ts'
import { DAY, iso, later } from '../../../kit/time.ts'
import { writeEmail } from '../../emails/write.ts'
import { findProject } from '../../projects/find.ts'
import { cancelDeliveries } from '../deliveries/cancel.ts'
import type { EndpointRow } from './rows.ts'

/** The sentence that the API shows as the reason. */
export const SENTENCES: Record<DisableReason, string> = {
  gone: 'The endpoint responded 410 Gone: it wants no more events.',
  failing: 'No delivery has succeeded for 5 days.',
}

/** Disables an endpoint because of its responses or failures, and emails the merchant. */
export async function disableEndpoint(tx: Tx, endpoint: EndpointRow, reason: DisableReason): Promise<void> {
  await update(tx.sql, 'webhook_endpoints', endpoint.id, {
    active: false,
    disabled_reason: SENTENCES[reason],
    updated_at: tx.now,
  })
  await cancelDeliveries(tx, endpoint.id)
  const project = await findProject(tx.sql, endpoint.project_id)
  if (!project?.email) return
  const isTest = Boolean(endpoint.is_test)
  await writeEmail(
    tx,
    { project, isTest },
    {
      kind: 'endpoint_disabled',
      cause: `endpoint-${endpoint.id}-${tx.now.getTime()}`,
      recipient: project.email,
      locale: project.locale,
      payload: {
        endpoint: { id: endpoint.id, url: endpoint.url },
        reason,
        // A day earlier, to be safe: resending skips events that were delivered.
        since: iso(later(endpoint.failing_since ?? tx.now, -DAY)),
      },
    },
  )
}
