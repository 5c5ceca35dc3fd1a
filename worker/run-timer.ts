import { SECOND } from '../common/kit/time.ts'
import { cachedProject } from '../common/projects/cache.ts'
import type { Project } from '../common/projects/project.ts'
import { now } from '../common/runtime/clock.ts'
import { log, messageOf, traceJob } from '../common/runtime/log.ts'
import { timerLateness } from '../common/runtime/metrics.ts'
import { findTimer, type Timer } from '../common/timers/find.ts'
import { recordFailure } from '../common/timers/record-failure.ts'
import { onConnection } from '../db/sql.ts'
import { atomically } from './atomically.ts'

/**
 * Does what a timer stands for; a job that outlived its row has nothing to do. What fails is written
 * down on the row, in a transaction of its own, and thrown on.
 */
export async function runTimer(
  kind: Timer['kind'],
  subjectId: number,
  work: (project: Project) => Promise<void>,
): Promise<void> {
  const timer = await onConnection((sql) => findTimer(sql, kind, subjectId))
  const project = timer && (await cachedProject(timer.projectId))
  if (!timer || !project) return
  traceJob({
    ...{ project_id: project.id, due_at: timer.dueAt.toISOString(), tries: timer.tries + 1 },
    ...(timer.requestId !== null && { request_id: timer.requestId }),
  })
  observeLateness(timer)
  try {
    await work(project)
  } catch (error) {
    await noteFailure(timer, error)
    throw error
  }
}

/** How late a timer is taken up. */
export function observeLateness({ kind, dueAt }: Timer): void {
  const late = now().getTime() - dueAt.getTime()
  if (late >= 0) timerLateness.observe({ kind }, late / SECOND)
}

/** Where even that fails the scanner tries again all the same, once the lease of the job is over. */
async function noteFailure(timer: Timer, failure: unknown): Promise<void> {
  try {
    await atomically((tx) => recordFailure(tx, timer, messageOf(failure)))
  } catch (error) {
    log().warn({ error: messageOf(error) }, 'the failure of a job could not be written down')
  }
}
