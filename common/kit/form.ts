import type { Amount } from './money.ts'
import type { ProblemKey } from './sentence-key.ts'

/** The fields of a form by flat name, as text. */
export type Form = Readonly<Record<string, string | undefined>>

/** The errors of a form by field; the key '' is the form as a whole. */
export type FormErrors = Record<string, FormProblem>

/** A problem's key, with the parameters of its sentence if the form does not contain them. */
export type FormProblem =
  | ProblemKey
  | {
      problem: ProblemKey
      about:
        | { code: string; amount?: Amount }
        | { reference: string }
        | { example: string; limit: string; decimals: number }
        | { limit: number }
        | { amount: string }
        | { meant: string }
        | { time: string }
        | { typed: string }
    }

export function isFaulty(errors: FormErrors): boolean {
  return Object.keys(errors).length > 0
}
