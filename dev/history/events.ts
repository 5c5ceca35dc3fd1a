import { keptUntil } from '../../common/domain/events/retention.ts'
import type { EventType, ObjectType } from '../../common/domain/events/types.ts'
import { DAY, later } from '../../common/kit/time.ts'
import { findCheckouts } from '../../common/services/checkouts/list.ts'
import { eventsTable } from '../../common/services/events/events-table.ts'
import { findInvoices } from '../../common/services/invoices/list.ts'
import { findSubscriptions } from '../../common/services/subscriptions/find.ts'
import { webhookAttemptsTable } from '../../common/services/webhooks/deliveries/webhook-attempts-table.ts'
import { webhookDeliveriesTable } from '../../common/services/webhooks/deliveries/webhook-deliveries-table.ts'
import { createEndpoint } from '../../common/services/webhooks/endpoints/create.ts'
import type { ModelTx, Tx } from '../../db/transaction.ts'
import { insertAll } from './insert.ts'
import type { Shop } from './shop.ts'

/** An event of the past. */
export interface Happening {
  type: EventType
  object: ObjectType
  id: number
  at: Date
}

/** Deliveries are shown for the last month. */
const DELIVERED_SINCE = 30 * DAY
const FAILING_TYPE = 'subscription.canceled'
/** An endpoint that has failed for five days is disabled. */
const FAILING_SINCE = 4 * DAY

/** Inserts events, and deliveries that are over: none is sent. Payloads of old events are deleted, as a worker does. */
export async function insertEvents(tx: ModelTx, shop: Shop, happenings: readonly Happening[]): Promise<void> {
  const { project } = shop.scope
  const inOrder = [...happenings].sort((one, other) => one.at.getTime() - other.at.getTime())
  const isKept = ({ at }: Happening) => keptUntil(at) > tx.now
  const recent = inOrder.filter(isKept)
  const idsOf = (object: ObjectType) => recent.filter((one) => one.object === object).map(({ id }) => id)
  const objects = new Map<string, object>()
  for (const one of await findCheckouts(tx.sql, idsOf('checkout'), tx.now))
    objects.set(`checkout ${one.id}`, one)
  for (const one of await findSubscriptions(tx.sql, idsOf('subscription')))
    objects.set(`subscription ${one.id}`, one)
  for (const one of await findInvoices(tx.sql, idsOf('invoice'))) objects.set(`invoice ${one.id}`, one)
  const sequences = new Map<string, number>()
  const events = inOrder.map((one) => {
    const key = `${one.object} ${one.id}`
    sequences.set(key, (sequences.get(key) ?? 0) + 1)
    return {
      ...{ project_id: project.id, is_test: true, type: one.type, object: one.object, object_id: one.id },
      ...{ sequence: sequences.get(key)!, body_version: 2, created_at: one.at },
      data: JSON.stringify(isKept(one) ? (objects.get(key) ?? null) : null),
      data_until: isKept(one) ? keptUntil(one.at) : null,
    }
  })
  const ids = await insertAll(tx, eventsTable, events)
  const known = inOrder.map((one, index) => ({ ...one, eventId: ids[index]! }))
  const lately = known.filter(({ at }) => at > later(tx.now, -DELIVERED_SINCE))
  const working = await tx.sql.row<{ id: number }>(
    'SELECT id FROM webhook_endpoints WHERE project_id = ? AND is_test AND deleted_at IS NULL ORDER BY id LIMIT 1',
    [project.id],
  )
  // It wants rare events, so that the purchases of a demo do not call it.
  const failing = await createEndpoint(tx, shop.scope, {
    url: 'http://127.0.0.1:9/webhooks',
    events: [FAILING_TYPE],
  })
  const failingSince = later(tx.now, -FAILING_SINCE)
  const rare = known.filter(({ type }) => type === FAILING_TYPE)
  const refused = rare.filter(({ at }) => at > failingSince)
  await tx.sql.run('UPDATE webhook_endpoints SET failures = 6, failing_since = ? WHERE id = ?', [
    ...[refused[0]?.at ?? failingSince, failing.id],
  ])
  const sent = [
    ...(working ? lately.map((event) => ({ ...event, endpointId: working.id, isDelivered: true })) : []),
    // Some days have none of them.
    ...(refused.length > 0 ? refused : rare.slice(-1)).map((event) => ({
      ...{ ...event, endpointId: failing.id, isDelivered: false },
    })),
  ]
  await insertDeliveries(
    tx,
    shop,
    sent.sort((one, other) => one.at.getTime() - other.at.getTime()),
  )
}

/** A delivery that is over. */
interface Sent extends Happening {
  eventId: number
  endpointId: number
  isDelivered: boolean
}

async function insertDeliveries(tx: Tx, { scope }: Shop, deliveries: readonly Sent[]): Promise<void> {
  const rows = deliveries.map(({ eventId, endpointId, isDelivered, type, at }) => ({
    ...{
      project_id: scope.project.id,
      is_test: true,
      endpoint_id: endpointId,
      event_id: eventId,
      event_type: type,
    },
    status: isDelivered ? ('succeeded' as const) : ('failed' as const),
    ...{ tries: 1, due_at: null, created_at: at, updated_at: at },
  }))
  const ids = await insertAll(tx, webhookDeliveriesTable, rows)
  await insertAll(
    tx,
    webhookAttemptsTable,
    rows.map(({ project_id, created_at }, index) => ({
      ...{
        project_id,
        delivery_id: ids[index]!,
        attempted_at: later(created_at, 400),
        duration_ms: 40 + (index % 60),
      },
      ...(deliveries[index]!.isDelivered
        ? { status_code: 200, response_body: 'ok', error: null }
        : { status_code: null, response_body: null, error: 'the connection was refused' }),
    })),
  )
}
