import type { Locale } from '../../common/kit/format.ts'
import { phoneCountries } from '../../common/kit/phone.ts'
import { countryName } from '../../common/kit/place.ts'

const byLocale = new Map<Locale, readonly { value: string; label: string }[]>()

/** Returns every country, sorted by its name in the language. Cached. */
export function countries(locale: Locale): readonly { value: string; label: string }[] {
  const known = byLocale.get(locale)
  if (known) return known
  const { compare } = new Intl.Collator(locale)
  const list = phoneCountries()
    .map((value) => ({ value, label: countryName(value, locale) }))
    .sort((one, other) => compare(one.label, other.label))
  byLocale.set(locale, list)
  return list
}
