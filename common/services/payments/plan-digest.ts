import type { Tx } from '../../../db/transaction.ts'
import type { DigestKind } from '../../domain/jobs/catalog.ts'
import { firstDigest } from '../../domain/payments/digest.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'

/**
 * A transfer waits for the merchant: their next digest is to name it. Whoever reports one shares the digest's row
 * with others who do, and who sends the digest waits for them all: none is missed when it finds nothing more to say.
 */
export async function planDigest(
  tx: Tx,
  { project, isTest }: Scope,
  { testClockId }: { testClockId: number | null },
): Promise<void> {
  const kind: DigestKind =
    testClockId !== null ? 'clock.digest' : isTest ? 'project.test_digest' : 'project.live_digest'
  const subjectId = testClockId ?? project.id
  const planned = 'SELECT id FROM timers WHERE kind = ? AND subject_id = ? LOCK IN SHARE MODE'
  if (await tx.sql.row(planned, [kind, subjectId])) return
  const subject = { id: subjectId, projectId: project.id, testClockId }
  await setTimer(tx, kind, subject, firstDigest(tx.now, project.timezone))
}
