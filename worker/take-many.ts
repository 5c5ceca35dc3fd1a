import type { BatchedKind } from '../common/domain/jobs/catalog.ts'
import { SECOND } from '../common/kit/time.ts'
import { atomicallyTogether } from '../common/runtime/atomically.ts'
import { log, messageOf, trace } from '../common/runtime/log.ts'
import { jobSeconds } from '../common/runtime/metrics.ts'
import { batchable } from '../common/services/operations/batchable.ts'
import { timerSteps } from '../common/services/operations/timer-steps.ts'
import { cachedProject } from '../common/services/projects/cache.ts'
import type { Project } from '../common/services/projects/project.ts'
import type { Timer } from '../common/services/timers/find.ts'
import { onConnection } from '../db/sql.ts'
import { observeLateness, takeTimer } from './take-timer.ts'

/** Timers per transaction: their rows stay locked for some tens of milliseconds. */
export const MOST_TOGETHER = 25

/**
 * Processes timers of one kind and project: those without common rows in one transaction, the others one by
 * one. A failed batch is halved, down to single timers, which run last: one bad or locked subject cannot
 * stop the others (docs/decisions/0008-due-rows-in-batches.md).
 */
export async function takeMany(kind: BatchedKind, timers: readonly Timer[]): Promise<void> {
  const project = timers[0] ? await cachedProject(timers[0].projectId) : null
  if (!project) return
  const ids = timers.map(({ subjectId }) => subjectId).sort((one, other) => one - other)
  const apart = ids.length > 1 ? await onConnection((sql) => batchable[kind](sql, ids)) : []
  const batch = timers
    .filter(({ subjectId }) => apart.includes(subjectId))
    .sort((one, other) => one.subjectId - other.subjectId)
  const left = await takeTogether(kind, project, batch)
  for (const timer of [...timers.filter((one) => !batch.includes(one)), ...left]) await takeTimer(timer)
}

/** Processes timers as a batch. Returns those that failed in every batch. */
async function takeTogether(
  kind: BatchedKind,
  project: Project,
  timers: readonly Timer[],
): Promise<readonly Timer[]> {
  if (timers.length < 2) return timers
  const started = performance.now()
  try {
    await trace.run({ share: project.id, job: kind, project_id: project.id, count: timers.length }, () =>
      atomicallyTogether(
        timers.map(({ subjectId, requestId }) => ({
          requestId,
          work: async (tx) => {
            await timerSteps[kind](tx, project, subjectId)
            if (requestId !== null) for (const { fields } of tx.steps) fields.request_id = requestId
          },
        })),
      ),
    )
    const seconds = (performance.now() - started) / SECOND / timers.length
    for (const timer of timers) {
      observeLateness(timer)
      jobSeconds.observe({ kind, outcome: 'done' }, seconds)
    }
    return []
  } catch (error) {
    log().debug({ error: messageOf(error), count: timers.length }, 'a batch failed; retried in halves')
    const half = Math.ceil(timers.length / 2)
    const left = await takeTogether(kind, project, timers.slice(0, half))
    return [...left, ...(await takeTogether(kind, project, timers.slice(half)))]
  }
}
