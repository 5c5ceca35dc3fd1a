import {
  jobForMany,
  type ManyKind,
  type NewJob,
  newJob,
  type OldTimerKind,
  type TimerKind,
} from '../../jobs/catalog.ts'
import { SECOND } from '../../kit/time.ts'

/** So many are taken in one transaction: their rows are locked for some tens of milliseconds. */
export const MOST_TOGETHER = 25

interface Due {
  projectId: number
  kind: TimerKind | OldTimerKind
  subjectId: number
  dueAt: Date
}

/**
 * The jobs for timers. Those of one kind and project that are overdue, or due within the same second, have one job
 * for several, at the time of the last of them.
 */
export function timerJobs(timers: readonly Due[], now: Date): NewJob[] {
  const groups: Due[][] = []
  const open = new Map<string, Due[]>()
  for (const timer of timers) {
    const name = nameOf(timer, now)
    const group = name === null ? undefined : open.get(name)
    if (group && group.length < MOST_TOGETHER) group.push(timer)
    else {
      const begun = [timer]
      groups.push(begun)
      if (name !== null) open.set(name, begun)
    }
  }
  return groups.map(jobOf)
}

/** What those have in common that share a job; null for what is always taken alone. */
function nameOf({ kind, projectId, dueAt }: Due, now: Date): string | null {
  if (!isOfMany(kind)) return null
  const second = dueAt <= now ? 'overdue' : Math.floor(dueAt.getTime() / SECOND)
  return `${kind} ${projectId} ${second}`
}

function jobOf(group: readonly Due[]): NewJob {
  const { kind, subjectId, dueAt } = group[0]!
  if (group.length === 1 || !isOfMany(kind)) return newJob(kind, subjectId, dueAt, { subjectId })
  const subjectIds = group.map((one) => one.subjectId).sort((one, other) => one - other)
  const last = new Date(Math.max(...group.map((one) => one.dueAt.getTime())))
  return newJob(jobForMany[kind], subjectIds[0]!, last, { subjectIds })
}

function isOfMany(kind: Due['kind']): kind is ManyKind {
  return kind in jobForMany
}
