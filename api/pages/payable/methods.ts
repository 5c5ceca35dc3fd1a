import { getMethod, preselected } from '../../../common/methods/all.ts'
import type { PaymentMethod } from '../../../common/methods/method.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { isPhone } from '../hand-over/in-app.ts'
import { errorAt, type FormState } from '../kit/fields.ts'
import { isOnlyWrong } from '../kit/problems.ts'
import type { PageInput } from './state.ts'

export interface MethodView {
  value: string
  title: string
  hint: string
  next: string
  icon: string
  checked: boolean
  /** The button's text while it is chosen; null for the usual "Pay …". */
  buttonText: string | null
  /** The index of that text on the button, from 1; 0 for the usual text. */
  at: number
  /** Whether it gets the focus when the page loads, because only this choice has an error. */
  focus: boolean
  choice: ChoiceView | null
}

/** A further choice that a method requires. */
interface ChoiceView {
  name: string
  error: string | null
  options: { id: string; value: string; label: string; checked: boolean; focus: boolean }[]
}

/** The input of the payment methods on a page. */
export type MethodsInput = FormState & Pick<PageInput, 'project' | 'methods' | 'payment' | 'userAgent'>

export function methodView(method: string, input: MethodsInput): MethodView {
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
    checked: chosenMethod(input) === method,
    buttonText:
      page.button && t(isPhone(userAgent) ? (page.button.onPhone ?? page.button.text) : page.button.text),
    at: 0,
    focus: method === methods[0] && isOnlyWrong(errors, 'payment_method'),
    choice: page.choice && choiceView(page.choice, input),
  }
}

/** Returns the method chosen on the form, or else the one of the failed attempt, or else the preselected one. */
function chosenMethod({ methods, typed, payment, errors }: MethodsInput): string | undefined {
  const failed =
    payment?.status === 'failed' || payment?.failure_code === 'rejected' ? payment.method : undefined
  if ('payment_method' in errors) return typed.payment_method // it may be unknown
  return typed.payment_method ?? methods.find((method) => method === failed) ?? preselected(methods)
}

function choiceView(
  { field, options }: NonNullable<PaymentMethod['page']['choice']>,
  input: MethodsInput,
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
