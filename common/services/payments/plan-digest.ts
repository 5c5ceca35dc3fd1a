import type { Tx } from '../../../db/transaction.ts'
import type { DigestKind } from '../../domain/jobs/catalog.ts'
import { firstDigest } from '../../domain/payments/digest.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'

/**
 * Plans the merchant's next digest for a payment that waits for them, if no digest is planned. With the share
 * lock several payments can be reported at the same time. The sender of the digest waits for all of them, and
 * so misses no payment when it stops planning digests.
 */
export async function planDigest(
  tx: Tx,
  { project, isTest }: Scope,
  { testClockId }: { testClockId: number | null },
): Promise<void> {
  const kind: DigestKind =
    testClockId !== null ? 'clock.digest' : isTest ? 'project.test_digest' : 'project.live_digest'
  const subjectId = testClockId ?? project.id
  const planned =
    'SELECT id FROM timers WHERE project_id = ? AND kind = ? AND subject_id = ? LOCK IN SHARE MODE'
  if (await tx.sql.row(planned, [project.id, kind, subjectId])) return
  const subject = { id: subjectId, projectId: project.id, testClockId }
  await setTimer(tx, kind, subject, firstDigest(tx.now, project.timezone))
}
