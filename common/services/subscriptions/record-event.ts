import { takeFormer } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { previousAttributes } from '../../domain/events/previous-attributes.ts'
import type { EventType } from '../../domain/events/types.ts'
import { changeKind } from '../../domain/subscriptions/change-kind.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import { type Change, recordEvent } from '../events/record.ts'
import { getPriceRow } from '../prices/find.ts'
import type { Scope } from '../projects/project.ts'
import { getSubscriptionRow } from './find.ts'
import { serializeSubscription, type SubscriptionRow } from './rows.ts'
import type { Subscription } from './subscriptions-table.ts'

type SubscriptionEvent = Extract<EventType, `subscription.${string}`>

/** Events about changes, which carry the previous values. */
const CHANGE_EVENTS: readonly SubscriptionEvent[] = ['subscription.updated', 'subscription.renewed']

/**
 * Writes an event of a locked subscription and returns the subscription's object, for the email. `save`
 * tracks the changes since the last event or since the lock, so callers need not pass them.
 */
export async function recordSubscriptionEvent(
  tx: Tx,
  scope: Scope,
  type: SubscriptionEvent,
  locked: Subscription,
  more: object = {},
): Promise<SubscriptionObject> {
  const former = takeFormer(locked)
  const row = await getSubscriptionRow(tx.sql, scope, locked.id)
  const subscription = serializeSubscription(row)
  const change = CHANGE_EVENTS.includes(type) ? await changeOf(tx, scope, type, row, former) : null
  await recordEvent(tx, scope, type, { ...subscription, ...more }, change)
  return subscription
}

async function changeOf(
  tx: Tx,
  scope: Scope,
  type: SubscriptionEvent,
  row: SubscriptionRow,
  former: Partial<SubscriptionRow>,
): Promise<Change> {
  const { price_id: priceId = row.price_id } = former
  const price = priceId === row.price_id ? {} : await getPriceRow(tx.sql, scope, priceId)
  const now = serializeSubscription(row)
  const previous = previousAttributes(serializeSubscription({ ...row, ...former, ...price }), now)
  return { previous, kind: type === 'subscription.updated' ? changeKind(now, previous) : null }
}
