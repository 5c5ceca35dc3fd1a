import { formatAmount } from '../../../common/kit/format.ts'
import { findMethod, manualSentence } from '../../../common/methods/all.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { errorAt, type FieldGroup, fieldsIn, type FieldView } from '../kit/fields.ts'
import { listed, type Problem, titleOf } from '../kit/problems.ts'
import { buttonOf, type ButtonView, withTextIndexes } from './button.ts'
import { type MethodView, methodView } from './methods.ts'
import type { PayableInput } from './state.ts'

/** The payment form, the right column of a page. */
export interface FormView {
  free: boolean
  payable: boolean
  groups: FieldGroup[]
  methods: MethodView[]
  /** The only payment method; null if there are several. */
  only: MethodView | null
  methodError: string | null
  problems: Problem[]
  problemsTitle: string
  /** The failure of the last attempt. It gets the focus if there are no errors. */
  notice: { title: string; lines: string[]; focus: boolean } | null
  button: ButtonView
}

/** Returns whether the page can complete the order. A total of 0 needs no payment method. */
export function isPayable({ payable, methods }: PayableInput): boolean {
  return payable.amount === 0 || methods.length > 0
}

/**
 * Returns the payment form. `groups` are its own fields, `orderFields` those inside the order. Problems are listed in the
 * order of their fields on the page.
 */
export function formView(
  input: PayableInput,
  groups: FieldGroup[],
  orderFields: readonly FieldView[] = [],
): FormView {
  const { payable } = input
  const free = payable.amount === 0
  const can = isPayable(input)
  const methods = (free ? [] : input.methods).map((method) => methodView(method, input))
  const button = payButton(input, methods)
  const asked = [...orderFields, ...groups.flatMap(fieldsIn)]
  const problems = problemsOf(input, can ? asked : [], methods)
  return {
    free,
    payable: can,
    groups: can ? groups : [],
    methods: withTextIndexes(button, methods),
    only: methods.length === 1 && !('payment_method' in input.errors) ? methods[0]! : null,
    methodError: errorAt(input, 'payment_method'),
    problems: withHeading(listed(problems), input),
    problemsTitle: titleOf(problems, input.errors, input.locale),
    notice: failureOf(input),
    button,
  }
}

function payButton({ payable, locale }: PayableInput, methods: MethodView[]): ButtonView {
  const t = translate(locale)
  if (payable.amount === 0) return { text: t('pay.button_free'), instead: [], fallback: '' }
  const amount = formatAmount(payable.amount, payable.currency, locale)
  return buttonOf({ pays: t('pay.button', { amount }), leads: t('renew.button_sum', { amount }) }, methods)
}

/** Returns the problems in the order of the page. Each links to its field by name, because its sentence is at the field. */
function problemsOf(input: PayableInput, asked: readonly FieldView[], methods: MethodView[]): Problem[] {
  const wrong = Object.keys(input.errors)
  if (wrong.length === 0) return []
  const places = new Map([...asked, ...choicesOf(methods, input)].map((place) => [place.name, place]))
  const names = [...places.keys()]
  const at = (name: string) => (name === '' ? -1 : places.has(name) ? names.indexOf(name) : names.length)
  return wrong
    .sort((one, other) => at(one) - at(other))
    .map((name) => {
      const place = places.get(name)
      if (place) return { text: place.label, href: `#${place.id}` }
      const text = errorAt(input, name) ?? ''
      return { text: isNewTotal(input, name) ? `${totalWas(input)} ${text}`.trim() : text, href: null }
    })
}

function isNewTotal({ errors }: PayableInput, name: string): boolean {
  return errors[name] === 'errors.total_changed'
}

/** Returns the total that the customer saw, and the new one; empty if the form does not say what was shown. */
function totalWas({ typed: { amount_total: shown = '' }, payable, locale }: PayableInput): string {
  if (!/^\d{1,15}$/.test(shown)) return ''
  const money = (amount: number) => formatAmount(amount, payable.currency, locale)
  return translate(locale)('errors.total_was', { old: money(Number(shown)), total: money(payable.amount) })
}

/** Separates a new total, which is the title of the list, from the fields to correct. */
function withHeading([first, ...others]: Problem[], input: PayableInput): Problem[] {
  if (!first) return []
  const heading = { text: translate(input.locale)('errors.heading'), href: null, isHeading: true }
  return isNewTotal(input, '') && others.length > 0 ? [first, heading, ...others] : [first, ...others]
}

/** Returns the choices of the form: the payment method and each method's own. A problem links to the first option. */
function choicesOf(
  methods: MethodView[],
  { locale }: PayableInput,
): Pick<FieldView, 'name' | 'label' | 'id'>[] {
  const more = methods.flatMap(({ choice, next }) =>
    choice?.options[0] ? [{ name: choice.name, label: next, id: choice.options[0].id }] : [],
  )
  return [{ name: 'payment_method', label: translate(locale)('pay.methods'), id: 'method-0' }, ...more]
}

/** Returns the failure of the last attempt, and what the customer can do now. */
function failureOf({ payment, project, locale, errors }: PayableInput): FormView['notice'] {
  const cameInPart = payment?.status === 'refund_required' && payment.failure_code === 'rejected'
  if (payment?.status !== 'failed' && !cameInPart) return null
  const t = translate(locale)
  const shop = shortName(project)
  const message = payment.failure_message
  const focus = Object.keys(errors).length === 0
  // The provider's reason is in English and meant for the merchant.
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
