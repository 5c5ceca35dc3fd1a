import type { Locale } from '../../../common/kit/languages.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { readable } from '../../../common/kit/text.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { Form } from '../form.ts'
import { fieldOf, type FormState } from '../kit/fields.ts'

/** The usual reasons for a rejection, which need no typing. */
const USUAL_REASONS = {
  not_found: 'decide.reason_not_found',
  taken_back: 'decide.reason_taken_back',
  proof: 'decide.reason_proof',
} as const satisfies Record<string, SentenceKey>

/** The choice next to the text field for another reason. */
const OTHER_REASON = 'other'

export const LONGEST_REASON = 500

/** Returns the usual reasons to choose from, and the field for another one. */
export function reasonField(form: FormState) {
  const t = translate(form.locale)
  const field = fieldOf(form, 'reason', {
    label: t('decide.reason'),
    hint: t('decide.reason_hint'),
    known: null,
    required: false,
    maxlength: LONGEST_REASON,
  })
  const chosen = form.typed.reason_choice ?? (field.value === '' ? null : OTHER_REASON)
  return {
    ...field,
    choices: Object.entries(USUAL_REASONS).map(([value, key]) => ({
      ...{ value, text: t(key), checked: value === chosen },
    })),
    other: { value: OTHER_REASON, checked: chosen === OTHER_REASON },
  }
}

/** Returns the reason in a form, as the customer will read it: a usual one, or the typed text. Null without a reason. */
export function reasonIn({ reason_choice: choice = '', reason = '' }: Form, locale: Locale): string | null {
  return isUsual(choice) ? translate(locale)(USUAL_REASONS[choice]) : readable(reason)
}

function isUsual(choice: string): choice is keyof typeof USUAL_REASONS {
  return Object.hasOwn(USUAL_REASONS, choice)
}
