import type { CheckoutObject } from '../../domain/checkouts/object.ts'
import type { Form } from '../../kit/form.ts'
import type { KnownContact } from './known-contact.ts'

/**
 * Returns the initial values of a checkout page's fields, by field name. `known` contact details fill empty fields.
 */
export function prefilledForm(checkout: CheckoutObject, known: KnownContact | undefined): Form {
  const address = checkout.delivery_address ?? known?.deliveryAddress ?? {}
  return {
    email: checkout.customer_email ?? undefined,
    email_kept: checkout.customer_email ?? undefined,
    phone: checkout.phone_number ?? known?.phone ?? undefined,
    ...Object.fromEntries(
      Object.entries(address).map(([part, value]) => [`delivery_address[${part}]`, value]),
    ),
    ...answerFields(Object.fromEntries(checkout.custom_fields.map(({ key, value }) => [key, value]))),
  }
}

/** Converts answers by question key to form fields. */
export function answerFields(answers: Readonly<Record<string, string | null>>): Form {
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [`custom_fields[${key}]`, value ?? undefined]),
  )
}
