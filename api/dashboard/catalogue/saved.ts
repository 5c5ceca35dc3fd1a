import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import type { PressResult } from '../../pages/hosted-page.ts'
import { addressIn, type ProjectVisit } from '../project-visit.ts'
import { refusedFields } from '../selling/problems.ts'

/**
 * Saves a form without errors, and goes to the path that `save` returns. Returns the errors by field if it is refused. `names`
 * are the fields of the form with other names than in the API.
 */
export async function saved(
  visit: ProjectVisit,
  errors: FormErrors,
  names: Readonly<Record<string, string>>,
  save: () => Promise<string>,
): Promise<PressResult> {
  if (isFaulty(errors)) return { errors }
  try {
    return { goTo: addressIn(visit, await save()) }
  } catch (error) {
    return { errors: refusedFields(error, [], names) }
  }
}
