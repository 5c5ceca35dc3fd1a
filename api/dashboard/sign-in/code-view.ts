import { translate } from '../../../common/services/text/translate.ts'
import { fieldOf, type FormState } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { bareFrame } from '../frame.ts'

export interface CodeInput extends FormState {
  formToken: string
  /** The address that was typed, member's or not; null if it is not known any more. */
  address: string | null
  /** The page that sends another email. */
  again: string
}

/** Why no code from this email works any more. */
const OVER = ['errors.sign_in_guessed', 'errors.sign_in_expired', 'errors.sign_in_used']

/** Returns the page after an email was requested. It does not tell whether one was sent. */
export function codeView(input: CodeInput): PageView {
  const t = translate(input.locale)
  const title = t('dashboard.code.heading')
  const isWrong = Object.keys(input.errors).length > 0
  return {
    status: 200,
    template: 'dashboard/sign-in/code',
    view: {
      ...bareFrame(input, {
        title: isWrong ? t('title.error', { title }) : title,
        state: 'dashboard_code',
      }),
      form: { token: input.formToken },
      text:
        input.address === null
          ? t('dashboard.code.text')
          : t('dashboard.code.address', { email: input.address }),
      field: fieldOf(input, 'code', {
        ...{ label: t('dashboard.code.label'), limit: t('dashboard.code.hint'), known: null },
        ...{ autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 12 },
      }),
      isWrong,
      isOver: OVER.includes(input.errors.code ?? ''),
      again: input.again,
    },
  }
}
