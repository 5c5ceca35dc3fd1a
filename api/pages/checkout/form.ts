import type { PaymentObject } from '../../../common/payments/object.ts'
import { shortName } from '../frame.ts'
import { formatAmount, isWordKey, words, type Locale, type WordKey } from '../words.ts'
import type { CheckoutPageInput } from './view.ts'

/** One labelled field, with what screen readers need to know about it. */
export interface FieldView {
  id: string
  name: string
  label: string
  hint: string | null
  value: string
  error: string | null
  describedBy: string
}

export interface MethodView {
  value: string
  title: string
  hint: string
  next: string
  checked: boolean
  isTest: boolean
  isBank: boolean
  outcomes: { value: string; label: string; checked: boolean }[]
}

/** The right side of a checkout that can be paid. */
export interface FormView {
  free: boolean
  payable: boolean
  email: FieldView | null
  methods: MethodView[]
  methodError: string | null
  outcomeError: string | null
  problems: { text: string; href: string | null }[]
  notice: { title: string; lines: string[] } | null
  button: string
}

const OUTCOMES = ['succeeds', 'declined', 'delayed', 'never'] as const

/** Methods the catalogue has words for; another one shows its own name until it has. */
export function methodName(method: string, locale: Locale): string {
  const key = `method.${method}`
  return isWordKey(key) ? words(locale)(key) : method
}

export function formView(input: CheckoutPageInput): FormView {
  const { checkout, locale, errors } = input
  const say = words(locale)
  const free = checkout.amount_total === 0
  const offered = free ? [] : input.methods
  const payable = free || offered.length > 0
  const sentence = (field: string) => errorOf(errors[field], locale)
  return {
    free,
    payable,
    email:
      checkout.email_collection && payable
        ? field(input, 'email', say('pay.email'), say('pay.email_hint'), checkout.customer_email ?? '')
        : null,
    methods: offered.map((method) => methodView(method, input)),
    methodError: sentence('payment_method'),
    outcomeError: sentence('test_outcome'),
    problems: Object.entries(errors).map(([name, key]) => ({
      text: errorOf(key, locale) ?? '',
      href: name === '' ? null : `#${targets[name] ?? idOf(name)}`,
    })),
    notice: failureOf(input.payment, input),
    button: free
      ? say('pay.button_free')
      : say('pay.button', { amount: formatAmount(checkout.amount_total, checkout.currency, locale) }),
  }
}

function field(
  input: CheckoutPageInput,
  name: string,
  label: string,
  hint: string | null,
  known: string,
): FieldView {
  const id = idOf(name)
  const error = errorOf(input.errors[name], input.locale)
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, name, label, hint, value: input.typed[name] ?? known, error, describedBy }
}

/** A group of choices is entered at its first one. */
const targets: Record<string, string> = { payment_method: 'method-0', test_outcome: 'outcome-succeeds' }

function idOf(name: string): string {
  return name.replace(/\W+/g, '-').replace(/-$/, '')
}

function errorOf(key: string | undefined, locale: Locale): string | null {
  if (key === undefined) return null
  return isWordKey(key) ? words(locale)(key) : key
}

function methodView(method: string, { methods, typed, locale, project }: CheckoutPageInput): MethodView {
  const say = words(locale)
  const text = (key: string) => (isWordKey(key) ? say(key, { shop: shortName(project) }) : '')
  const outcome = typed.test_outcome ?? 'succeeds'
  return {
    value: method,
    title: methodName(method, locale),
    hint: text(`method.${method}_hint`),
    next: text(`method.${method}_next`),
    // One way to pay needs no choice; between several the customer chooses, not we.
    checked: methods.length === 1 || typed.payment_method === method,
    isTest: method === 'test',
    isBank: method === 'bank_transfer',
    outcomes:
      method === 'test'
        ? OUTCOMES.map((value) => ({
            value,
            label: say(`outcome.${value}` as WordKey),
            checked: value === outcome,
          }))
        : [],
  }
}

/** What became of the last attempt, if it went wrong, and what can be done now. */
function failureOf(
  payment: PaymentObject | null,
  { project, locale }: CheckoutPageInput,
): FormView['notice'] {
  if (payment?.status !== 'failed') return null
  const say = words(locale)
  const shop = shortName(project)
  const message = errorOf(payment.failure_message ?? undefined, locale)
  if (payment.method !== 'bank_transfer') {
    return { title: say('declined.title'), lines: [message ?? say('declined.default'), say('declined.text')] }
  }
  return {
    title: say('rejected.title', { shop }),
    lines: [
      ...(message ? [say('rejected.reason', { reason: message })] : []),
      say('rejected.text', { shop, reference: payment.reference ?? '' }),
    ],
  }
}
