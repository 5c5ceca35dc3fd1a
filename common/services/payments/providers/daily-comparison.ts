import type { Tx } from '../../../../db/transaction.ts'
import type { ReconcileKind } from '../../../domain/jobs/catalog.ts'
import { DAY, later, MINUTE } from '../../../kit/time.ts'
import { now } from '../../../runtime/clock.ts'
import { lease } from '../../../runtime/lease.ts'
import { lockDueAt } from '../../timers/lock.ts'
import { setTimer } from '../../timers/set.ts'
import type { Payment } from '../payments-table.ts'

/** Returns the kind of the timer of a mode's daily comparison. */
export function reconcileKind(isTest: boolean): ReconcileKind {
  return isTest ? 'project.test_reconcile' : 'project.live_reconcile'
}

/**
 * Plans the daily comparison of a project's payments, unless it is planned. It repeats while there are
 * payments to compare.
 */
export async function planComparison(tx: Tx, { projectId, isTest }: Payment): Promise<void> {
  const kind = reconcileKind(isTest)
  const planned = 'SELECT id FROM timers WHERE kind = ? AND subject_id = ? LOCK IN SHARE MODE'
  if (await tx.sql.row(planned, [kind, projectId])) return
  await setTimer(tx, kind, { id: projectId, projectId }, later(now(), DAY))
}

/** After this time another process may continue the comparison, since the first one may have been killed. */
const COMPARISON_LEASE = Math.min(MINUTE, lease)

/** A daily comparison that one process makes. */
export interface DailyComparison {
  kind: ReconcileKind
  projectId: number
  /** The end of its lease: until then its row is not due for another process. */
  until: Date
}

/** Claims a project's daily comparison; returns null if it is not due, or another process makes it. */
export async function claimComparison(
  tx: Tx,
  kind: ReconcileKind,
  projectId: number,
): Promise<DailyComparison | null> {
  const dueAt = await lockDueAt(tx, kind, { id: projectId, projectId })
  if (!dueAt || dueAt > now()) return null
  return renewed(tx, kind, projectId)
}

/** Renews the lease of a comparison; returns null if another process has taken over, because this one was slow. */
export async function renewComparison(tx: Tx, comparison: DailyComparison): Promise<DailyComparison | null> {
  if (!(await lockComparison(tx, comparison))) return null
  return renewed(tx, comparison.kind, comparison.projectId)
}

/** Returns whether the lease must be renewed before the next call, since a call may take long. */
export function isLeaseEnding({ until }: DailyComparison): boolean {
  return later(until, -COMPARISON_LEASE / 2) <= now()
}

/**
 * Locks the row of a comparison: a new payment waits until it is decided whether there will be another
 * comparison. Returns whether this process still holds the lease.
 */
export async function lockComparison(tx: Tx, { kind, projectId, until }: DailyComparison): Promise<boolean> {
  const dueAt = await lockDueAt(tx, kind, { id: projectId, projectId })
  return dueAt?.getTime() === until.getTime()
}

async function renewed(tx: Tx, kind: ReconcileKind, projectId: number): Promise<DailyComparison> {
  const until = later(now(), COMPARISON_LEASE)
  await setTimer(tx, kind, { id: projectId, projectId }, until)
  return { kind, projectId, until }
}
