import { getMethod, preselected } from '../../../common/methods/all.ts'
import type { PaymentMethod } from '../../../common/methods/method.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { isPhone } from '../hand-over/in-app.ts'
import { errorAt, type Filled } from '../kit/fields.ts'
import { isOnlyWrong } from '../kit/problems.ts'
import type { PageInput } from './state.ts'

export interface MethodView {
  value: string
  title: string
  hint: string
  next: string
  icon: string
  checked: boolean
  /** What the button says while it is chosen, where that is not that it pays. */
  says: string | null
  /** Which of the words on the button these are, counted from 1; 0 where they are not its own. */
  at: number
  /** Whether it takes the focus when the page comes: nothing but the choice is to be put right. */
  focus: boolean
  choice: ChoiceView | null
}

/** What else is to be chosen with a method. */
interface ChoiceView {
  name: string
  error: string | null
  options: { id: string; value: string; label: string; checked: boolean; focus: boolean }[]
}

/** What decides how the ways to pay are shown. */
export type WaysInput = Filled & Pick<PageInput, 'project' | 'methods' | 'payment' | 'userAgent'>

export function methodView(method: string, input: WaysInput): MethodView {
  const { methods, locale, project, errors, userAgent = '' } = input
  const { page } = getMethod(method)
  const t = translate(locale)
  const shop = shortName(project)
  return {
    value: method,
    title: t(page.label),
    hint: t(page.hint, { shop }),
    next: t(page.next, { shop }),
    icon: page.icon,
    checked: chosenIn(input) === method,
    says: page.button && t(isPhone(userAgent) ? (page.button.onPhone ?? page.button.text) : page.button.text),
    at: 0,
    focus: method === methods[0] && isOnlyWrong(errors, 'payment_method'),
    choice: page.choice && choiceView(page.choice, input),
  }
}

/** What was chosen: on the form that was sent, else in the attempt that failed; else what is chosen from the start. */
function chosenIn({ methods, typed, payment, errors }: WaysInput): string | undefined {
  const tried =
    payment?.status === 'failed' || payment?.failure_code === 'rejected' ? payment.method : undefined
  if ('payment_method' in errors) return typed.payment_method // none of ours, where the page asks to choose
  return typed.payment_method ?? methods.find((method) => method === tried) ?? preselected(methods)
}

function choiceView(
  { field, options }: NonNullable<PaymentMethod['page']['choice']>,
  input: WaysInput,
): ChoiceView {
  const t = translate(input.locale)
  const chosen = input.typed[field] ?? options[0]?.value
  return {
    name: field,
    error: errorAt(input, field),
    options: options.map(({ value, label }, index) => ({
      id: `${field}-${value}`,
      value,
      label: t(label),
      checked: value === chosen,
      focus: index === 0 && isOnlyWrong(input.errors, field),
    })),
  }
}
