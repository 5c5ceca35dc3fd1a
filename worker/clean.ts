import { setTimeout as pause } from 'node:timers/promises'
import { DAY, HOUR, later, MINUTE } from '../common/kit/time.ts'
import { realNow } from '../common/runtime/clock.ts'
import { log } from '../common/runtime/log.ts'
import { cleanings } from '../common/runtime/metrics.ts'
import { deleteOldEntries } from '../common/services/audit-log/delete-old.ts'
import { deleteOldEmails } from '../common/services/emails/delete-old.ts'
import { BATCH_SIZE, deletePayloads } from '../common/services/events/delete-payloads.ts'
import {
  BATCH_SIZE as PICTURES_AT_ONCE,
  deleteItemPictures,
} from '../common/services/images/delete-item-pictures.ts'
import {
  BATCH_SIZE as IMAGES_AT_ONCE,
  deleteUnusedImages,
} from '../common/services/images/delete-released.ts'
import { BATCH_SIZE as REFERENCES_AT_ONCE, freeReferences } from '../common/services/payments/references.ts'
import { deleteOldEndpoints } from '../common/services/webhooks/endpoints/delete-old.ts'
import { onConnection } from '../db/sql.ts'
import { atomically } from './atomically.ts'

const EVERY = HOUR
/** Rows per batch: small, so that no request waits long for its row locks. */
const BATCH = 1_000

interface Chore {
  what: string
  /** Processes one batch and returns whether there may be more. */
  batch: () => Promise<boolean>
}

/** Data that expires. Each batch is its own transaction, so a killed worker loses nothing. */
const chores: Chore[] = [
  deleting('idempotency_keys', DAY),
  deleting('webhook_rehearsals', 90 * DAY),
  deleting('portal_links', 30 * DAY), // until then the page of an expired link offers a new one
  deleting('portal_sessions', 30 * DAY),
  deleting('sign_ins', 2 * DAY), // the limits of a day count them
  deleting('sign_in_addresses', 2 * DAY),
  deleting('statement_imports', DAY),
  deleting('used_challenges', DAY),
  deleting('dashboard_sessions', 60 * DAY), // twice their lifetime: an old cookie is told why it no longer works
  deleting('api_requests', 7 * DAY),
  { what: 'webhook_endpoints', batch: () => atomically(deleteOldEndpoints) },
  {
    what: 'payments.open_reference',
    batch: async () => (await atomically(freeReferences)) === REFERENCES_AT_ONCE,
  },
  { what: 'events', batch: async () => (await atomically(deletePayloads)) === BATCH_SIZE },
  {
    what: 'item_pictures',
    batch: async () => (await atomically(deleteItemPictures)) === PICTURES_AT_ONCE,
  },
  { what: 'audit_log', batch: () => onConnection(deleteOldEntries) },
  { what: 'emails', batch: () => onConnection(deleteOldEmails) },
  { what: 'images', batch: async () => (await atomically(deleteUnusedImages)) === IMAGES_AT_ONCE },
]

/** Returns a chore that deletes rows of `table` older than `lifetime`. Needs an index on `created_at`. */
function deleting(table: string, lifetime: number): Chore {
  const text = `DELETE FROM ${table} WHERE created_at < ? ORDER BY created_at LIMIT ${BATCH}`
  return {
    what: table,
    batch: async () => {
      const { affectedRows } = await onConnection((sql) => sql.run(text, [later(realNow(), -lifetime)]))
      return affectedRows === BATCH
    },
  }
}

/** Starts to delete expired data about once an hour. Returns a function that stops it. */
export function startCleaning(): () => Promise<void> {
  for (const { what } of chores) cleanings.inc({ data: what, outcome: 'failed' }, 0)
  const stopping = new AbortController()
  const loop = cleanPeriodically(stopping.signal)
  return async () => {
    stopping.abort()
    await loop
  }
}

async function cleanPeriodically(signal: AbortSignal): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    await pause(delayBefore(isFirst, Math.random()), undefined, { signal }).catch(() => undefined)
    await clean(signal)
  }
}

/**
 * Returns the milliseconds until the next cleaning; `chance` (0 to 1) keeps workers apart. The first one comes soon:
 * processes that restart every half hour must clean too.
 */
export function delayBefore(isFirst: boolean, chance: number): number {
  return isFirst ? (1 + 4 * chance) * MINUTE : EVERY * (0.5 + chance)
}

/** Deletes all expired data in batches, with a short pause after each. */
export async function clean(signal: AbortSignal): Promise<void> {
  for (const { what, batch } of chores) {
    try {
      while (!signal.aborted && (await batch())) await pause(100)
      cleanings.inc({ data: what, outcome: 'done' })
    } catch (error) {
      cleanings.inc({ data: what, outcome: 'failed' })
      log().warn(
        { what, error: String(error) },
        'expired rows were not deleted; retried within about an hour',
      )
    }
  }
}
