import type { Tx } from '../../../../db/transaction.ts'
import type { ReconcileKind } from '../../../domain/jobs/catalog.ts'
import { DAY, later, MINUTE } from '../../../kit/time.ts'
import { now } from '../../../runtime/clock.ts'
import { lease } from '../../../runtime/lease.ts'
import { lockDueAt } from '../../timers/lock.ts'
import { setTimer } from '../../timers/set.ts'
import type { Payment } from '../payments-table.ts'

export function reconcileKind(isTest: boolean): ReconcileKind {
  return isTest ? 'project.test_reconcile' : 'project.live_reconcile'
}

/** Plans the first daily look at a project's payments, unless there is one: it goes on while there is anything to ask. */
export async function planReconciling(tx: Tx, { projectId, isTest }: Payment): Promise<void> {
  const kind = reconcileKind(isTest)
  const planned = 'SELECT id FROM timers WHERE kind = ? AND subject_id = ? LOCK IN SHARE MODE'
  if (await tx.sql.row(planned, [kind, projectId])) return
  await setTimer(tx, kind, { id: projectId, projectId }, later(now(), DAY))
}

/** Whoever looks at payments and is killed is followed by another after so long. */
const LOOK_LEASE = Math.min(MINUTE, lease)

/** A daily look that is being made, by one process. */
export interface Look {
  kind: ReconcileKind
  projectId: number
  /** Until then the row is due for nobody else: that is its lease. */
  until: Date
}

/** Takes the daily look at a project's payments that is due; null where none is, or somebody else has it. */
export async function claimLook(tx: Tx, kind: ReconcileKind, projectId: number): Promise<Look | null> {
  const dueAt = await lockDueAt(tx, kind, projectId)
  if (!dueAt || dueAt > now()) return null
  return renewed(tx, kind, projectId)
}

/** Keeps a look while it goes on; null where another process has taken it over, since this one was slow. */
export async function keepLook(tx: Tx, look: Look): Promise<Look | null> {
  if (!(await lockLook(tx, look))) return null
  return renewed(tx, look.kind, look.projectId)
}

/** Whether a look needs to be kept now, to go on for as long as a call may take. */
export function isLookEnding({ until }: Look): boolean {
  return later(until, -LOOK_LEASE / 2) <= now()
}

/**
 * Lets no payment that begins rely on the daily look while it is decided whether there is another. Answers whether the
 * look is still this one's.
 */
export async function lockLook(tx: Tx, { kind, projectId, until }: Look): Promise<boolean> {
  const dueAt = await lockDueAt(tx, kind, projectId)
  return dueAt?.getTime() === until.getTime()
}

async function renewed(tx: Tx, kind: ReconcileKind, projectId: number): Promise<Look> {
  const until = later(now(), LOOK_LEASE)
  await setTimer(tx, kind, { id: projectId, projectId }, until)
  return { kind, projectId, until }
}
