import { findProject } from '../../common/projects/find-project.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { steps } from '../../common/timers/steps.ts'
import type { StepKind } from '../../common/timers/steps.ts'
import { read } from '../../db/sql.ts'
import { atomically } from '../../api/atomically.ts'

interface Row {
  kind: StepKind
  subject_id: number
  due_at: Date
}

/**
 * Moves a project's time to `target`: what its timers make due on the way happens in order, each at
 * its own moment, by the very operations that workers call. Test clocks stay where they are.
 */
export async function travelTo(projectId: number, target: Date): Promise<void> {
  const project = await findProject(projectId)
  if (!project) throw new Error(`no project ${projectId}`)
  for (;;) {
    const due = await read((sql) =>
      sql.row<Row>(
        `SELECT kind, subject_id, due_at FROM timers WHERE project_id = ? AND test_clock_id IS NULL
           AND kind <> 'clock.advance' AND due_at <= ? ORDER BY due_at, id LIMIT 1`,
        [projectId, target],
      ),
    )
    if (!due) break
    setClock(() => due.due_at)
    await atomically((tx) => steps[due.kind](tx, project, due.subject_id))
  }
  setClock(() => target)
}
