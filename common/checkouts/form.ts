import type { Amount } from '../kit/money.ts'

/** What a customer's form holds, by its flat names, as text. */
export type CheckoutForm = Readonly<Record<string, string | undefined>>

/** What is wrong with a form, by the field it belongs to; '' is the form as a whole. */
export type FormErrors = Record<string, FormProblem>

/** A problem's key; with what its sentence speaks of, where the form itself does not tell. */
export type FormProblem =
  string | { problem: string; about: { code: string; amount?: Amount } | { reference: string } }

export function isFaulty(errors: FormErrors): boolean {
  return Object.keys(errors).length > 0
}
