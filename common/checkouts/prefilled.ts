import type { Form } from '../kit/form.ts'
import type { KnownContact } from './known-contact.ts'
import type { CheckoutObject } from './object.ts'

/** What stands in the fields of a checkout's page before anything is typed, by their names; `known` is not asked again. */
export function prefilledForm(checkout: CheckoutObject, known: KnownContact | undefined): Form {
  const address = checkout.delivery_address ?? known?.deliveryAddress ?? {}
  return {
    email: checkout.customer_email ?? undefined,
    phone: checkout.phone_number ?? known?.phone ?? undefined,
    ...Object.fromEntries(
      Object.entries(address).map(([part, value]) => [`delivery_address[${part}]`, value]),
    ),
    ...answerFields(Object.fromEntries(checkout.custom_fields.map(({ key, value }) => [key, value]))),
  }
}

/** Answers by the keys of their questions, as a form names them. */
export function answerFields(answers: Readonly<Record<string, string | null>>): Form {
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [`custom_fields[${key}]`, value ?? undefined]),
  )
}
