import { onConnection } from '../../../../db/sql.ts'
import type { DeliveryStatus } from '../../../domain/webhooks/deliveries/object.ts'
import { EVENT_COLUMNS, type EventRow } from '../../events/rows.ts'
import type { OldSecrets } from '../endpoints/old-secrets.ts'

/** A delivery at the start of its attempt, with its event and endpoint. */
export interface Claimed extends EventRow, OldSecrets {
  delivery_id: number
  endpoint_id: number
  tries: number
  due_at: Date
  resent_status: DeliveryStatus | null
  request_id: string | null
  url: string
  active: number
  secret: Buffer
  signature_header: string | null
  drain_token: string | null
}

/** Reads deliveries for their attempts in one query; undefined for one that is no longer pending. */
export async function claimDeliveries(ids: readonly number[]): Promise<(Claimed | undefined)[]> {
  const rows = await onConnection((sql) =>
    sql.rows<Claimed>(
      `SELECT ${EVENT_COLUMNS}, event.request_id, delivery.id AS delivery_id, delivery.endpoint_id, delivery.tries,
         delivery.due_at, delivery.resent_status, endpoint.url, endpoint.active, endpoint.secret, endpoint.signature_header,
         endpoint.previous_secret, endpoint.previous_secret_until, endpoint.older_secrets, endpoint.drain_token
       FROM webhook_deliveries delivery
       JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
       JOIN events event ON event.id = delivery.event_id
       WHERE delivery.id IN (?) AND delivery.status = 'pending'`,
      [ids],
    ),
  )
  const byId = new Map(rows.map((row) => [row.delivery_id, row]))
  return ids.map((id) => byId.get(id))
}
