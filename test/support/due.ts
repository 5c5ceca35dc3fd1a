import type { ReconcileKind, StepKind } from '../../common/domain/jobs/catalog.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { askProvider } from '../../common/services/operations/ask-provider.ts'
import { reconcileDaily } from '../../common/services/operations/reconcile-daily.ts'
import { sendRefund } from '../../common/services/operations/send-refund.ts'
import { timerSteps } from '../../common/services/operations/timer-steps.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'

interface Row {
  kind: StepKind | 'payment.ask' | 'refund.send' | ReconcileKind
  subject_id: number
  due_at: Date
}

/**
 * Moves a project's time to `target`. Applies all timers that become due on the way, in order, each at its own
 * time, with the operations that workers call. Does not move test clocks.
 */
export async function travelTo(projectId: number, target: Date): Promise<void> {
  const project = await cachedProject(projectId)
  if (!project) throw new Error(`no project ${projectId}`)
  for (;;) {
    const due = await onConnection((sql) =>
      sql.row<Row>(
        `SELECT kind, subject_id, due_at FROM timers WHERE project_id = ? AND test_clock_id IS NULL
           AND kind <> 'clock.advance' AND due_at <= ? ORDER BY due_at, id LIMIT 1`,
        [projectId, target],
      ),
    )
    if (!due) break
    setClock(() => due.due_at)
    if (due.kind === 'payment.ask') await askProvider(project, due.subject_id, atomically)
    else if (due.kind === 'refund.send') await sendRefund(project, due.subject_id, atomically)
    else if (due.kind === 'project.live_reconcile' || due.kind === 'project.test_reconcile')
      await reconcileDaily(project, due.kind, atomically)
    else await atomically((tx) => timerSteps[due.kind as StepKind](tx, project, due.subject_id))
  }
  setClock(() => target)
}
