import type { CheckoutObject } from '../checkouts/object.ts'
import type { Locale } from '../kit/format.ts'
import { countryName } from '../kit/place.ts'

/** Where the order goes, on one line; empty where that was not asked. */
export function addressLine({ delivery_address: address }: CheckoutObject, locale: Locale): string {
  const { line1, line2, district, city, postal_code: postalCode, country } = address ?? {}
  const parts = [line1, line2, district, city, postalCode, country && countryName(country, locale)]
  return parts.filter(Boolean).join(', ')
}

/** What the customer answered to the merchant's questions; a choice is read by its label, as it was chosen. */
export function answersOf({ custom_fields: fields }: CheckoutObject): { label: string; text: string }[] {
  return fields.flatMap(({ label, value, dropdown }) => {
    const text = dropdown?.options.find((option) => option.value === value)?.label ?? value
    return text ? [{ label, text }] : []
  })
}
