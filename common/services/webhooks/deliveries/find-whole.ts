import type { Sql } from '../../../../db/sql.ts'
import type { DeliveryObject } from '../../../domain/webhooks/deliveries/object.ts'
import { bodyOf, EVENT_COLUMNS, type EventRow } from '../../events/rows.ts'
import type { Scope } from '../../projects/project.ts'
import { findDeliveries } from './find.ts'

/** A delivery with everything that was sent. */
export interface WholeDelivery {
  delivery: DeliveryObject
  /** The body of every attempt. */
  body: string
  /** The address of its endpoint now; null if the endpoint was deleted. */
  url: string | null
  isActive: boolean
}

/** Returns the delivery `id` of this project and mode with its body; null if it does not exist. */
export async function findWholeDelivery(
  sql: Sql,
  { project, isTest }: Scope,
  id: number,
): Promise<WholeDelivery | null> {
  const row = await sql.row<EventRow & { url: string | null; active: number | null }>(
    `SELECT ${EVENT_COLUMNS}, endpoint.url, endpoint.active FROM webhook_deliveries delivery
     JOIN events event ON event.id = delivery.event_id
     LEFT JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id AND endpoint.deleted_at IS NULL
     WHERE delivery.id = ? AND delivery.project_id = ? AND delivery.is_test = ?`,
    [id, project.id, isTest],
  )
  const [delivery] = row ? await findDeliveries(sql, [id]) : []
  return row && delivery ? { delivery, body: bodyOf(row), url: row.url, isActive: Boolean(row.active) } : null
}
