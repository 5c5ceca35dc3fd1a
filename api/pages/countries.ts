import type { Locale } from '../../common/kit/format.ts'
import { phoneCountries } from '../../common/kit/phone.ts'
import { countryName } from '../../common/kit/place.ts'

const made = new Map<Locale, readonly { value: string; label: string }[]>()

/** Every country, in the order of the language's alphabet. */
export function countries(locale: Locale): readonly { value: string; label: string }[] {
  const known = made.get(locale)
  if (known) return known
  const { compare } = new Intl.Collator(locale)
  const list = phoneCountries()
    .map((value) => ({ value, label: countryName(value, locale) }))
    .sort((one, other) => compare(one.label, other.label))
  made.set(locale, list)
  return list
}
