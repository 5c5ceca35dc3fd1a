import { jobs, type LongJobKind, type StepKind } from '../common/domain/jobs/catalog.ts'
import { SECOND } from '../common/kit/time.ts'
import { atomicallyTogether } from '../common/runtime/atomically.ts'
import { now } from '../common/runtime/clock.ts'
import { log, messageOf, trace } from '../common/runtime/log.ts'
import { measureJob, timerLateness } from '../common/runtime/metrics.ts'
import { askProvider } from '../common/services/operations/ask-provider.ts'
import { reconcileDaily } from '../common/services/operations/reconcile-daily.ts'
import { sendRefund } from '../common/services/operations/send-refund.ts'
import { timerSteps } from '../common/services/operations/timer-steps.ts'
import { walkClock } from '../common/services/operations/walk-clock.ts'
import { cachedProject } from '../common/services/projects/cache.ts'
import type { Project } from '../common/services/projects/project.ts'
import { runImport } from '../common/services/statements/run-import.ts'
import type { Timer } from '../common/services/timers/find.ts'
import { recordFailure } from '../common/services/timers/record-failure.ts'
import { atomically } from './atomically.ts'

type Work = (project: Project, subjectId: number) => Promise<unknown>

const longJobs: Readonly<Record<LongJobKind, Work>> = {
  'clock.advance': (_project, id) => walkClock(id, atomically),
  'payment.ask': (project, id) => askProvider(project, id, atomically),
  'refund.send': (project, id) => sendRefund(project, id, atomically),
  'statement.import': (project, id) => runImport(project, id, atomically, atomicallyTogether),
  'project.live_reconcile': (project) => reconcileDaily(project, 'project.live_reconcile', atomically),
  'project.test_reconcile': (project) => reconcileDaily(project, 'project.test_reconcile', atomically),
}

/**
 * Runs a timer's step. Never throws: a failure is logged and stored in the row, which is retried later. Log
 * lines carry the subject, the due time, the number of tries and the request that set the timer.
 */
export async function takeTimer(timer: Timer): Promise<void> {
  const { kind, subjectId, projectId } = timer
  const project = await cachedProject(projectId)
  if (!project) return
  await trace.run(traceOf(timer), async () => {
    observeLateness(timer)
    const started = performance.now()
    try {
      await measureJob(kind, () =>
        isStep(kind)
          ? atomically((tx) => timerSteps[kind](tx, project, subjectId))
          : longJobs[kind](project, subjectId),
      )
      log().debug({ ms: Math.round(performance.now() - started) }, 'job done')
    } catch (error) {
      log().error({ err: error }, 'a job failed; its row stays due and is retried')
      await storeFailure(timer, error)
    }
  })
}

function isStep(kind: Timer['kind']): kind is StepKind {
  return kind in timerSteps
}

function traceOf({ kind, subjectId, projectId, dueAt, tries, requestId }: Timer) {
  return {
    ...{ share: projectId, job: kind, [jobs[kind].subject]: subjectId, project_id: projectId },
    ...{ due_at: dueAt.toISOString(), tries: tries + 1 },
    ...(requestId !== null && { request_id: requestId }),
  }
}

/** Records in the metrics how late a timer runs. */
export function observeLateness({ kind, dueAt }: Timer): void {
  const late = now().getTime() - dueAt.getTime()
  if (late >= 0) timerLateness.observe({ kind }, late / SECOND)
}

/** Stores a failure in the timer's row. If this fails too, the row stays due and the scanner finds it. */
async function storeFailure(timer: Timer, failure: unknown): Promise<void> {
  try {
    await atomically((tx) => recordFailure(tx, timer, messageOf(failure)))
  } catch (error) {
    log().warn({ error: messageOf(error) }, 'the failure of a job could not be stored')
  }
}
