import type { Locale } from '../../../common/kit/languages.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { readable } from '../../../common/kit/text.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { Form } from '../form.ts'

/** The usual reasons for a rejection, which need no typing. */
export const USUAL_REASONS = {
  not_found: 'decide.reason_not_found',
  taken_back: 'decide.reason_taken_back',
  proof: 'decide.reason_proof',
} as const satisfies Record<string, SentenceKey>

/** The choice next to the text field for another reason. */
export const OTHER_REASON = 'other'

/** Returns the reason in a form, as the customer will read it: a usual one, or the typed text. Null without a reason. */
export function reasonIn({ reason_choice: choice = '', reason = '' }: Form, locale: Locale): string | null {
  return isUsual(choice) ? translate(locale)(USUAL_REASONS[choice]) : readable(reason)
}

function isUsual(choice: string): choice is keyof typeof USUAL_REASONS {
  return Object.hasOwn(USUAL_REASONS, choice)
}
