import { getMethod, preselected } from '../../../common/payments/methods/all.ts'
import type { PaymentMethod } from '../../../common/payments/methods/method.ts'
import { shortName } from '../../../common/text/short-name.ts'
import { translate } from '../../../common/text/translate.ts'
import { errorAt } from '../kit/fields.ts'
import { isOnlyWrong } from '../kit/problems.ts'
import type { PageInput } from './state.ts'

export interface MethodView {
  value: string
  title: string
  hint: string
  next: string
  icon: string
  checked: boolean
  /** Whether the next page shows where to send the money, and nothing is paid by the press. */
  byTransfer: boolean
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

export function methodView(method: string, input: PageInput): MethodView {
  const { methods, locale, project, errors } = input
  const { page } = getMethod(method)
  const say = translate(locale)
  const shop = shortName(project)
  return {
    value: method,
    title: say(page.label),
    hint: say(page.hint, { shop }),
    next: say(page.next, { shop }),
    icon: page.icon,
    checked: methods.length === 1 || chosenIn(input) === method,
    byTransfer: page.started(null).page === 'transfer',
    focus: method === methods[0] && isOnlyWrong(errors, 'payment_method'),
    choice: page.choice && choiceView(page.choice, input),
  }
}

/** What was chosen: on the form that was sent, else in the attempt that failed; else what is chosen from the start. */
function chosenIn({ methods, typed, payment }: PageInput): string | undefined {
  const tried =
    payment?.status === 'failed' || payment?.failure_code === 'rejected' ? payment.method : undefined
  return typed.payment_method ?? methods.find((method) => method === tried) ?? preselected(methods)
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
    options: options.map(({ value, label }, index) => ({
      id: `${field}-${value}`,
      value,
      label: say(label),
      checked: value === chosen,
      focus: index === 0 && isOnlyWrong(input.errors, field),
    })),
  }
}
