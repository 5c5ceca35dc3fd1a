import type { Locale } from '../../../common/kit/languages.ts'
import { translate } from '../../../common/services/text/translate.ts'

/** Something to be put right, and the way to it, where it is about a field. */
export interface Problem {
  text: string
  href: string | null
}

/**
 * What is listed over a form. One wrong field is not: the sentence stands at the field, which takes the focus, and
 * nothing is said twice. Several are, each with the way to it, and so is what is wrong with no field.
 */
export function listed(problems: Problem[]): Problem[] {
  return problems.length === 1 && problems[0]?.href ? [] : problems
}

/** Whether the group of choices `name` is all that is wrong: its first one takes the focus then. */
export function isOnlyWrong(errors: Record<string, string>, name: string): boolean {
  return name in errors && Object.keys(errors).length === 1
}

/** What stands over them. Where none is about a field there is nothing to check. */
export function titleOf(problems: Problem[], errors: Record<string, string>, locale: Locale): string {
  const t = translate(locale)
  if (errors[''] === 'errors.total_changed') return t('errors.total_changed_title')
  return t(problems.some(({ href }) => href !== null) ? 'errors.heading' : 'errors.impossible')
}
