import type { Tx } from '../../../db/transaction.ts'
import type { NewJobKind } from '../../domain/jobs/catalog.ts'
import type { Subject } from './set.ts'

/** Locks a subject's timer of this kind and returns its due time; null if not found. */
export async function lockDueAt(tx: Tx, kind: NewJobKind, { id, projectId }: Subject): Promise<Date | null> {
  const row = await tx.sql.row<{ due_at: Date }>(
    'SELECT due_at FROM timers WHERE project_id = ? AND kind = ? AND subject_id = ? FOR UPDATE',
    [projectId, kind, id],
  )
  return row?.due_at ?? null
}

/** Locks a subject's timer of this kind and returns whether it is still due: another worker may have taken it. */
export async function lockDue(tx: Tx, kind: NewJobKind, subject: Subject, time: Date): Promise<boolean> {
  const dueAt = await lockDueAt(tx, kind, subject)
  return dueAt !== null && dueAt <= time
}
