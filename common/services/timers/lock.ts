import type { Tx } from '../../../db/transaction.ts'
import type { NewJobKind } from '../../domain/jobs/catalog.ts'

/** Locks a subject's timer of this kind and returns its due time; null if not found. */
export async function lockDueAt(tx: Tx, kind: NewJobKind, subjectId: number): Promise<Date | null> {
  const row = await tx.sql.row<{ due_at: Date }>(
    'SELECT due_at FROM timers WHERE kind = ? AND subject_id = ? FOR UPDATE',
    [kind, subjectId],
  )
  return row?.due_at ?? null
}

/** Locks a subject's timer of this kind and returns whether it is still due: another worker may have taken it. */
export async function lockDue(tx: Tx, kind: NewJobKind, subjectId: number, time: Date): Promise<boolean> {
  const dueAt = await lockDueAt(tx, kind, subjectId)
  return dueAt !== null && dueAt <= time
}
