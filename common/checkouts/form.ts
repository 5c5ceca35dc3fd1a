/** What a customer's form holds, by its flat names, as text. */
export type CheckoutForm = Readonly<Record<string, string | undefined>>

/** What is wrong with a form: a problem's key by the field it belongs to; '' is the form as a whole. */
export type FormErrors = Record<string, string>

export function isFaulty(errors: FormErrors): boolean {
  return Object.keys(errors).length > 0
}
