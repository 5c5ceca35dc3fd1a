import type { Amount } from './money.ts'
import type { ProblemKey } from './problem-key.ts'

/** What a customer's form holds, by its flat names, as text. */
export type Form = Readonly<Record<string, string | undefined>>

/** What is wrong with a form, by the field it belongs to; '' is the form as a whole. */
export type FormErrors = Record<string, FormProblem>

/** A problem's key; with what its sentence speaks of, where the form itself does not tell. */
export type FormProblem =
  | ProblemKey
  | {
      problem: ProblemKey
      about: { code: string; amount?: Amount } | { reference: string } | { example: string }
    }

export function isFaulty(errors: FormErrors): boolean {
  return Object.keys(errors).length > 0
}
