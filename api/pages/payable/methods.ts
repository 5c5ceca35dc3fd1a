import { getMethod, preselected } from '../../../common/payments/methods/all.ts'
import type { PaymentMethod } from '../../../common/payments/methods/method.ts'
import { shortName } from '../../../common/text/short-name.ts'
import { translate } from '../../../common/text/translate.ts'
import { errorAt } from '../kit/fields.ts'
import type { PageInput } from './state.ts'

export interface MethodView {
  value: string
  title: string
  hint: string
  next: string
  icon: string
  checked: boolean
  choice: ChoiceView | null
}

/** What else is to be chosen with a method. */
interface ChoiceView {
  name: string
  error: string | null
  options: { id: string; value: string; label: string; checked: boolean }[]
}

export function methodView(method: string, input: PageInput): MethodView {
  const { methods, typed, locale, project } = input
  const { page } = getMethod(method)
  const say = translate(locale)
  const shop = shortName(project)
  return {
    value: method,
    title: say(page.label),
    hint: say(page.hint, { shop }),
    next: say(page.next, { shop }),
    icon: page.icon,
    checked: methods.length === 1 || (typed.payment_method ?? preselected(methods)) === method,
    choice: page.choice && choiceView(page.choice, input),
  }
}

function choiceView(
  { field, options }: NonNullable<PaymentMethod['page']['choice']>,
  input: PageInput,
): ChoiceView {
  const say = translate(input.locale)
  const chosen = input.typed[field] ?? options[0]?.value
  return {
    name: field,
    error: errorAt(input, field),
    options: options.map(({ value, label }) => ({
      id: `${field}-${value}`,
      value,
      label: say(label),
      checked: value === chosen,
    })),
  }
}
