import { formatAmount } from '../../../common/kit/format.ts'
import { findMethod, manualSentence } from '../../../common/methods/all.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { errorAt, type FieldGroup, type FieldView, idOf } from '../kit/fields.ts'
import { listed, type Problem, titleOf } from '../kit/problems.ts'
import { buttonOf, type ButtonView, placedOn } from './button.ts'
import { type MethodView, methodView } from './methods.ts'
import type { PayableInput } from './state.ts'

/** The right side of what can be paid. */
export interface FormView {
  free: boolean
  payable: boolean
  groups: FieldGroup[]
  methods: MethodView[]
  /** The one way to pay, where there is one alone. */
  only: MethodView | null
  methodError: string | null
  problems: Problem[]
  problemsTitle: string
  /** What became of the last attempt; it takes the focus where nothing else is wrong. */
  notice: { title: string; lines: string[]; focus: boolean } | null
  button: ButtonView
}

/** Whether anything can be done on the page: where there is nothing to pay, no method is needed. */
export function isPayable({ payable, methods }: PayableInput): boolean {
  return payable.amount === 0 || methods.length > 0
}

/**
 * `groups` are the fields of the form, `beside` those of the order next to it: a problem leads to its
 * field, in the order in which they stand on the page.
 */
export function formView(
  input: PayableInput,
  groups: FieldGroup[],
  beside: readonly FieldView[] = [],
): FormView {
  const { payable } = input
  const free = payable.amount === 0
  const can = isPayable(input)
  const methods = (free ? [] : input.methods).map((method) => methodView(method, input))
  const button = wordsOf(input, methods)
  const asked = [...beside, ...groups.flatMap(({ fields }) => fields)].map(({ name }) => name)
  const problems = problemsOf(input, can ? asked : [], methods)
  return {
    free,
    payable: can,
    groups: can ? groups : [],
    methods: placedOn(button, methods),
    only: methods.length === 1 && !('payment_method' in input.errors) ? methods[0]! : null,
    methodError: errorAt(input, 'payment_method'),
    problems: listed(problems),
    problemsTitle: titleOf(problems, input.errors, input.locale),
    notice: failureOf(input),
    button,
  }
}

function wordsOf({ payable, locale }: PayableInput, methods: MethodView[]): ButtonView {
  const t = translate(locale)
  if (payable.amount === 0) return { text: t('pay.button_free'), instead: [], untold: '' }
  const amount = formatAmount(payable.amount, payable.currency, locale)
  return buttonOf({ pays: t('pay.button', { amount }), leads: t('renew.button_sum', { amount }) }, methods)
}

function problemsOf(input: PayableInput, asked: string[], methods: MethodView[]): Problem[] {
  const choices = choicesOf(methods)
  const order = ['', ...asked, ...Object.keys(choices)]
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.keys(input.errors)
    .sort((one, other) => place(one) - place(other))
    .map((name) => ({
      text: errorAt(input, name) ?? '',
      href: choices[name] ? `#${choices[name]}` : asked.includes(name) ? `#${idOf(name)}` : null,
    }))
}

/** A group of choices is entered at its first one: the id of that, by the group's name. */
function choicesOf(methods: MethodView[]): Record<string, string> {
  const more = methods.flatMap(({ choice }) =>
    choice?.options[0] ? [[choice.name, choice.options[0].id]] : [],
  )
  return { payment_method: 'method-0', ...(Object.fromEntries(more) as Record<string, string>) }
}

/** What became of the last attempt, if it went wrong, and what can be done now. */
function failureOf({ payment, project, locale, errors }: PayableInput): FormView['notice'] {
  const cameInPart = payment?.status === 'refund_required' && payment.failure_code === 'rejected'
  if (payment?.status !== 'failed' && !cameInPart) return null
  const t = translate(locale)
  const shop = shortName(project)
  const message = payment.failure_message
  const focus = Object.keys(errors).length === 0
  // Why a method declined is told to the merchant, in English; the page speaks the customer's language.
  if (!findMethod(payment.method)?.attempt.manual)
    return { title: t('declined.title'), lines: [t('declined.text')], focus }
  return {
    focus,
    title: t(manualSentence(payment.method, cameInPart ? 'rejected_title_part' : 'rejected_title'), {
      shop,
    }),
    lines: [
      message ? t('rejected.reason', { reason: message }) : t('rejected.no_reason'),
      t(cameInPart ? 'rejected.text_part' : manualSentence(payment.method, 'rejected_text'), {
        shop,
        reference: payment.reference ?? '',
      }),
    ],
  }
}
