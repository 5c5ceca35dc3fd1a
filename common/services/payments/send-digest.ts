import type { ModelTx, Tx } from '../../../db/transaction.ts'
import type { DigestKind } from '../../domain/jobs/catalog.ts'
import { longWaitBefore, nextDigest, unremindedBefore } from '../../domain/payments/digest.ts'
import { iso, isoOrNull } from '../../kit/time.ts'
import { config } from '../../runtime/config.ts'
import { traceJob } from '../../runtime/log.ts'
import type { WaitingPayment } from '../emails/kinds/transfers-waiting.ts'
import { writeEmail } from '../emails/write.ts'
import { linkExpiry } from '../links/decision.ts'
import type { Project, Scope } from '../projects/project.ts'
import { lockDueAt } from '../timers/lock.ts'
import { clearTimer, setTimer } from '../timers/set.ts'
import { Payment } from './payments-table.ts'

/** The number of payments in the list. The email gives the number of the others. */
const LISTED = 50

/**
 * Emails the merchant a list of all payments that wait in one mode, or on one test clock. Sends nothing if
 * none of them has waited for long. Plans the next digest while a payment waits that the merchant is still
 * reminded of. Otherwise the next report plans it.
 */
export async function sendDigest(
  tx: ModelTx,
  project: Project,
  kind: DigestKind,
  subjectId: number,
): Promise<void> {
  const dueAt = await lockDueAt(tx, kind, { id: subjectId, projectId: project.id })
  if (!dueAt || dueAt > tx.now) return
  traceJob({ step: 'digest' })
  const scope = { project, isTest: kind !== 'project.live_digest' }
  const testClockId = kind === 'clock.digest' ? subjectId : null
  const { count, isDue, continues } = await countWaiting(tx, scope, testClockId)
  if (isDue && project.email !== null)
    await writeEmail(tx, scope, {
      kind: 'transfers_waiting',
      cause: `${kind}-${subjectId}-${dueAt.getTime()}`,
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

async function listOldest(
  { transaction }: ModelTx,
  { project, isTest }: Scope,
  testClockId: number | null,
): Promise<WaitingPayment[]> {
  const where = { projectId: project.id, isTest, status: 'pending', testClockId } as const
  const order = ['claimedAt', 'id']
  const payments = await Payment.findAll({ where, order, limit: LISTED, transaction })
  return payments.map((payment) => ({
    payment_id: payment.id,
    amount: payment.amount,
    amount_received: payment.amountReceived ?? 0,
    currency: payment.currency,
    reference: payment.reference,
    client_reference_id: payment.clientReferenceId,
    claimed_at: iso(payment.claimedAt!),
    expires_at: isoOrNull(payment.expiresAt),
  }))
}
