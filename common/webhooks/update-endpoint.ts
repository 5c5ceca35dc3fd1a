import type { EventType } from '../events/rules/types.ts'
import type { Scope } from '../projects/project.ts'
import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'
import { filterOf } from './create-endpoint.ts'
import { lockEndpoint } from './find-endpoint.ts'
import { presentEndpoint } from './present-endpoint.ts'
import type { EndpointObject } from './present-endpoint.ts'
import { resendMissed } from './resend-missed.ts'

/** A valid body of `PATCH /webhook-endpoints/:id`; null clears. */
export interface EndpointChanges {
  url?: string
  description?: string | null
  events?: EventType[] | null
  active?: boolean
  /** Only with `active: true`. */
  resend_since?: Date
}

/** A clean slate: what went wrong before says nothing of a new address or of one switched on again. */
const WELL = { failures: 0, failing_since: null, held_until: null }

/** Changes an endpoint. Switched off, it gets nothing more, and what waits for it is canceled. */
export async function updateEndpoint(
  tx: Tx,
  scope: Scope,
  id: number,
  changes: EndpointChanges,
): Promise<EndpointObject> {
  const before = await lockEndpoint(tx, scope, id)
  const { url, description, events, active, resend_since: since } = changes
  const startsAnew = (active === true && !before.active) || (url !== undefined && url !== before.url)
  await updateRow(tx.sql, 'webhook_endpoints', id, {
    url,
    description,
    events: events === undefined ? undefined : filterOf(events),
    active,
    disabled_reason: active === undefined ? undefined : null,
    ...(startsAnew && WELL),
    updated_at: tx.now,
  })
  const row = await lockEndpoint(tx, scope, id)
  if (!row.active) await cancelDeliveries(tx, id)
  else if (since) await resendMissed(tx, scope, row, since)
  return presentEndpoint(row)
}
