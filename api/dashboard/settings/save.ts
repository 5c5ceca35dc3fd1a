import type { FormErrors, FormProblem } from '../../../common/kit/form.ts'
import { type Problem, Refusal } from '../../../common/kit/refusal.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { publish } from '../../../common/runtime/publish.ts'
import { changeProject } from '../../../common/services/members/change-project.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { PressResult } from '../../pages/hosted-page.ts'
import { projectChanges } from '../../v1/projects/schema.ts'
import { validate } from '../../valid.ts'
import { addressIn, type ProjectVisit } from '../project-visit.ts'

/**
 * Changes the settings of a project as the API does, with a body of its PATCH. Returns to `back`, or returns the problems of a
 * refused body: `problemOf` names the field and the sentence for each.
 * `more` runs in the same transaction.
 */
export async function saveSettings(
  visit: ProjectVisit,
  body: object,
  back: string,
  problemOf: (problem: Problem) => readonly [field: string, problem: FormProblem],
  more?: (tx: ModelTx) => Promise<unknown>,
): Promise<PressResult> {
  const { id } = visit.scope.project
  try {
    await atomically(async (tx) => {
      await changeProject(tx, id, validate(projectChanges, body, { keepNull: true }))
      await more?.(tx)
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error
    const errors: FormErrors = Object.fromEntries(error.problems.map(problemOf))
    return { errors }
  }
  publish('project.changed', id)
  return { goTo: addressIn(visit, back) }
}
