import type { Locale } from '../../kit/format.ts'
import { countryName } from '../../kit/place.ts'
import type { CheckoutObject } from './object.ts'

/** Returns the recipient and the delivery address on one line; empty if the checkout did not ask for one. */
export function addressLine(
  { delivery_address: address }: Pick<CheckoutObject, 'delivery_address'>,
  locale: Locale,
): string {
  const { name, line1, line2, district, city, postal_code: postalCode, country } = address ?? {}
  const parts = [name, line1, line2, district, city, postalCode, country && countryName(country, locale)]
  return parts.filter(Boolean).join(', ')
}

/** Returns the customer's answers to the merchant's questions; a dropdown answer is shown by its label. */
export function answersOf({
  custom_fields: fields,
}: Pick<CheckoutObject, 'custom_fields'>): { label: string; text: string }[] {
  return fields.flatMap(({ label, value, dropdown }) => {
    const text = dropdown?.options.find((option) => option.value === value)?.label ?? value
    return text ? [{ label, text }] : []
  })
}
