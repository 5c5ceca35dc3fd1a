import type { Tx } from '../../../db/transaction.ts'
import type { DigestKind } from '../../domain/jobs/catalog.ts'
import { givenUpBefore, longBefore, nextDigest } from '../../domain/payments/digest.ts'
import { iso, isoOrNull } from '../../kit/time.ts'
import { traceJob } from '../../runtime/log.ts'
import type { WaitingTransfer } from '../emails/kinds/transfers-waiting.ts'
import { writeEmail } from '../emails/write.ts'
import { linkExpiry } from '../links/decision.ts'
import type { Project, Scope } from '../projects/project.ts'
import { clearTimer, setTimer } from '../timers/set.ts'

/** So many are named, the oldest; of the rest it is said how many they are. */
const NAMED = 50

/**
 * Once a day the merchant is told of all transfers that wait in one mode, or on one test clock, if one of them
 * has waited for long. Where none waits that anybody is still reminded of, the digest ends until the next report.
 */
export async function sendDigest(
  tx: Tx,
  project: Project,
  kind: DigestKind,
  subjectId: number,
): Promise<void> {
  const timer = await tx.sql.row<{ due_at: Date }>(
    'SELECT due_at FROM timers WHERE kind = ? AND subject_id = ? AND due_at <= ? FOR UPDATE',
    [kind, subjectId, tx.now],
  )
  if (!timer) return
  traceJob({ step: 'digest' })
  const scope = { project, isTest: kind !== 'project.live_digest' }
  const testClockId = kind === 'clock.digest' ? subjectId : null
  const { count, isDue, goesOn } = await lookAt(tx, scope, testClockId)
  if (isDue && project.email !== null)
    await writeEmail(tx, scope, {
      kind: 'transfers_waiting',
      cause: `${kind}-${subjectId}-${timer.due_at.getTime()}`,
      recipient: project.email,
      locale: project.locale,
      payload: {
        now: iso(tx.now),
        transfers: await oldest(tx, scope, testClockId),
        count,
        link_expires_at: iso(linkExpiry()),
      },
    })
  const subject = { id: subjectId, projectId: project.id, testClockId }
  if (goesOn) await setTimer(tx, kind, subject, nextDigest(tx.now, project.timezone))
  else await clearTimer(tx, kind, subjectId)
}

const WAITING = `FROM payments WHERE project_id = ? AND is_test = ? AND status = 'pending' AND test_clock_id <=> ?`

async function lookAt(tx: Tx, { project, isTest }: Scope, testClockId: number | null) {
  const row = await tx.sql.row<{ count: number; due: number | null; goes_on: number | null }>(
    `SELECT COUNT(*) AS count, MAX(expires_at > ? AND claimed_at <= ?) AS due, MAX(expires_at > ?) AS goes_on ${WAITING}`,
    [
      ...[givenUpBefore(tx.now), longBefore(tx.now), givenUpBefore(tx.now)],
      ...[project.id, isTest, testClockId],
    ],
  )
  return { count: row?.count ?? 0, isDue: Boolean(row?.due), goesOn: Boolean(row?.goes_on) }
}

interface Row {
  id: number
  amount: number
  amount_received: number | null
  currency: string
  reference: string | null
  client_reference_id: string | null
  claimed_at: Date
  expires_at: Date | null
}

async function oldest(
  tx: Tx,
  { project, isTest }: Scope,
  testClockId: number | null,
): Promise<WaitingTransfer[]> {
  const rows = await tx.sql.rows<Row>(
    `SELECT id, amount, amount_received, currency, reference, client_reference_id, claimed_at, expires_at
     ${WAITING} ORDER BY claimed_at, id LIMIT ${NAMED}`,
    [project.id, isTest, testClockId],
  )
  return rows.map((row) => ({
    payment_id: row.id,
    amount: row.amount,
    amount_received: row.amount_received ?? 0,
    currency: row.currency,
    reference: row.reference,
    client_reference_id: row.client_reference_id,
    claimed_at: iso(row.claimed_at),
    expires_at: isoOrNull(row.expires_at),
  }))
}
