import { shortName } from '../frame.ts'
import { formatAmount, words } from '../words.ts'
import { errorAt, idOf, sentenceOf, type FieldGroup, type FieldView } from './fields.ts'
import { methodView, type MethodView } from './methods.ts'
import type { PayableInput } from './payable.ts'

/** The right side of what can be paid. */
export interface FormView {
  free: boolean
  payable: boolean
  groups: FieldGroup[]
  methods: MethodView[]
  methodError: string | null
  outcomeError: string | null
  problems: { text: string; href: string | null }[]
  notice: { title: string; lines: string[] } | null
  button: string
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
  const { payable, locale } = input
  const say = words(locale)
  const free = payable.amount === 0
  const can = isPayable(input)
  const offered = free ? [] : input.methods
  const asked = [...beside, ...groups.flatMap(({ fields }) => fields)].map(({ name }) => name)
  return {
    free,
    payable: can,
    groups: can ? groups : [],
    methods: offered.map((method) => methodView(method, input)),
    methodError: errorAt(input, 'payment_method'),
    outcomeError: errorAt(input, 'test_outcome'),
    problems: problemsOf(input, can ? asked : []),
    notice: failureOf(input),
    button: free
      ? say('pay.button_free')
      : say('pay.button', { amount: formatAmount(payable.amount, payable.currency, locale) }),
  }
}

/** A group of choices is entered at its first one. */
const CHOICES: Record<string, string> = { payment_method: 'method-0', test_outcome: 'outcome-succeeds' }

function problemsOf(input: PayableInput, asked: string[]): FormView['problems'] {
  const order = ['', ...asked, ...Object.keys(CHOICES)]
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.keys(input.errors)
    .sort((one, other) => place(one) - place(other))
    .map((name) => ({
      text: errorAt(input, name) ?? '',
      href: CHOICES[name] ? `#${CHOICES[name]}` : asked.includes(name) ? `#${idOf(name)}` : null,
    }))
}

/** What became of the last attempt, if it went wrong, and what can be done now. */
function failureOf({ payment, project, locale }: PayableInput): FormView['notice'] {
  if (payment?.status !== 'failed') return null
  const say = words(locale)
  const shop = shortName(project)
  const message = payment.failure_message ?? undefined
  if (payment.method !== 'bank_transfer') {
    // A test's own sentence is English, for the API; the page speaks the customer's language.
    const said = payment.method === 'test' ? null : sentenceOf(message, locale)
    return { title: say('declined.title'), lines: [said ?? say('declined.default'), say('declined.text')] }
  }
  return {
    title: say('rejected.title', { shop }),
    lines: [
      message ? say('rejected.reason', { reason: message }) : say('rejected.no_reason'),
      say('rejected.text', { shop, reference: payment.reference ?? '' }),
    ],
  }
}
