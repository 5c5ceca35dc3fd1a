import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { announce } from './announce.ts'
import { lockSubscription } from './lock-subscription.ts'
import { NOT_CANCELED } from './rules/cancellation.ts'
import { settle } from './settle.ts'
import { write } from './write.ts'

/** Takes back a requested cancellation, and what was said of it; where none was requested, nothing changes. */
export async function resumeSubscription(tx: Tx, scope: Scope, id: number): Promise<void> {
  const subscription = await lockSubscription(tx, scope, id)
  if (subscription.status === 'canceled') throw new Refusal({ code: 'subscription_canceled' })
  if (subscription.canceledAt === null) return
  // A reminder whose moment has passed meanwhile is not made up for.
  await write(tx, subscription, { ...NOT_CANCELED, remindedUntil: tx.now })
  await announce(tx, scope, 'subscription.updated', id)
  await settle(tx, scope, subscription)
}
