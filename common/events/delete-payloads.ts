import type { Tx } from '../../db/transaction.ts'
import { DAY, later } from '../kit/time.ts'

/** Events in one transaction: few enough that nobody waits for their deliveries' row locks. */
export const BATCH_SIZE = 200
/** One that is still to be delivered somewhere is looked at again after this long. */
const POSTPONED_BY = DAY

/**
 * Forgets what events carried, where they are old enough, with their deliveries and attempts: what
 * has no payload any more cannot be sent. That something happened, and in which order, stays. Answers
 * how many events it looked at; fewer than `BATCH_SIZE` is all there were. Run twice, or by
 * two workers, it does no harm.
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
