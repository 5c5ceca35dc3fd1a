import type { Payment } from '../../../db/models/payment.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ReconcileKind } from '../../jobs/catalog.ts'
import { DAY, later } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { setRealTimer } from '../../timers/set.ts'

export function reconcileKind(isTest: boolean): ReconcileKind {
  return isTest ? 'project.test_reconcile' : 'project.live_reconcile'
}

/** Plans the first daily look at a project's payments, unless there is one: it goes on while there is anything to ask. */
export async function planReconciling(tx: Tx, { projectId, isTest }: Payment): Promise<void> {
  const kind = reconcileKind(isTest)
  const planned = 'SELECT id FROM timers WHERE kind = ? AND subject_id = ? LOCK IN SHARE MODE'
  if (await tx.sql.row(planned, [kind, projectId])) return
  await setRealTimer(tx, kind, { id: projectId, projectId }, later(now(), DAY))
}

/** Lets no payment that begins rely on the daily look while it is decided whether there is another. */
export async function lockReconciling(tx: Tx, kind: ReconcileKind, projectId: number): Promise<void> {
  await tx.sql.row('SELECT id FROM timers WHERE kind = ? AND subject_id = ? FOR UPDATE', [kind, projectId])
}
