import type { ManyKind } from '../common/jobs/catalog.ts'
import { companions } from '../common/operations/companions.ts'
import { timerSteps } from '../common/operations/timer-steps.ts'
import { cachedProject } from '../common/projects/cache.ts'
import type { Project } from '../common/projects/project.ts'
import { atomicallyTogether } from '../common/runtime/atomically.ts'
import { causedBy, log, messageOf } from '../common/runtime/log.ts'
import { findTimers, type Timer } from '../common/timers/find.ts'
import { onConnection } from '../db/sql.ts'
import { observeLateness } from './run-timer.ts'
import { takeStep } from './take-step.ts'

/**
 * Takes what is due for several subjects of a project in one transaction, those that have no row in common; the
 * others one by one. A company that fails is halved, down to one, which has its turn alone when all others are done: one
 * bad subject, or one that somebody holds, cannot stop the others (docs/decisions/0008-due-things-in-company.md).
 */
export async function takeMany(kind: ManyKind, subjectIds: readonly number[]): Promise<void> {
  const { timers, together } = await onConnection(async (sql) => {
    const timers = await findTimers(sql, kind, subjectIds)
    const ids = timers.map(({ subjectId }) => subjectId)
    return { timers, together: new Set(ids.length > 1 ? await companions[kind](sql, ids) : []) }
  })
  const project = timers[0] ? await cachedProject(timers[0].projectId) : null
  if (!project) return
  const inCompany = timers.filter((timer) => timer.projectId === project.id && together.has(timer.subjectId))
  const left = await takeTogether(kind, project, inCompany)
  for (const timer of [...timers.filter((timer) => !inCompany.includes(timer)), ...left])
    await takeAlone(kind, timer)
}

/** Answers those who found no company in which it could be done. */
async function takeTogether(
  kind: ManyKind,
  project: Project,
  timers: readonly Timer[],
): Promise<readonly Timer[]> {
  if (timers.length < 2) return timers
  try {
    await atomicallyTogether(
      timers.map(({ subjectId, requestId }) => async (tx) => {
        await causedBy(requestId, () => timerSteps[kind](tx, project, subjectId))
        if (requestId !== null) for (const { fields } of tx.steps) fields.request_id = requestId
      }),
    )
    timers.forEach(observeLateness)
    return []
  } catch (error) {
    log().debug({ error: messageOf(error), count: timers.length }, 'not together: tried in halves')
    const half = Math.ceil(timers.length / 2)
    const left = await takeTogether(kind, project, timers.slice(0, half))
    return [...left, ...(await takeTogether(kind, project, timers.slice(half)))]
  }
}

/** What fails is written down by then; the others have their turn. */
async function takeAlone(kind: ManyKind, { subjectId }: Timer): Promise<void> {
  try {
    await takeStep(kind, subjectId)
  } catch (error) {
    log().error({ err: error, subject_id: subjectId }, 'a job failed; its row stays due and is tried again')
  }
}
