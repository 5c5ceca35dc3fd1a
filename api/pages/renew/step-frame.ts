import type { Locale } from '../../../common/kit/format.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { type Params, translate } from '../../../common/services/text/translate.ts'
import { pageFrame, shopOf } from '../frame.ts'
import { contactOf } from '../kit/contact.ts'
import { sentenceOf } from '../kit/fields.ts'
import { listed, titleOf } from '../kit/problems.ts'
import type { SheetName } from '../sheets.ts'

/** The input of a page for one action on a subscription. */
export interface StepInput {
  project: Project
  isTest: boolean
  locale: Locale
  formToken: string
  /** Sentence keys by form field. The key '' is for errors that concern no field. */
  errors: Record<string, string>
}

interface StepContent {
  scripts?: string[]
  sheets?: SheetName[]
  alone?: boolean
  heading: string
  state: string
  /** The parameters of error sentences. */
  about: Params
}

/** Returns the common parts of such pages: frame, heading, form, and problems with links to their fields. */
export function stepFrame(
  input: StepInput,
  { heading, state, about, scripts = [], sheets, alone = false }: StepContent,
) {
  const { project, locale, isTest } = input
  const problems = Object.entries(input.errors).map(([name, key]) => ({
    text: sentenceOf(key, locale, about) ?? '',
    href: name === '' ? null : `#${name}`,
  }))
  const title = problems.length > 0 ? translate(locale)('title.error', { title: heading }) : heading
  return {
    page: pageFrame(
      {
        lang: locale,
        title,
        state,
        isTest,
        scripts,
        alone,
        sheets: sheets ?? [alone ? 'rest.css' : 'portal.css'],
      },
      project,
    ),
    shop: shopOf(project),
    form: { token: input.formToken },
    heading,
    problems: listed(problems),
    problemsTitle: titleOf(problems, input.errors, locale),
    // Another press would probably fail, too.
    stuck: '' in input.errors,
    contact: '' in input.errors ? contactOf(project, locale) : null,
  }
}
