import type { ModelTx } from '../../../../db/transaction.ts'
import { orderOf } from '../../../domain/webhooks/rehearsal.ts'
import type { RehearsalInput, RehearsalObject } from '../../../domain/webhooks/rehearsals/object.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Submission } from '../../../kit/submission.ts'
import { later } from '../../../kit/time.ts'
import { now } from '../../../runtime/clock.ts'
import { addDeliveries } from '../../events/add-deliveries.ts'
import { matchesFilter, writeEvent } from '../../events/record.ts'
import type { Scope } from '../../projects/project.ts'
import { lockEndpoint } from '../endpoints/find.ts'
import { getRehearsal } from './find.ts'
import { rehearsalEvents, type Scene } from './story.ts'
import { WebhookRehearsal } from './webhook-rehearsals-table.ts'

/** Milliseconds between deliveries, so that a receiver of normal speed gets them in order. */
const APART = 250

/**
 * Sends one endpoint the events of a subscription's whole life, with real deliveries and signatures.
 * `duplicates` sends each event twice, `reorder` sends them out of order. Test mode only, and only types
 * that match the endpoint's filter.
 */
export async function createRehearsal(
  tx: ModelTx,
  scope: Scope,
  endpointId: number,
  draft: Submission<RehearsalInput>,
): Promise<RehearsalObject> {
  const endpoint = await lockEndpoint(tx, scope, endpointId)
  const { duplicates = false, reorder = false } = draft.valid()
  if (!scope.isTest)
    throw new Refusal({
      code: 'validation_failed',
      params: {
        sentence:
          'A rehearsal needs a test token. Create a webhook endpoint in test mode, and rehearse it with a test token.',
      },
    })
  if (!endpoint.active) throw new Refusal({ code: 'endpoint_inactive' })
  const at = now()
  const { transaction } = tx
  const own = { projectId: scope.project.id, isTest: true, endpointId }
  const { id: rehearsalId } = await WebhookRehearsal.create(
    { ...own, duplicates, reorder, createdAt: at, updatedAt: at },
    { transaction },
  )

  const sent: { id: number; scene: Scene }[] = []
  for (const scene of rehearsalEvents(rehearsalId, scope, at)) {
    const { at: occurredAt, type, data, change = null } = scene
    const id = await writeEvent(tx, scope, type, data, { at: occurredAt, change })
    if (matchesFilter(endpoint.events, type)) sent.push({ id, scene })
  }
  for (const [place, from] of orderOf(sent.length, reorder).entries()) {
    const { id, scene } = sent[from]!
    const dueAt = later(at, place * APART)
    await addDeliveries(tx, scope, { id, type: scene.type }, [endpointId], {
      dueAt,
      repeats: duplicates ? 1 : 0,
    })
  }
  await endpoint.update({ heldUntil: null }, { transaction })
  return getRehearsal(tx.sql, scope, endpointId, rehearsalId)
}
