import { type TimerStepKind, timerSteps } from '../common/operations/timer-steps.ts'
import { atomically } from './atomically.ts'
import { runTimer } from './run-timer.ts'

/** Takes the step that is due for a subject, in a transaction of its own. */
export function takeStep(kind: TimerStepKind, subjectId: number): Promise<void> {
  return runTimer(kind, subjectId, (project) => atomically((tx) => timerSteps[kind](tx, project, subjectId)))
}
