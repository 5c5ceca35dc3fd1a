import { takeFormer } from '../../db/models/save.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { type Change, recordEvent } from '../events/record.ts'
import { previousAttributes } from '../events/rules/previous-attributes.ts'
import type { EventType } from '../events/rules/types.ts'
import { getPriceRow } from '../prices/find.ts'
import type { Scope } from '../projects/project.ts'
import { getSubscriptionRow } from './find.ts'
import type { SubscriptionObject } from './object.ts'
import { serializeSubscription, type SubscriptionRow } from './rows.ts'
import { changeKind } from './rules/change-kind.ts'

type SubscriptionEvent = Extract<EventType, `subscription.${string}`>

/** Those that tell of a change of what was there before, and so what it was. */
const TELL_CHANGES: readonly SubscriptionEvent[] = ['subscription.updated', 'subscription.renewed']

/**
 * Writes an event of a locked subscription as it stands now, and answers it for the email beside it. What has
 * changed since its last event, or since it was locked, is known by `save`: no verb has to say it.
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
  const change = TELL_CHANGES.includes(type) ? await changeOf(tx, scope, type, row, former) : null
  await recordEvent(tx, scope, type, 'subscription', { ...subscription, ...more }, change)
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
