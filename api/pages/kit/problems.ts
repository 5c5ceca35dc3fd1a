import type { Locale } from '../../../common/kit/languages.ts'
import { translate } from '../../../common/services/text/translate.ts'

/** A problem with the form: a link to its field by name, or a sentence if it concerns none. */
export interface Problem {
  text: string
  href: string | null
  /** Whether it is the heading of the problems after it. */
  isHeading?: boolean
}

/**
 * Returns the problems to list above the form. A single problem with a field is not listed: it is shown at the field, which
 * gets the focus.
 */
export function listed(problems: Problem[]): Problem[] {
  return problems.length === 1 && problems[0]?.href ? [] : problems
}

/** Returns whether the field `name` is the only one with an error, so that it gets the focus. */
export function isOnlyWrong(errors: Record<string, string>, name: string): boolean {
  return name in errors && Object.keys(errors).length === 1
}

/** Returns the heading of the list of problems. */
export function titleOf(problems: Problem[], errors: Record<string, string>, locale: Locale): string {
  const t = translate(locale)
  if (errors[''] === 'errors.total_changed') return t('errors.total_changed_title')
  return t(problems.some(({ href }) => href !== null) ? 'errors.heading' : 'errors.impossible')
}
