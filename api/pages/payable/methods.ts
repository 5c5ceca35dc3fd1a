import { shortName } from '../frame.ts'
import { isWordKey, words, type Locale, type WordKey } from '../words.ts'
import type { PageInput } from './payable.ts'

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

const OUTCOMES = ['succeeds', 'declined', 'delayed', 'never'] as const

/** Methods the catalogue has words for; another one shows its own name until it has. */
export function methodName(method: string, locale: Locale): string {
  const key = `method.${method}`
  return isWordKey(key) ? words(locale)(key) : method
}

export function methodView(method: string, { methods, typed, locale, project }: PageInput): MethodView {
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
