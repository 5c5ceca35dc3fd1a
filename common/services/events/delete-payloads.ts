import type { Tx } from '../../../db/transaction.ts'
import { DAY, later } from '../../kit/time.ts'

/** Events per transaction. Small, so that row locks on their deliveries are short. */
export const BATCH_SIZE = 200
/** An event with a pending delivery is checked again after this long. */
const POSTPONED_BY = DAY

/**
 * Deletes the payloads of old events, with their deliveries and attempts: an event without a payload cannot be sent.
 * The event and its sequence stay. Returns the number of events checked; fewer than `BATCH_SIZE` means there are no
 * more. Safe to run twice or concurrently.
 */
export async function deletePayloads(tx: Tx): Promise<number> {
  const old = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM events WHERE data_until < ? ORDER BY data_until LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`,
    [tx.now],
  )
  if (old.length === 0) return 0
  const deliveries = await tx.sql.rows<{ id: number; event_id: number; status: string }>(
    'SELECT id, event_id, status FROM webhook_deliveries WHERE event_id IN (?) ORDER BY id FOR UPDATE',
    [old.map(({ id }) => id)],
  )
  const waiting = new Set(
    deliveries.filter(({ status }) => status === 'pending').map(({ event_id }) => event_id),
  )
  const gone = deliveries.filter(({ event_id }) => !waiting.has(event_id)).map(({ id }) => id)
  if (gone.length > 0) {
    await tx.sql.write('DELETE FROM webhook_attempts WHERE delivery_id IN (?)', [gone])
    await tx.sql.write('DELETE FROM webhook_deliveries WHERE id IN (?)', [gone])
  }
  const forgotten = old.map(({ id }) => id).filter((id) => !waiting.has(id))
  if (forgotten.length > 0)
    await tx.sql.write(
      "UPDATE events SET data = 'null', previous_attributes = NULL, data_until = NULL WHERE id IN (?)",
      [forgotten],
    )
  if (waiting.size > 0)
    await tx.sql.write('UPDATE events SET data_until = ? WHERE id IN (?)', [
      later(tx.now, POSTPONED_BY),
      [...waiting],
    ])
  return old.length
}
