import type { Tx } from '../../../db/transaction.ts'
import type { DigestKind } from '../../domain/jobs/catalog.ts'
import { longWaitBefore, nextDigest, unremindedBefore } from '../../domain/payments/digest.ts'
import { iso, isoOrNull } from '../../kit/time.ts'
import { config } from '../../runtime/config.ts'
import { traceJob } from '../../runtime/log.ts'
import type { WaitingPayment } from '../emails/kinds/transfers-waiting.ts'
import { writeEmail } from '../emails/write.ts'
import { linkExpiry } from '../links/decision.ts'
import type { Project, Scope } from '../projects/project.ts'
import { clearTimer, setTimer } from '../timers/set.ts'

/** The number of payments in the list. The email gives the number of the others. */
const LISTED = 50

/**
 * Emails the merchant a list of all payments that wait in one mode, or on one test clock. Sends nothing if
 * none of them has waited for long. Plans the next digest while a payment waits that the merchant is still
 * reminded of. Otherwise the next report plans it.
 */
export async function sendDigest(
  tx: Tx,
  project: Project,
  kind: DigestKind,
  subjectId: number,
): Promise<void> {
  const timer = await tx.sql.row<{ due_at: Date }>(
    'SELECT due_at FROM timers WHERE project_id = ? AND kind = ? AND subject_id = ? AND due_at <= ? FOR UPDATE',
    [project.id, kind, subjectId, tx.now],
  )
  if (!timer) return
  traceJob({ step: 'digest' })
  const scope = { project, isTest: kind !== 'project.live_digest' }
  const testClockId = kind === 'clock.digest' ? subjectId : null
  const { count, isDue, continues } = await countWaiting(tx, scope, testClockId)
  if (isDue && project.email !== null)
    await writeEmail(tx, scope, {
      kind: 'transfers_waiting',
      cause: `${kind}-${subjectId}-${timer.due_at.getTime()}`,
      recipient: project.email,
      locale: project.locale,
      payload: {
        now: iso(tx.now),
        transfers: await listOldest(tx, scope, testClockId),
        count,
        link_expires_at: iso(linkExpiry()),
        dashboard_mode: await dashboardMode(tx, scope),
      },
    })
  const subject = { id: subjectId, projectId: project.id, testClockId }
  if (continues) await setTimer(tx, kind, subject, nextDigest(tx.now, project.timezone))
  else await clearTimer(tx, kind, subject)
}

/** Returns the mode of the dashboard that the email leads to; null if no one can sign in there. */
async function dashboardMode(tx: Tx, { project, isTest }: Scope): Promise<'live' | 'test' | null> {
  if (!config().dashboard) return null
  const member = await tx.sql.row('SELECT id FROM member_projects WHERE project_id = ? LIMIT 1', [project.id])
  if (!member) return null
  return isTest ? 'test' : 'live'
}

const WAITING = `FROM payments WHERE project_id = ? AND is_test = ? AND status = 'pending' AND test_clock_id <=> ?`

async function countWaiting(tx: Tx, { project, isTest }: Scope, testClockId: number | null) {
  const row = await tx.sql.row<{ count: number; due: number | null; continues: number | null }>(
    `SELECT COUNT(*) AS count, MAX(expires_at > ? AND claimed_at <= ?) AS due, MAX(expires_at > ?) AS continues ${WAITING}`,
    [
      ...[unremindedBefore(tx.now), longWaitBefore(tx.now), unremindedBefore(tx.now)],
      ...[project.id, isTest, testClockId],
    ],
  )
  return { count: row?.count ?? 0, isDue: Boolean(row?.due), continues: Boolean(row?.continues) }
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

async function listOldest(
  tx: Tx,
  { project, isTest }: Scope,
  testClockId: number | null,
): Promise<WaitingPayment[]> {
  const rows = await tx.sql.rows<Row>(
    `SELECT id, amount, amount_received, currency, reference, client_reference_id, claimed_at, expires_at
     ${WAITING} ORDER BY claimed_at, id LIMIT ${LISTED}`,
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
