import type { Tx } from '../../db/transaction.ts'
import type { TimerKind } from '../jobs/catalog.ts'
import { later } from '../kit/time.ts'

/** Clocks that agree do so within this, in milliseconds: a job may be taken up so much before its row is due. */
export const EARLY = 250

/** Locks what stands of this kind for a subject, and returns when it is due; null where nothing stands. */
export async function lockDueAt(tx: Tx, kind: TimerKind, subjectId: number): Promise<Date | null> {
  const row = await tx.sql.row<{ due_at: Date }>(
    'SELECT due_at FROM timers WHERE kind = ? AND subject_id = ? FOR UPDATE',
    [kind, subjectId],
  )
  return row?.due_at ?? null
}

/**
 * Locks what stands of this kind for a subject, and returns whether it is due at `time`. A job may be left over from
 * a time that is no longer the row's, such as the end of a lease: it is not due then.
 */
export async function lockDue(tx: Tx, kind: TimerKind, subjectId: number, time: Date): Promise<boolean> {
  const dueAt = await lockDueAt(tx, kind, subjectId)
  return dueAt !== null && dueAt <= later(time, EARLY)
}
