import type { Locale } from '../../../common/kit/format.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { type Params, translate } from '../../../common/services/text/translate.ts'
import { pageFrame, shopOf } from '../frame.ts'
import { contactOf } from '../kit/contact.ts'
import { sentenceOf } from '../kit/fields.ts'
import { listed, titleOf } from '../kit/problems.ts'
import type { SheetName } from '../sheets.ts'

/** What a page is given on which one thing about a subscription is done. */
export interface StepInput {
  project: Project
  isTest: boolean
  locale: Locale
  nonce: string
  formToken: string
  /** Form field → key in the catalogue; '' holds what concerns no field. */
  errors: Record<string, string>
}

interface Said {
  scripts?: string[]
  sheets?: SheetName[]
  alone?: boolean
  heading: string
  state: string
  /** What the sentences of problems speak of. */
  about: Params
}

/** What such pages share: frame, heading, form, and what is wrong with what was sent, each leading to its field. */
export function stepFrame(
  input: StepInput,
  { heading, state, about, scripts = [], sheets, alone = false }: Said,
) {
  const { project, locale, isTest, nonce } = input
  const problems = Object.entries(input.errors).map(([name, key]) => ({
    text: sentenceOf(key, locale, about) ?? '',
    href: name === '' ? null : `#${name}`,
  }))
  const title = problems.length > 0 ? translate(locale)('title.error', { title: heading }) : heading
  return {
    page: pageFrame(
      {
        lang: locale,
        nonce,
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
    // Pressed again it would fail again, as far as we know.
    stuck: '' in input.errors,
    contact: '' in input.errors ? contactOf(project, locale) : null,
  }
}
