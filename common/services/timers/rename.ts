import type { Tx } from '../../../db/transaction.ts'
import type { NewJobKind, OldJobKind } from '../../domain/jobs/catalog.ts'
import { clearTimer, type Subject } from './set.ts'

/** Renames a subject's timer from an older release. If both kinds exist, keeps the earlier due time. */
export async function renameTimer(tx: Tx, from: OldJobKind, to: NewJobKind, subject: Subject): Promise<void> {
  await tx.sql.write(
    `INSERT INTO timers (project_id, kind, subject_id, queue, due_at, test_clock_id, request_id)
     SELECT project_id, ?, subject_id, queue, due_at, test_clock_id, request_id FROM timers old
     WHERE project_id = ? AND kind = ? AND subject_id = ?
     ON DUPLICATE KEY UPDATE due_at = LEAST(timers.due_at, VALUES(due_at))`,
    [to, subject.projectId, from, subject.id],
  )
  await clearTimer(tx, from, subject)
}
